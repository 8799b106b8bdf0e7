import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import { lunarYears, toSolarDate } from './lunar-calendar.ts'

describe('Vietnamese lunar calendar', () => {
  // Tết, Hùng Kings' day (10th of month 3), Mid-Autumn (15th of month 8).
  const years: [year: number, newYear: string, hungKings: string, midAutumn: string][] = [
    [2025, '2025-01-29', '2025-04-07', '2025-10-06'],
    [2026, '2026-02-17', '2026-04-26', '2026-09-25'],
    [2027, '2027-02-06', '2027-04-16', '2027-09-15'],
    [2028, '2028-01-26', '2028-04-04', '2028-10-03'],
    [2029, '2029-02-13', '2029-04-23', '2029-09-22'],
    [2030, '2030-02-02', '2030-04-12', '2030-09-12'],
    [2031, '2031-01-23', '2031-04-01', '2031-10-01'],
    [2032, '2032-02-11', '2032-04-19', '2032-09-19'],
    [2033, '2033-01-31', '2033-04-09', '2033-09-08'],
    [2034, '2034-02-19', '2034-04-28', '2034-09-26'],
    [2035, '2035-02-08', '2035-04-17', '2035-09-16'],
  ]
  for (const [year, newYear, hungKings, midAutumn] of years) {
    it(`has the holidays of ${year} on their days`, () => {
      assert.equal(toSolarDate(year, 1, 1), newYear)
      assert.equal(toSolarDate(year, 3, 10), hungKings)
      assert.equal(toSolarDate(year, 8, 15), midAutumn)
    })
  }

  it('is what the script computes, month by month', () => {
    const [first, last] = [lunarYears[0], lunarYears.at(-1)].map(String)
    const script = join(import.meta.dirname, '../../scripts/lunar-calendar.js')
    const { stderr } = spawnSync(process.execPath, [script, first ?? '', last ?? ''], {
      encoding: 'utf8',
    })
    const rows = [...stderr.matchAll(/\[(\d+), (\d+), '(.*)'\]/g)]
    assert.equal(rows.length, lunarYears.length)
    for (const [, year = '', leapMonth, starts = ''] of rows) {
      const computed = starts.split(' ').map((day) => (day.length === 5 ? `${year}-${day}` : day))
      // The leap month follows the month with its number and is not a month of its own here.
      if (leapMonth !== '0') computed.splice(Number(leapMonth), 1)
      assert.deepEqual(
        computed,
        computed.map((_, index) => toSolarDate(Number(year), index + 1, 1)),
        year,
      )
    }
  })

  it('has the last days of a year before the next one', () => {
    assert.equal(toSolarDate(2026, 12, 23), '2027-01-30')
    assert.equal(toSolarDate(2026, 12, 28), '2027-02-04')
    assert.equal(toSolarDate(2026, 12, 29), '2027-02-05')
  })

  it('has no 30th day in a month of 29 days', () => {
    for (const year of [2025, 2026, 2027, 2028, 2029, 2030, 2031]) {
      assert.equal(toSolarDate(year, 12, 30), undefined, String(year))
    }
    assert.equal(toSolarDate(2032, 12, 30), '2033-01-30')
  })

  it('does not know years outside of its table', () => {
    assert.equal(toSolarDate(2024, 1, 1), undefined)
    assert.equal(toSolarDate(2036, 1, 1), undefined)
    assert.equal(toSolarDate(2026, 1, 0), undefined)
  })
})
