/**
 * R25. A bank reports transfers for orders and deposits: repeated, in any order, at the same time to several processes,
 * with wrong references, partial sums and forged signatures; staff assign the rest from two desks.
 */
import { bankKey, sepayRequest } from '../test/support/bank.ts'
import type { StaffClient } from '../test/support/desk.ts'
import { compareLedgers, type Found, loadSubjects } from './bank/compare.ts'
import { type Item, type Plan, planTransfers, type Transfer } from './bank/ledger.ts'
import { type Engine, type EngineSetup, runOnEachEngine } from './support/engines.ts'
import { defineProof, formatCount, type ReportProgress } from './support/proof.ts'
import { type Random, randomFrom } from './support/random.ts'
import { openDays, sampleFolder } from './support/scratch.ts'
import { type Server, startServer } from './support/server.ts'
import { signInStaff } from './support/staff-sessions.ts'

type BankOptions = {
  /** Notifications on each engine, with the repeated and the forged ones. */
  notifications: number
  concurrency: number
  engine: Engine | 'both'
}

type BankResult = {
  outcomes: ({ engine: Engine; sent: number; forged: number } & Found)[]
  holds: boolean
}

async function proveBankTransfers(
  options: BankOptions,
  seed: number,
  report: ReportProgress,
): Promise<BankResult> {
  const outcomes = await runOnEachEngine(options.engine, async (setup) => {
    const found = await runOnEngine(setup, options, randomFrom(seed), report)
    return { ...found, holds: found.wrong.length === 0 && found.paid > 0 && found.forged > 0 }
  })
  return { outcomes, holds: outcomes.every(({ holds }) => holds) }
}

/** The share of one item: about 1.3 transfers, each sent 2.5 times. */
const notificationsOfItem = 3.25
/** Every so many items is a deposit, the others are orders. */
const bookingEvery = 20

async function runOnEngine(
  { database, processes }: EngineSetup,
  { notifications, concurrency }: BankOptions,
  random: Random,
  report: ReportProgress,
) {
  const environment = {
    VARIANT: 'spa',
    CONTENT_DIR: sampleFolder('spa'),
    DATABASE_URL: database,
    BANK_SERVICE: 'sepay',
    BANK_SERVICE_KEY: bankKey,
  }
  const servers: Server[] = []
  try {
    while (servers.length < processes) servers.push(await startServer(environment))
    const staff = await signInStaff(servers, ['Mai', 'Hoa'])
    const count = Math.max(16, Math.round(notifications / notificationsOfItem))
    const items = await createItems(servers, staff, count, random)
    const plans = items.map((item, index) => planTransfers(item, index, random))
    const wrong: string[] = []
    const sent = await sendAll(servers, plans, {
      notifications,
      concurrency,
      random,
      wrong,
      report,
    })
    await assignParts(staff, plans, await loadSubjects(database), wrong)
    for (const server of servers) await server.kill('SIGTERM')
    const found = await compareLedgers(database, plans)
    return { ...sent, ...found, wrong: [...wrong, ...found.wrong] }
  } finally {
    for (const server of servers) if (server.process.exitCode === null) await server.kill('SIGKILL')
  }
}

/** The gift cards of the sample spa. */
const cardAmounts = [500_000, 1_000_000, 2_000_000]

/** Orders, and bookings whose deposit staff have requested; some of both are cancelled. */
async function createItems(
  servers: readonly Server[],
  staff: readonly StaffClient[],
  count: number,
  random: Random,
): Promise<Item[]> {
  const [server] = servers
  const [mai] = staff
  if (!server || !mai) throw new Error('A process and a staff member are needed.')
  const requestBooking = createBooker(server)
  const items: Item[] = []
  for (let number = 0; number < count; number++) {
    const isBooking = number % bookingEvery === bookingEvery - 1
    // Not together with a kind of transfer, of which there are eight.
    const isCancelled = number % 11 === 10
    const amount = isBooking ? 1_000 * (300 + random.below(700)) : random.pick(cardAmounts)
    const code = isBooking ? await requestBooking(number) : await placeOrder(server, number, amount)
    const path = `/${isBooking ? 'bookings' : 'orders'}/${code}`
    if (isBooking)
      await press(mai, `${path}/deposit_asked`, { version: '1', amount: String(amount) })
    if (isCancelled)
      await press(mai, `${path}/cancel`, {
        version: isBooking ? '2' : '1',
        reason: 'x',
        by: 'shop',
      })
    items.push({ code, amount, isCancelled })
  }
  return items
}

async function press(staff: StaffClient, path: string, fields: Record<string, string>) {
  const { status } = await staff.post(path, fields)
  if (status !== 303) throw new Error(`${path}: ${status}`)
}

const guest = { name: 'Nguyễn Thị Lan', consent: '1' }
const phoneOf = (number: number) => `09${10_000_000 + number}`

async function placeOrder(server: Server, number: number, amount: number): Promise<string> {
  const body = { ...guest, phone: phoneOf(number), kind: 'gift_card', amount, delivery: 'zalo' }
  return codeOf(await server.send('POST', '/api/order', body))
}

/** Takes the next start that is free. */
function createBooker(server: Server): (number: number) => Promise<string> {
  const starts = openDays().flatMap((date) =>
    ['10:00', '13:00', '16:00', '19:00'].map((time) => ({ date, time })),
  )
  return async (number) => {
    for (let start = starts.shift(); start; start = starts.shift()) {
      const body = { ...guest, ...start, phone: phoneOf(number), offerId: 'co-vai-gay' }
      const response = await server.send('POST', '/api/booking', body)
      if (response.status === 202) return codeOf(response)
    }
    throw new Error('No start is free.')
  }
}

