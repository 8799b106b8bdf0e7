/** The screen of the service at a restaurant of a test file, with an evening for each test. */
import assert from 'node:assert/strict'
import { addStaff, type StaffClient } from './desk.ts'
import { openBefore } from './lifetime.ts'
import { formsOf, noticeOf, partOf, visibleTextOf } from './screen.ts'
import { type RunningShop, startShop } from './shop.ts'

/** The restaurant is closed on Mondays. */
const evenings = [
  '11-17',
  '11-18',
  '11-19',
  '11-20',
  '11-21',
  '11-22',
  '11-24',
  '11-25',
  '11-26',
  '11-27',
  '11-28',
  '11-29',
  '12-01',
  '12-02',
  '12-03',
  '12-04',
  '12-05',
  '12-06',
  '12-08',
  '12-09',
  '12-10',
]

export const closedMonday = '2026-11-23'

export function setClock(app: RunningShop, date: string, time: string): void {
  app.clock.now = Date.parse(`${date}T${time}:00+07:00`)
}

type Guest = { name: string; time: string; party: number; table: string }

/** Call it at the top of a test file. */
export function openService() {
  const restaurant = openBefore(() => startShop('restaurant'))
  const hoa = openBefore(() => addStaff(restaurant, 'Hoa', 'host'))
  const days = [...evenings]

  const freshDay = (): string => {
    const day = days.shift()
    assert.ok(day, 'each test needs a day of its own')
    return `2026-${day}`
  }

  /** Entered at the desk at noon. */
  const enter = async (date: string, ...guests: Guest[]): Promise<void> => {
    setClock(restaurant, date, '12:00')
    for (const { name, time, party, table } of guests) {
      const fields = { date, time, name, party: String(party), resource: `table:${table}` }
      const rest = { phone: '', note: '', offerId: '', override: 'seats,small_party,area' }
      const response = await hoa.post('/entry', { ...fields, ...rest })
      assert.equal(response.status, 303, `${name}: ${noticeOf(await response.text())}`)
    }
  }

  /** An action on the booking of this guest, as it is now. */
  const act = async (name: string, command: string, fields: Record<string, string> = {}) => {
    const { code, version } = await rowOf(restaurant, name)
    const path = `/bookings/${code}/${command}`
    const response = await hoa.post(path, { version: String(version), ...fields })
    assert.equal(response.status, 303, noticeOf(await response.text()))
  }

  const section = async (id: string, staff: StaffClient = hoa) =>
    partOf(await staff.read('/tonight'), `<section class="tn-box" id="${id}">`, '</section>')

  const textOf = async (id: string) => visibleTextOf(await section(id))

  return { restaurant, hoa, freshDay, enter, act, section, textOf }
}

export async function rowOf(app: RunningShop, name: string) {
  const row = await app.store.read.get<Record<string, string | number | null>>(
    `SELECT bookings.* FROM bookings JOIN booking_guests ON booking_id = bookings.id
     WHERE name = ? ORDER BY bookings.id DESC LIMIT 1`,
    name,
  )
  assert.ok(row, name)
  return row
}

export const clockOf = (atMs: unknown) =>
  new Date(Number(atMs) + 7 * 3_600_000).toISOString().slice(11, 16)

/** The first form of the screen whose button begins with these words, and the notice after it. */
export async function tap(
  staff: StaffClient,
  page: string,
  button: RegExp,
  action = '',
): Promise<string> {
  const form = formsOf(page).find(
    (one) => one.action.includes(action) && one.buttons.some((label) => button.test(label)),
  )
  assert.ok(form, `no button ${button}`)
  const response = await staff.post(form.action, form.fields)
  const location = response.headers.get('location')
  assert.equal(response.status, 303, noticeOf(await response.text()))
  return noticeOf(await staff.read(location ?? ''))
}
