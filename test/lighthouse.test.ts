/** The home of each shop on a phone, as Lighthouse sees it. */
import assert from 'node:assert/strict'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import { chromiumPath, startBrowserShop } from './support/browser.ts'
import { install, run, skipReason } from './support/installed.ts'
import { type Variant, variants } from './support/shop.ts'

const version = '13.5.0'
const installed = await install(`letan-lighthouse-${version}`, [`lighthouse@${version}`])
const chromium = chromiumPath()
const skip =
  skipReason(installed) || (chromium === undefined && 'no Chromium here: set CHROME_PATH')
if (skip) console.error(`\n*** Lighthouse is SKIPPED: ${skip} ***\n`)

/** Speed is measured on whatever else this machine does; the rest is not. */
const minScores = {
  performance: 0.85,
  accessibility: 1,
  'best-practices': 1,
  seo: 1,
  'agentic-browsing': 1,
}

type Report = {
  categories: Record<string, { score: number }>
  audits: Record<string, { score: number | null; title: string }>
}

async function checkScores(
  variant: Variant,
  categoryNames: readonly (keyof typeof minScores)[],
): Promise<void> {
  if ('missing' in installed) return
  const shop = await startBrowserShop(variant)
  const folder = mkdtempSync(join(tmpdir(), 'letan-lighthouse-run-'))
  const file = join(folder, 'report.json')
  const program = join(installed.folder, 'node_modules/lighthouse/cli/index.js')
  const args = [
    '--quiet',
    '--output=json',
    `--output-path=${file}`,
    `--only-categories=${categoryNames}`,
  ]
  const flags = '--chrome-flags=--headless --no-sandbox'
  await run(process.execPath, [program, `${shop.address}/`, ...args, flags], {
    env: { ...process.env, CHROME_PATH: chromium },
    timeout: 150_000,
  })
  const { categories, audits } = JSON.parse(readFileSync(file, 'utf8')) as Report
  rmSync(folder, { recursive: true })
  const poor = Object.values(audits).filter(({ score }) => score !== null && score < 0.9)
  for (const name of categoryNames) {
    const message = `${name} ${categories[name]?.score}: ${poor.map(({ title }) => title)}`
    assert.ok((categories[name]?.score ?? 0) >= minScores[name], message)
  }
}

const { performance: _, ...steady } = minScores
const [first, ...others] = variants as [Variant, ...Variant[]]

/** Speed differs between shops by their pictures alone; it is measured at one, and with nothing beside it. */
describe('Lighthouse', { skip }, () => {
  it(`gives the ${first} full marks, and speed on a slow phone`, () =>
    checkScores(first, Object.keys(minScores) as (keyof typeof minScores)[]))
})

describe('Lighthouse at the others', { skip, concurrency: 2 }, () => {
  for (const variant of others) {
    it(`gives the ${variant} full marks`, () =>
      checkScores(variant, Object.keys(steady) as (keyof typeof steady)[]))
  }
})
