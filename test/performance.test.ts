/** The bench runs, and no ratio is grossly off. Times are this machine's and are not looked at. */
import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import { promisify } from 'node:util'
import { type Results, readPublishedResults, tablesOf, withTables } from '../bench/publish.ts'

const root = join(import.meta.dirname, '..')
const briefly = ['--rounds', '1', '--seconds', '0.3', '--engine', 'SQLite', '--past', '20000']
const looked = [
  'GET /api/offers, 20 of them',
  'GET /menu',
  'a day, nothing booked',
  'a day, a busy evening',
  'a day, years behind it',
  'accepted',
  'refused (409)',
  'get_menu',
]

describe('npm run bench', () => {
  it('finds nothing grossly slower than it should be', async () => {
    const groups = ['What changes with the content alone', 'Free times', 'Bookings', 'Assistants']
    const some = looked.flatMap((name) => ['--case', name])
    const args = [join(root, 'bench/run.ts'), ...groups, ...some, ...briefly]
    const { stdout } = await promisify(execFile)(process.execPath, args)
    const { compared } = JSON.parse(stdout) as Results
    const rowsOf = (name: string) => {
      const found = compared.find((one) => one.case === name)
      assert.ok(found, name)
      return new Map(found.rows.map((row) => [row.server, row]))
    }
    // Processor times, as other tests run beside this one.
    const to = (name: string, server: string) =>
      rowsOf(name).get(server)?.processorRatio ?? Number.NaN
    const processor = (name: string) =>
      rowsOf(name).get('Letan, SQLite')?.processor ?? rowsOf(name).get('Letan')?.processor ?? 0

    const ratios = {
      'a list of offers, to bare node:http': to('GET /api/offers, 20 of them', 'node:http') / 5,
      'a page, to bare node:http': to('GET /menu', 'node:http') / 5,
      'a tool, to the official SDK': to('get_menu', 'official SDK, the same tools') / 1,
      'a day, to a list of offers':
        processor('a day, a busy evening') / processor('GET /api/offers, 20 of them') / 60,
      'years behind a day, to none':
        processor('a day, years behind it') / processor('a day, nothing booked') / 5,
      'refused, to accepted': processor('refused (409)') / processor('accepted') / 5,
    }
    for (const [name, share] of Object.entries(ratios)) {
      assert.ok(share < 1, `${name}: ${share.toFixed(2)} of what it may be`)
    }
  })
})

describe('docs/performance.md', () => {
  it('shows what docs/performance.json holds', () => {
    const page = readFileSync(join(root, 'docs/performance.md'), 'utf8')
    assert.equal(page, withTables(page, tablesOf(readPublishedResults())))
    for (const name of tablesOf(readPublishedResults()).keys())
      assert.ok(page.includes(`<!-- ${name} -->`), name)
  })
})
