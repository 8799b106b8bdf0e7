/** The home of each shop on a slow phone, as Lighthouse sees it. */
import assert from 'node:assert/strict'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import { chromiumPath, openShopFor } from './support/browser.ts'
import { install, run, skipped } from './support/installed.ts'
import { variants } from './support/shop.ts'

const version = '13.5.0'
const installed = await install(`letan-lighthouse-${version}`, [`lighthouse@${version}`])
const chromium = chromiumPath()
const skip = skipped(installed) || (chromium === undefined && 'no Chromium here: set CHROME_PATH')
if (skip) console.error(`\n*** Lighthouse is SKIPPED: ${skip} ***\n`)

/** Speed is measured on whatever else this machine does; the rest is not. */
const least = {
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

describe('Lighthouse', { skip }, () => {
  for (const variant of variants) {
    it(`gives the ${variant} full marks`, async () => {
      if ('missing' in installed) return
      const shop = await openShopFor(variant)
      const folder = mkdtempSync(join(tmpdir(), 'letan-lighthouse-run-'))
      const file = join(folder, 'report.json')
      const program = join(installed.folder, 'node_modules/lighthouse/cli/index.js')
      const words = ['--quiet', '--output=json', `--output-path=${file}`]
      const flags = '--chrome-flags=--headless --no-sandbox'
      await run(process.execPath, [program, `${shop.address}/`, ...words, flags], {
        env: { ...process.env, CHROME_PATH: chromium },
        timeout: 150_000,
      })
      const { categories, audits } = JSON.parse(readFileSync(file, 'utf8')) as Report
      rmSync(folder, { recursive: true })
      const poor = Object.values(audits).filter(({ score }) => score !== null && score < 0.9)
      for (const [name, score] of Object.entries(least)) {
        const told = `${name} ${categories[name]?.score}: ${poor.map(({ title }) => title)}`
        assert.ok((categories[name]?.score ?? 0) >= score, told)
      }
    })
  }
})
