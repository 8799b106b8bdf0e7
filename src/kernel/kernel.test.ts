import assert from 'node:assert/strict'
import { it } from 'node:test'
import { fold } from './fold.ts'
import { displayDong } from './money.ts'
import { isDate } from './time.ts'
import { weekdayNames } from './weekday.ts'

it('folds Vietnamese to plain letters', () => {
  assert.equal(fold('  Đặt  BÀN, mâm cơm '), 'dat ban, mam com')
  assert.equal(fold('Gỏi cuốn'.normalize('NFD')), 'goi cuon')
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

it('names runs of weekdays', () => {
  assert.equal(weekdayNames([2, 3, 4, 5, 6, 7]).en, 'Tuesday–Sunday')
  assert.equal(weekdayNames([7, 1, 3, 2, 5]).vi, 'Thứ Hai–Thứ Tư, Thứ Sáu, Chủ nhật')
  assert.equal(weekdayNames([1, 2]).en, 'Monday, Tuesday')
})
