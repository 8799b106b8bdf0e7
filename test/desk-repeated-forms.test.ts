/** A form of the desk that is sent again because its response was lost. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { addStaff, form, type StaffClient } from './support/desk.ts'
import { openBefore } from './support/lifetime.ts'
import {
  app,
  historyOf,
  hoa,
  openRestaurantDesk,
  requestBooking,
  statusOf,
} from './support/restaurant-desk.ts'

openRestaurantDesk()
const minh = openBefore(() => addStaff(app, 'Minh', 'host'))

const key = (letter: string) => letter.repeat(32)

/** Sends a form as the script of the desk does, with the key of the tap. */
function send(staff: StaffClient, path: string, tapKey: string, fields: Record<string, string>) {
  const init = form(fields)
  const headers = { ...(init.headers as object), cookie: staff.cookie, 'idempotency-key': tapKey }
  return fetch(`${app.deskUrl}${path}`, { ...init, headers })
}

describe('a form that is sent again', () => {
  it('is done once, and leads to the same screen', async () => {
    const code = await requestBooking({ phone: '0912000001' })
    const path = `/bookings/${code}/confirm`
    const first = await send(hoa, path, key('a'), { version: '1', next: '/' })
    const second = await send(hoa, path, key('a'), { version: '1', next: '/' })
    assert.deepEqual([first.status, second.status], [303, 303])
    assert.equal(second.headers.get('location'), first.headers.get('location'))
    assert.match(first.headers.get('location') ?? '', /^\/\?did=confirmed&of=/)
    const history = historyOf(await hoa.read(`/bookings/${code}`))
    assert.equal(history.match(/xác nhận/g)?.length, 1, history)
  })

  it('is tried again if it was refused', async () => {
    const code = await requestBooking({ phone: '0912000002', time: '19:00' })
    const path = `/bookings/${code}/confirm`
    assert.equal((await send(hoa, path, key('b'), { version: '7' })).status, 409)
    assert.equal((await send(hoa, path, key('b'), { version: '7' })).status, 409)
    assert.equal(await statusOf(code), 'pending')
    // The same key with another form is another tap.
    assert.equal((await send(hoa, path, key('b'), { version: '1' })).status, 303)
    assert.equal(await statusOf(code), 'confirmed')
  })

  it('is another form if another member sends it, or if its key is not one of the desk', async () => {
    const code = await requestBooking({ phone: '0912000003', time: '20:00' })
    const path = `/bookings/${code}/confirm`
    assert.equal((await send(hoa, path, key('c'), { version: '1' })).status, 303)
    assert.equal((await send(minh, path, key('c'), { version: '1' })).status, 409)
    const undo = `/bookings/${code}/undo`
    assert.equal((await send(hoa, undo, 'x', { version: '2' })).status, 303)
    assert.equal((await send(hoa, undo, 'x', { version: '2' })).status, 409)
  })
})
