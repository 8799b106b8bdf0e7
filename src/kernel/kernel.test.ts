import assert from 'node:assert/strict'
import { it } from 'node:test'
import { fold } from './fold-diacritics.ts'
import { lazily, remember } from './memoize.ts'
import { displayDong } from './money.ts'
import { addDays, dateAt, hour, isDate, stamp, startOfDay, timeZone } from './time.ts'
import { shorten } from './truncate.ts'
import { weekdayNames } from './weekday.ts'

it('folds Vietnamese to plain letters', () => {
  assert.equal(fold('  Đặt  BÀN, mâm cơm '), 'dat ban, mam com')
  assert.equal(fold('Gỏi cuốn'.normalize('NFD')), 'goi cuon')
})

it('shortens a text without halving a sign', () => {
  assert.equal(shorten('Gỏi cuốn', 3), 'Gỏi')
  assert.equal(shorten('Gỏi', 9), 'Gỏi')
  assert.equal(shorten('ab🍜', 3), 'ab')
  assert.equal(shorten('ab🍜', 4), 'ab🍜')
})

it('remembers what many send, and nothing that would only take room', () => {
  let worked = 0
  const length = remember((text: string) => {
    worked++
    return text.length
  })
  for (const text of ['vi', 'vi', 'x'.repeat(501), 'x'.repeat(501)]) {
    assert.equal(length(text), text.length)
  }
  assert.equal(worked, 3)
})

it('makes once what is made for the first who asks', () => {
  let worked = 0
  const made = lazily(() => {
    worked++
    return undefined
  })
  assert.equal(worked, 0)
  assert.deepEqual([made(), made(), worked], [undefined, undefined, 1])
})

it('writes dong with dots', () => {
  assert.equal(displayDong(0), '0 ₫')
  assert.equal(displayDong(999), '999 ₫')
  assert.equal(displayDong(185000), '185.000 ₫')
  assert.equal(displayDong(1234567890), '1.234.567.890 ₫')
})

it('knows which dates exist', () => {
  assert.ok(isDate('2028-02-29'))
  for (const text of ['2027-02-29', '2027-13-01', '2027-1-1', '20270101', 'tomorrow', '']) {
    assert.ok(!isDate(text), text)
  }
})

it('tells the day and the time in Vietnam', () => {
  const moment = Date.UTC(2026, 10, 20, 17, 30, 5)
  assert.equal(dateAt(moment), '2026-11-21')
  assert.equal(stamp(moment), '2026-11-21T00:30:05+07:00')
  assert.equal(dateAt(Date.UTC(2026, 10, 20, 16, 59, 59, 999)), '2026-11-20')
  assert.equal(stamp(Date.UTC(2026, 10, 20, 16, 59, 59, 999)), '2026-11-20T23:59:59+07:00')
  assert.equal(startOfDay('2026-11-21'), Date.UTC(2026, 10, 20, 17))
  assert.equal(addDays('2026-12-31', 1), '2027-01-01')
  assert.equal(addDays('2028-03-01', -1), '2028-02-29')
})

it('names runs of weekdays', () => {
  assert.equal(weekdayNames([2, 3, 4, 5, 6, 7]).en, 'Tuesday–Sunday')
  assert.equal(weekdayNames([7, 1, 3, 2, 5]).vi, 'Thứ Hai–Thứ Tư, Thứ Sáu, Chủ nhật')
  assert.equal(weekdayNames([1, 2]).en, 'Monday, Tuesday')
})

it('the clock goes as the world says that it goes in Vietnam', () => {
  const clock = new Intl.DateTimeFormat('sv-SE', {
    timeZone,
    dateStyle: 'short',
    timeStyle: 'medium',
  })
  for (let moment = Date.UTC(1976, 0); moment < Date.UTC(2100, 0); moment += 1_001 * hour) {
    assert.equal(stamp(moment), `${clock.format(moment).replace(' ', 'T')}+07:00`)
  }
})
