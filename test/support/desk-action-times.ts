/**
 * A program: makes each kind of action at the desk on a day with 300 bookings, in a process with the options of
 * `npm start`. The test runner does work of its own for every promise, and its garbage collections are longer.
 *
 * Argument: the URL of the database. It sends an `ActionTimes` and exits.
 */
import assert from 'node:assert/strict'
import { book, table } from './booking.ts'
import { friday } from './busy-day.ts'
import { addStaff, type StaffClient } from './desk.ts'
import { enterEvening } from './full-evening.ts'
import { formsOf, formTo, noticeOf } from './screen.ts'
import { type RunningShop, runShop } from './shop.ts'

/** In the order of the rounds, by the kind of action. */
export type ActionTimes = Record<string, readonly Time[]>

type Time = { cpuMs: number; elapsedMs: number }

type Evening = { app: RunningShop; host: StaffClient; times: Map<string, Time[]> }

/** Four bookings each. */
const tables = 75
const rounds = 7
const nextDay = '2026-11-21'

const app = await runShop('restaurant', { file: process.argv[2] ?? '', writeLimit: 100_000 })
assert.equal(await enterEvening(app, [], '18:55', tables), 300)
const evening: Evening = { app, host: await addStaff(app, 'Hoa', 'owner'), times: new Map() }
for (let round = 0; round < rounds; round++) {
  await answerRequests(evening, round)
  await runService(evening, round)
  await measureRead(evening, 'the service after a change', '/tonight')
  await measureRead(evening, 'the service again', '/tonight')
  await measureRead(evening, 'the timeline', `/timeline?date=${friday}`)
  await enterBookings(evening, round)
  await changeTheDay(evening, round)
}
const result: ActionTimes = Object.fromEntries(evening.times)
process.send?.(result, () => process.exit())

/** Sends the form of a button and notes how long the response takes. */
async function measure(
  evening: Evening,
  kind: string,
  path: string,
  fields: Record<string, string>,
  expected = 303,
): Promise<string> {
  const { response, text } = await timed(evening, kind, () => evening.host.post(path, fields))
  assert.equal(response.status, expected, `${kind}: ${noticeOf(text)}`)
  return response.headers.get('location') ?? text
}

async function measureRead(evening: Evening, kind: string, path: string): Promise<string> {
  const { response, text } = await timed(evening, kind, () => evening.host.get(path))
  assert.equal(response.status, 200, kind)
  return text
}

async function timed({ times }: Evening, kind: string, send: () => Promise<Response>) {
  const [startedMs, used] = [performance.now(), process.cpuUsage()]
  const response = await send()
  const text = await response.text()
  const { user, system } = process.cpuUsage(used)
  const time = { cpuMs: (user + system) / 1000, elapsedMs: performance.now() - startedMs }
  times.set(kind, [...(times.get(kind) ?? []), time])
  return { response, text }
}

type Row = { code: string; version: number; date: string; time: string }

/** The guest with this number of the evening. */
async function findGuest({ app }: Pick<Evening, 'app'>, number: number): Promise<Row> {
  const row = await app.store.read.get<Row>(
    `SELECT code, version, date, time FROM bookings JOIN booking_guests ON booking_id = bookings.id
     WHERE name = ?`,
    `Khách ${number}`,
  )
  assert.ok(row, `Khách ${number}`)
  return row
}

/** An action on a booking as it is now; `undo` takes it back and is a kind of its own. */
async function act(
  evening: Evening,
  kind: string,
  code: string,
  command: string,
  fields: Record<string, string> = {},
): Promise<void> {
  const row = await evening.app.store.read.get<Row>(
    'SELECT version, date, time FROM bookings WHERE code = ?',
    code.replaceAll('-', ''),
  )
  const { version, date, time } = row ?? { version: 0, date: '', time: '' }
  const start = command === 'move' ? { date, time } : {}
  const all = { version: String(version), next: '/tonight', ...start, ...fields }
  await measure(evening, kind, `/bookings/${code}/${command}`, all)
}

async function actAndUndo(
  evening: Evening,
  kind: string,
  code: string,
  command: string,
  fields: Record<string, string> = {},
  afterEach: () => Promise<void> = async () => {},
): Promise<void> {
  await act(evening, kind, code, command, fields)
  await afterEach()
  await act(evening, `undo: ${kind}`, code, 'undo')
  await afterEach()
}

async function requestTable({ app }: Evening, number: number, date: string): Promise<string> {
  const { status, body } = await book(app, {
    ...{ ...table, date, time: '20:00', party_size: 2 },
    ...{ name: `Xin Chỗ ${number}`, phone: `09${String(20_000_000 + number)}` },
  })
  assert.equal(status, 202, JSON.stringify(body))
  return body.code
}

async function answerRequests(evening: Evening, round: number): Promise<void> {
  const code = await requestTable(evening, round, friday)
  await actAndUndo(evening, 'confirm', code, 'confirm')
  await actAndUndo(evening, 'decline', code, 'decline', { reason: 'Giờ đó chúng tôi đã kín chỗ.' })
  await act(evening, 'offer another time', code, 'offer', { times: `${friday} 21:00` })
  await act(evening, 'withdraw the offer', code, 'withdraw_offer')
  await act(evening, 'confirm', code, 'confirm')
  await act(evening, 'cancel', code, 'cancel', { reason: 'Khách gọi huỷ.', by: 'guest' })
  const codes: string[] = []
  for (let index = 1; index <= 5; index++)
    codes.push(await requestTable(evening, 100 * index + round, nextDay))
  const booking = codes.map((one) => `${one.replaceAll('-', '')} 1`).join(',')
  await measure(evening, 'confirm five requests', '/requests/confirm', { booking })
  for (const one of codes)
    await act(evening, 'cancel', one, 'cancel', { reason: 'Nghỉ.', by: 'shop' })
}

