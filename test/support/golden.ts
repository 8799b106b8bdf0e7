/** The public surface as literals, which may change only intentionally. */
import { problemCodes, problemTable } from '../../src/kernel/problem-table.ts'
import { legacy } from './mcp.ts'
import { runShop, trades } from './shop.ts'

export const surfaceFiles = [
  'problems.json',
  ...trades.flatMap((trade) => [`openapi.${trade}.json`, `tools.${trade}.json`]),
]

export async function publicSurface(file: string): Promise<unknown> {
  if (file === 'problems.json') {
    return problemCodes.map((code) => ({ code, ...problemTable[code] }))
  }
  const [kind, trade = ''] = file.split('.')
  const app = await runShop(trade)
  const document =
    kind === 'tools'
      ? (await legacy(app, 'tools/list')).body.result
      : await app.json('/openapi.json')
  await app.stop()
  return stripExamples(document)
}

/** Examples contain texts of the shop, which its owner may change at any time. */
function stripExamples(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(stripExamples)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value)
      .filter(([name]) => name !== 'example' && name !== 'examples')
      .map(([name, part]) => [name, stripExamples(part)]),
  )
}
