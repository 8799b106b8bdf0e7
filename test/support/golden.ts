/** The public surface as literals: what may only change on purpose. */
import { problemCodes, problemTable } from '../../src/kernel/problem-table.ts'
import { legacy } from './mcp.ts'
import { runShop, variants } from './shop.ts'

export const surfaceFiles = [
  'problems.json',
  ...variants.flatMap((variant) => [`openapi.${variant}.json`, `tools.${variant}.json`]),
]

export async function publicSurface(file: string): Promise<unknown> {
  if (file === 'problems.json') {
    return problemCodes.map((code) => ({ code, ...problemTable[code] }))
  }
  const [kind, variant = ''] = file.split('.')
  const app = await runShop(variant)
  const document =
    kind === 'tools'
      ? (await legacy(app, 'tools/list')).body.result
      : await app.json('/openapi.json')
  await app.stop()
  return stripExamples(document)
}

/** Examples show the shop's own words, which its owner may change at any time. */
function stripExamples(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(stripExamples)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value)
      .filter(([name]) => name !== 'example' && name !== 'examples')
      .map(([name, part]) => [name, stripExamples(part)]),
  )
}
