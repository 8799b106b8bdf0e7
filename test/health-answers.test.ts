/** How refusals for reasons of health help on: what is proposed, from when, and for whom. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { expectToolError, expectToolResult } from './support/assistant.ts'
import { guest } from './support/booking.ts'
import { addStaff } from './support/desk.ts'
import { openBefore } from './support/lifetime.ts'
import { press } from './support/screen.ts'
import { monday, startShop } from './support/shop.ts'

const { consent: _, ...contact } = guest
const visit = { ...contact, date: '2026-11-20', time: '10:00', locale: 'en' }

describe('a treatment that is proposed instead', () => {
  const spa = openBefore(() => startShop('spa', { writeLimit: 1000 }))
  const hoa = openBefore(() => addStaff(spa, 'Hoa'))
  const stones = { ...visit, service_id: 'massage-da-am', health: ['pregnant'] }

  it('is not sold out', async () => {
    const before = await expectToolError(spa, 'request_appointment', stones)
    assert.deepEqual(before.choices, ['goi-bo-ket'])
    await press(hoa, '/sold-out', '/sold-out/until-further-notice', { offer: 'goi-bo-ket' })
    const after = await expectToolError(spa, 'request_appointment', stones)
    assert.ok(after.choices && after.choices.length > 0)
    assert.ok(!after.choices.includes('goi-bo-ket'), after.message)
    assert.doesNotMatch(after.message, /Bồ Kết Hair Wash/)
    const { why } = await expectToolResult<{ why: string }>(spa, 'suggest_treatment', {
      ...{ category: 'massage-body', body: ['tay-chan-lanh'], locale: 'en' },
      ...{ health: ['pregnant'], health_details: 'second month' },
    })
    assert.doesNotMatch(why, /choose instead: Bồ Kết/)
  })
})

describe('the first day after a patch test', () => {
  // Sunday 22 November, 10:00: 48 hours later it is Tuesday, when Thúy Vy is off.
  const now = monday + 6 * 86_400_000 + 3_600_000
  const salon = openBefore(() => startShop('salon', { now, writeLimit: 1000 }))
  const color = {
    ...contact,
    ...{ service_id: 'nhuom-mot-mau-vai', date: '2026-11-23', time: '10:00', locale: 'en' },
    health: ['dye_allergy'],
  }

  it('is one on which the chosen person works', async () => {
    const anyone = await expectToolError(salon, 'request_appointment', color)
    assert.match(anyone.message, /Choose Tuesday 24 November 2026 or later/)
    const args = { ...color, stylist_id: 'thuy-vy' }
    const chosen = await expectToolError(salon, 'request_appointment', args)
    assert.match(chosen.message, /Choose Wednesday 25 November 2026 or later/)
    const proposed = { ...args, date: '2026-11-25' }
    await expectToolResult(salon, 'request_appointment', { ...proposed, dry_run: true })
  })
})

describe('a note about another person', () => {
  const spa = openBefore(() => startShop('spa', { writeLimit: 1000 }))
  const reject = (note: string, locale: string) =>
    expectToolError(spa, 'request_appointment', {
      ...{ ...visit, service_id: 'massage-da-am', note, locale },
    })

  it('is taken seriously, and the guest learns what to do if that person does not come', async () => {
    for (const note of ['My wife is five months pregnant.', 'Our friend is pregnant, 5th month']) {
      const { who, message } = await reject(note, 'en')
      assert.equal(who, 'guest')
      assert.match(message, /not about the person who comes, please leave the sentence out/, note)
    }
    for (const note of ['Vợ tôi đang mang thai tháng thứ 5.', 'ban em co bau 5 thang']) {
      const { message } = await reject(note, 'vi')
      assert.match(message, /không phải về người đến làm, xin bỏ câu đó đi/, note)
    }
    const own = await reject('I am five months pregnant.', 'en')
    assert.doesNotMatch(own.message, /leave the sentence out/)
    const well = { ...visit, service_id: 'massage-da-am', note: 'My wife will pick me up.' }
    await expectToolResult(spa, 'request_appointment', { ...well, dry_run: true })
  })
})

describe('check_slots with what the guest said about their health', () => {
  const spa = openBefore(() => startShop('spa'))
  const check = { date: '2026-11-20', locale: 'en' }

  it('rejects what a box rules out, and asks for the month, as the request does', async () => {
    const stones = { ...check, service_id: 'massage-da-am', health: ['pregnant'] }
    const never = await expectToolError(spa, 'check_slots', stones)
    assert.deepEqual(
      [never.who, never.field, never.choices],
      ['guest', 'service_id', ['goi-bo-ket']],
    )
    const neck = { ...check, service_id: 'co-vai-gay', health: ['pregnant'] }
    const month = await expectToolError(spa, 'check_slots', neck)
    assert.deepEqual([month.who, month.field], ['guest', 'health_details'])
    assert.match(month.message, /which month is it\?/)
    const later = { ...neck, health_details: 'sixth month' }
    const { note } = await expectToolResult(spa, 'check_slots', later)
    assert.match(String(note), /^Pregnant: /)
  })

  it('reads the boxes as words, and changes nothing for a guest without any', async () => {
    const neck = { ...check, service_id: 'co-vai-gay' }
    const plain = await expectToolResult(spa, 'check_slots', { ...neck, health: [] })
    assert.ok(plain.starts)
    const { note } = await expectToolResult(spa, 'check_slots', {
      ...neck,
      health: ['high blood pressure'],
    })
    assert.match(String(note), /blood pressure/i)
  })
})
