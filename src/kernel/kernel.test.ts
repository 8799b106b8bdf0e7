import assert from 'node:assert/strict'
import { it } from 'node:test'
import { foldDiacritics } from './fold-diacritics.ts'
import { formatDateRange, formatWrittenDate } from './format-date.ts'
import { lazy, memoize } from './memoize.ts'
import { formatMoney } from './money.ts'
import { addDays, dateAt, hour, isDate, startOfDay, timeZone, toIsoString } from './time.ts'
import { truncate } from './truncate.ts'
import { weekdayNames } from './weekday.ts'

it('foldDiacritics removes Vietnamese diacritics', () => {
  assert.equal(foldDiacritics('  Đặt  BÀN, mâm cơm '), 'dat ban, mam com')
  assert.equal(foldDiacritics('Gỏi cuốn'.normalize('NFD')), 'goi cuon')
})

it('truncate does not split a surrogate pair', () => {
  assert.equal(truncate('Gỏi cuốn', 3), 'Gỏi')
  assert.equal(truncate('Gỏi', 9), 'Gỏi')
  assert.equal(truncate('ab🍜', 3), 'ab')
  assert.equal(truncate('ab🍜', 4), 'ab🍜')
})

it('memoize caches results of short texts, but not of long ones', () => {
  let worked = 0
  const length = memoize((text: string) => {
    worked++
    return text.length
  })
  for (const text of ['vi', 'vi', 'x'.repeat(501), 'x'.repeat(501)]) {
    assert.equal(length(text), text.length)
  }
  assert.equal(worked, 3)
})

it('lazy computes its value once, on first use', () => {
  let worked = 0
  const made = lazy(() => {
    worked++
    return undefined
  })
  assert.equal(worked, 0)
  assert.deepEqual([made(), made(), worked], [undefined, undefined, 1])
})

it('formatMoney uses the separators of the language', () => {
  assert.equal(formatMoney(0, 'vi'), '0 ₫')
  assert.equal(formatMoney(999, 'en'), '999 ₫')
  assert.equal(formatMoney(185000, 'vi'), '185.000 ₫')
  assert.equal(formatMoney(185000, 'en'), '185,000 ₫')
  assert.equal(formatMoney(1234567890, 'vi'), '1.234.567.890 ₫')
  assert.equal(formatMoney(1234567890, 'en'), '1,234,567,890 ₫')
})

it('isDate accepts only existing dates', () => {
  assert.ok(isDate('2028-02-29'))
  for (const text of ['2027-02-29', '2027-13-01', '2027-1-1', '20270101', 'tomorrow', '']) {
    assert.ok(!isDate(text), text)
  }
})

it('dates and times are those of Vietnam', () => {
  const atMs = Date.UTC(2026, 10, 20, 17, 30, 5)
  assert.equal(dateAt(atMs), '2026-11-21')
  assert.equal(toIsoString(atMs), '2026-11-21T00:30:05+07:00')
  assert.equal(dateAt(Date.UTC(2026, 10, 20, 16, 59, 59, 999)), '2026-11-20')
  assert.equal(toIsoString(Date.UTC(2026, 10, 20, 16, 59, 59, 999)), '2026-11-20T23:59:59+07:00')
  assert.equal(startOfDay('2026-11-21'), Date.UTC(2026, 10, 20, 17))
  assert.equal(addDays('2026-12-31', 1), '2027-01-01')
  assert.equal(addDays('2028-03-01', -1), '2028-02-29')
})

it('weekdayNames combines consecutive weekdays', () => {
  assert.equal(weekdayNames([2, 3, 4, 5, 6, 7]).en, 'Tuesday–Sunday')
  assert.equal(weekdayNames([7, 1, 3, 2, 5]).vi, 'Thứ Hai–Thứ Tư, Thứ Sáu, Chủ nhật')
  assert.equal(weekdayNames([1, 2]).en, 'Monday, Tuesday')
})

it('toIsoString matches Intl for Vietnam', () => {
  const clock = new Intl.DateTimeFormat('sv-SE', {
    timeZone,
    dateStyle: 'short',
    timeStyle: 'medium',
  })
  for (let atMs = Date.UTC(1976, 0); atMs < Date.UTC(2100, 0); atMs += 1_001 * hour) {
    assert.equal(toIsoString(atMs), `${clock.format(atMs).replace(' ', 'T')}+07:00`)
  }
})

it('formatWrittenDate names the month', () => {
  assert.equal(formatWrittenDate('2026-09-22', 'vi'), '22 tháng 9, 2026')
  assert.equal(formatWrittenDate('2026-09-22', 'en'), '22 September 2026')
})

it('formatDateRange names one day once', () => {
  assert.equal(formatDateRange('2027-02-04', '2027-02-04', 'en'), 'Thursday 4 February 2027')
  assert.equal(
    formatDateRange('2027-02-04', '2027-02-10', 'vi'),
    'Thứ Năm 4/2/2027 đến Thứ Tư 10/2/2027',
  )
})