/** Of those who are expected from 18:45 on, every fifth is not there. */
async function runService(evening: Evening, round: number): Promise<void> {
  const late = (await findGuest(evening, 2 * tables + 5 * (round + 1))).code
  await actAndUndo(evening, 'coming later', late, 'delayed')
  await actAndUndo(evening, 'no-show', late, 'no_show')
  await actAndUndo(evening, 'seat', late, 'seated')
  const seated = (await findGuest(evening, 2 * tables + 5 * round + 1)).code
  await actAndUndo(evening, 'move a seated party', seated, 'move', {
    ...{ resource: 'table:nha-7', override: 'seats,small_party,area' },
  })
  await actAndUndo(evening, 'extend the stay', seated, 'move', { until: '20:30' })
  await actAndUndo(evening, 'another party size', seated, 'move', { party: '3' })
  await actAndUndo(evening, 'finish', seated, 'finished')
  const expected = await findGuest(evening, 3 * tables + 2 * round + 1)
  const other = await findGuest(evening, 3 * tables + 2 * round + 2)
  await actAndUndo(evening, 'move', expected.code, 'move', {
    ...{ resource: 'table:nha-7', override: 'seats,small_party,area' },
  })
  await act(evening, 'swap', expected.code, 'move', { swap: `${other.code} ${other.version}` })
  await act(evening, 'note', expected.code, 'note', { note: `Lần ${round}` })
  const contact = { name: `Khách ${3 * tables + 2 * round + 1}`, phone: '', email: '' }
  await act(evening, 'correct the contact', expected.code, 'correct', contact)
  const sheet = await measureRead(evening, 'walk-in: free tables', '/tonight?walk-in=2')
  const place = formsOf(sheet).find(({ action }) => action === '/tonight/walk-in')
  const location = await measure(evening, 'walk-in', '/tonight/walk-in', place?.fields ?? {})
  const code = new URL(location, 'http://desk').searchParams.get('of') ?? ''
  await act(evening, 'undo: walk-in', code, 'undo')
}

async function enterBookings(evening: Evening, round: number): Promise<void> {
  const line = `Lan Anh 0912 345 67${round} 4 người 20h30 hôm nay`
  await measure(evening, 'phone entry: preview', '/entry/preview', { line }, 200)
  const entry = {
    ...{ date: friday, time: '20:30', name: 'Lan Anh', party: '4', offerId: '', note: '' },
    ...{ phone: '', resource: '', next: '/tonight' },
  }
  const location = await measure(evening, 'phone entry', '/entry', entry)
  const code = new URL(location, 'http://desk').searchParams.get('of') ?? ''
  await act(evening, 'undo: phone entry', code, 'undo')
  const full = { line: `Lan Anh 0912 345 67${round} 30 người 20h45 hôm nay` }
  await measure(evening, 'phone entry: preview, full', '/entry/preview', full, 200)
  const taken = { ...entry, time: '20:45', party: '30' }
  await measure(evening, 'phone entry, refused', '/entry', taken, 409)
  const door = { party: '2', offerId: '', name: `Chờ ${round}`, phone: '', quoted: '15' }
  await measure(evening, 'wait at the door', '/tonight/door', door)
}

async function changeTheDay(evening: Evening, round: number): Promise<void> {
  await measure(evening, 'pause online bookings', '/online/pause', { for: 'hour' })
  const resume = formsOf(await evening.host.read('/online')).find(({ action }) =>
    action.endsWith('/resume'),
  )
  await measure(evening, 'resume online bookings', '/online/resume', resume?.fields ?? {})
  const pace = { date: friday, every: '30', guests: String(100 + round), bookings: '' }
  await measure(evening, 'pace of the evening', '/online/pace', pace)
  await measure(evening, 'pace of the content again', '/online/pace/reset', { date: friday })

  const { resource = '' } =
    (await evening.app.store.read.get<{ resource: string }>(
      `SELECT resource FROM cells WHERE holder = (SELECT 'booking:' || booking_id FROM booking_guests
       WHERE name = ?) LIMIT 1`,
      `Khách ${3 * tables + 60 + round}`,
    )) ?? {}
  const absence = await measure(evening, 'absence', '/absence', {
    ...{ resource, date: friday, for: 'day', reason: '' },
  })
  const proposals = await measureRead(evening, 'absence: proposals', absence)
  const accept = formTo(proposals, `${absence}/accept`)
  await measure(evening, 'absence: accept all', accept.action, accept.fields)

  const late = new URLSearchParams({ resource, date: friday, minutes: '15' })
  await measureRead(evening, 'running late: proposals', `/late?${late}`)
  const time = ['19:00', '19:30', '20:00', '20:30', '21:00', '21:30', '22:00'][round] ?? ''
  const block = { resource: 'table:hien-5', date: friday, time, minutes: '30' }
  await measure(evening, 'block a table', '/break', block)

  const closing = { date: friday, reason: 'Mất điện' }
  await measure(evening, 'close the day', '/closed/close', closing)
  await measure(evening, 'open the day again', '/closed/open', { date: friday })
}