function codeOf({ status, text }: { status: number; text: string }): string {
  if (status !== 202) throw new Error(`${status}: ${text}`)
  return (JSON.parse(text) as { code: string }).code
}

type SendOptions = {
  notifications: number
  concurrency: number
  random: Random
  wrong: string[]
  report: ReportProgress
}

/** Everything in a random order, over all processes; what is repeated is often sent at the same time. */
async function sendAll(
  servers: readonly Server[],
  plans: readonly Plan[],
  { notifications, concurrency, random, wrong, report }: SendOptions,
) {
  const transfers = plans.flatMap((plan) => plan.transfers)
  const repeated = [...transfers]
  while (repeated.length < notifications * 0.9) repeated.push(random.pick(transfers))
  const forged = plans.flatMap((plan) => plan.forged)
  const forgeries = Array.from({ length: Math.ceil(notifications * 0.1) }, () =>
    random.pick(forged),
  )
  const queue = random.shuffle([
    ...Map.groupBy(repeated, ({ id }) => id).values(),
    ...forgeries.map((one) => one.id),
  ])
  const byId = new Map(forged.map((one) => [one.id, one]))
  let sent = 0
  const work = async () => {
    for (let next = queue.pop(); next !== undefined; next = queue.pop()) {
      const batch = typeof next === 'number' ? [byId.get(next)] : next
      await Promise.all(
        batch.map(async (transfer) => {
          if (!transfer) return
          const isForged = byId.has(transfer.id)
          const status = await sendAgain(() =>
            send(random.pick(servers), transfer, isForged, random),
          )
          if (status !== (isForged ? 401 : 200)) wrong.push(`transfer ${transfer.id}: ${status}`)
          report(++sent, notifications)
        }),
      )
    }
  }
  await Promise.all(Array.from({ length: concurrency }, work))
  return { sent, forged: forgeries.length }
}

/** As SePay does while the receiver is not available. */
const maxRepetitions = 7

async function sendAgain(attempt: () => Promise<number>): Promise<number> {
  let status = await attempt()
  for (let times = 0; status === 503 && times < maxRepetitions; times++) status = await attempt()
  return status
}

/** A forger knows an earlier notification, but not the key. */
async function send(
  server: Server,
  { id, amount, text }: Transfer,
  isForged: boolean,
  random: Random,
): Promise<number> {
  const now = Date.now()
  const fields = { id, amount, text }
  const forgeries = [
    () => sepayRequest(fields, now, 'another-key-of-the-bank'),
    () => sepayRequest(fields, now - 3_600_000),
    () => ({
      ...sepayRequest({ ...fields, amount: 1 }, now),
      body: sepayRequest(fields, now).body,
    }),
    () => ({ ...sepayRequest(fields, now), headers: { authorization: 'Apikey 0' } }),
  ]
  const { body, headers } = isForged ? random.pick(forgeries)() : sepayRequest(fields, now)
  const { status } = await server.send('POST', '/bank-notifications', JSON.parse(body), headers)
  return status
}

/** Each part by another staff member, at the same time. */
async function assignParts(
  staff: readonly StaffClient[],
  plans: readonly Plan[],
  subjects: ReadonlyMap<string, string>,
  wrong: string[],
): Promise<void> {
  const [mai, hoa] = staff
  if (!mai || !hoa) throw new Error('Two staff members are needed.')
  const page = await mai.read('/transfers')
  if (!page.includes('/transfers/assign')) wrong.push('the desk offers nothing to assign')
  for (const { item, parts } of plans) {
    const [one, other] = parts
    if (one === undefined || other === undefined) continue
    const subject = subjects.get(item.code.replaceAll('-', '')) ?? ''
    const assign = (desk: StaffClient, id: number) =>
      desk.post('/transfers/assign', { id: `sepay:${id}`, version: '1', subject })
    const answers = await Promise.all([assign(mai, one), assign(hoa, other)])
    for (const { status } of answers) if (status !== 303) wrong.push(`${item.code}: ${status}`)
  }
}

export const bankTransfersProof = defineProof({
  id: 'R25',
  name: 'bank-transfers',
  scenario:
    'A bank reports transfers for orders and deposits, some of which are cancelled: each several times and often at the ' +
    'same time, in a random order, with exact, partial and excessive sums, payments made twice, wrong and missing ' +
    'references, and forged signatures; two staff members assign parts at the same time. SQLite, and PostgreSQL with two processes.',
  guarantee:
    'What is recorded equals what the bank has reported, to the dong; an item is paid if and only if its transfers pay ' +
    'it, by one of them; everything else waits for a decision, and nothing forged is stored.',
  short: { notifications: 300, concurrency: 16, engine: 'both' } as BankOptions,
  long: { notifications: 10_000, concurrency: 32, engine: 'both' } as BankOptions,
  run: (options, seed, report) => proveBankTransfers(options, seed, report),
  summarize: ({ outcomes }) =>
    outcomes
      .map(
        ({ engine, sent, forged, transfers, paid, open, wrong }) =>
          `${engine}: ${formatCount(sent)} notifications (${formatCount(forged)} forged) of ` +
          `${formatCount(transfers)} transfers, ${formatCount(paid)} items paid, ` +
          `${formatCount(open)} transfers waiting, ${wrong.length} errors`,
      )
      .join('; '),
})
