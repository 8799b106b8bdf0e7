/** Lighthouse scores of the home page of each shop on a phone. */
import assert from 'node:assert/strict'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import { chromiumPath, startBrowserShop } from '../support/browser.ts'
import { install, run, skipReason } from '../support/installed.ts'
import { type TradeName, trades } from '../support/shop.ts'

const version = '13.5.0'
const installed = await install(`letan-lighthouse-${version}`, [`lighthouse@${version}`])
const chromium = chromiumPath()
const skip =
  skipReason(installed) || (chromium === undefined && 'no Chromium here: set CHROME_PATH')
if (skip) console.error(`\n*** Lighthouse is SKIPPED: ${skip} ***\n`)

/** Beside other tests the score for performance says little: `npm run test:performance` measures it alone. */
const minScores = {
  performance: process.env.MEASURE_ALONE === undefined ? 0.5 : 0.95,
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
  trade: TradeName,
  categoryNames: readonly (keyof typeof minScores)[],
): Promise<void> {
  if ('missing' in installed) return
  const shop = await startBrowserShop(trade)
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
const [first, ...others] = trades as [TradeName, ...TradeName[]]

/** Performance differs between shops only by their pictures, so it is measured for one, without concurrent tests. */
describe('Lighthouse', { skip }, () => {
  it(`gives the ${first} full scores, and a high performance score on a slow phone`, () =>
    checkScores(first, Object.keys(minScores) as (keyof typeof minScores)[]))
})

describe('Lighthouse for the other trades', { skip, concurrency: 2 }, () => {
  for (const trade of others) {
    it(`gives the ${trade} full scores`, () =>
      checkScores(trade, Object.keys(steady) as (keyof typeof steady)[]))
  }
})
