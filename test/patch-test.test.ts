/** The patch test that the salon asks for before it colors hair. */
import assert from 'node:assert/strict'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import { findTrade } from '../src/variants/index.ts'
import { expectSent, expectToolError, expectToolResult } from './support/assistant.ts'
import { countBookings, guest, rejectBooking } from './support/booking.ts'
import { copyOf } from './support/content-errors.ts'
import { openBefore } from './support/lifetime.ts'
import { visibleTextOf } from './support/screen.ts'
import { monday, startShop } from './support/shop.ts'

const salon = openBefore(() => startShop('salon', { writeLimit: 1000 }))

const { consent: _, ...contact } = guest

describe('a patch test before color', () => {
  const color = { ...contact, service_id: 'nhuom-mot-mau-vai', locale: 'en' }
  const soon = { ...color, date: '2026-11-17', time: '19:00' }
  const later = { ...color, date: '2026-11-20', time: '10:00' }
  type Preview = { added?: string[]; warnings?: string[] }

  it('is offered to every guest in the preview', async () => {
    const offer = /drop in for a patch test behind the ear at least 48 hours before/
    const preview = await expectToolResult<Preview>(salon, 'request_appointment', later)
    assert.match(preview.warnings?.join() ?? '', offer)
    assert.equal(preview.added, undefined)
    const cut = { ...later, service_id: 'cat-nu' }
    const { warnings = [] } = await expectToolResult<Preview>(salon, 'request_appointment', cut)
    assert.doesNotMatch(warnings.join(), offer)
    await expectSent(salon, 'request_appointment', later)
  })

  it('is not offered when it is too late; the guest reads what to do instead', async () => {
    const { added = [] } = await expectToolResult<Preview>(salon, 'request_appointment', {
      ...soon,
      time: '14:00',
    })
    assert.match(added.join(), /48 hours before is no longer possible/)
    assert.match(added.join(), /choose Wednesday 18 November 2026 or later, or call/)
    assert.doesNotMatch(added.join(), /drop in/)
    const path = (date: string) =>
      `/en/booking?offerId=nhuom-mot-mau-vai&stylist=any&date=${date}&time=14:00`
    const near = visibleTextOf(await (await salon.get(path('2026-11-17'))).text())
    assert.match(near, /48 hours before is no longer possible/)
    const far = visibleTextOf(await (await salon.get(path('2026-11-20'))).text())
    assert.match(far, /drop in for a patch test/)
  })

  it('that is needed and no longer possible is an error of the guest, with a later day', async () => {
    const before = await countBookings(salon)
    const health = ['dye_allergy']
    const args = { ...soon, time: '14:00', health }
    const error = await expectToolError(salon, 'request_appointment', args)
    assert.deepEqual([error.who, error.field, error.code], ['guest', 'date', 'too_soon'])
    assert.match(error.message, /Choose Wednesday 18 November 2026 or later, or call/)
    const body = { ...guest, date: args.date, time: args.time, offerId: args.service_id, health }
    const [field] = await rejectBooking(salon, body)
    assert.deepEqual([field?.name, field?.code], ['date', 'too_soon'])
    assert.equal(await countBookings(salon), before)
    const cut = { ...body, offerId: 'cat-nu' }
    assert.equal((await salon.post('/api/booking?dry_run=1', cut)).status, 202)
    const proposed = { ...body, date: '2026-11-18', time: '14:00' }
    assert.equal((await salon.post('/api/booking?dry_run=1', proposed)).status, 202)
  })

  it('takes the hours of the content, from the next opening on', async () => {
    const folder = copyOf('salon')
    const file = join(folder, 'health.yaml')
    const written = readFileSync(file, 'utf8')
    writeFileSync(file, written.replace('patch_test_hours: 48', 'patch_test_hours: 36'))
    const shop = findTrade('salon').open(folder)
    const mondayNight = monday + 13 * 3_600_000
    const app = await startShop('salon', { shop, now: mondayNight })
    const color = { ...guest, offerId: 'nhuom-mot-mau-vai', health: ['dye_allergy'] }
    // The salon opens on Tuesday at 9: 36 hours later it is Wednesday, 21:00.
    const [error] = await rejectBooking(app, { ...color, date: '2026-11-18', time: '16:00' })
    assert.deepEqual([error?.name, error?.code], ['date', 'too_soon'])
    assert.match(error?.message ?? '', /at least 36 hours before.*Thursday 19 November/)
    const next = { ...color, date: '2026-11-19', time: '09:00' }
    assert.equal((await app.post('/api/booking?dry_run=1', next)).status, 202)
  })
})
