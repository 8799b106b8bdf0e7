/**
 * R19. Strangers use every write that causes email, to addresses that never confirmed: the emails contain nothing that
 * they typed, and are limited by the hourly budget of the shop, over all processes.
 */
import { setTimeout as pause } from 'node:timers/promises'
import { openStore } from '../src/store/open.ts'
import type { Store } from '../src/store/sql.ts'
import { type Mail, type Mailbox, runMailbox } from '../test/support/receivers.ts'
import { openClients, type ShopClients } from './erase/clients.ts'
import { tradeFixtures } from './erase/guest-activity.ts'
import { createSlotFinder } from './erase/other-guests.ts'
import { type Contact, sendContact, waysWithEmail, writes } from './spam-relay/contacts.ts'
import { confirmationPath, contains } from './spam-relay/mails.ts'
import { type Engine, type EngineSetup, runOnEachEngine } from './support/engines.ts'
import { defineProof, formatCount, type ReportProgress } from './support/proof.ts'
import { type Random, randomFrom } from './support/random.ts'
import { type Server, startServer } from './support/server.ts'

type SpamOptions = {
  /** First contacts, distributed over all writes and clients. */
  contacts: number
  /** Budget of the first part, and how many contacts try to exceed it. */
  budget: number
  beyondBudget: number
  engine: Engine | 'both'
}

type SpamOutcome = {
  processes: number
  accepted: number
  rejectedTexts: number
  mails: number
  /** Each is a way in which the guarantee does not hold. */
  wrong: string[]
  sentInHour: number[]
  greetedByName: number
  holds: boolean
}

const hourMs = 3_600_000
const maxSettleMs = 120_000

async function proveSpamRelay(options: SpamOptions, seed: number, report: ReportProgress) {
  const random = randomFrom(seed)
  const outcomes = await runOnEachEngine(options.engine, (setup) =>
    runOnEngine(setup, options, random, report),
  )
  return { ...options, outcomes, holds: outcomes.every(({ holds }) => holds) }
}

async function runOnEngine(
  { database, processes }: EngineSetup,
  options: SpamOptions,
  random: Random,
  report: ReportProgress,
): Promise<SpamOutcome> {
  const mailbox = await runMailbox()
  const environment = {
    DATABASE_URL: database,
    VARIANT: 'spa',
    TRUST_PROXY: '1',
    SMTP_URL: mailbox.url,
    MAIL_FROM: 'desk@shop.example',
  }
  let servers: Server[] = []
  const start = async (firstEmailsPerHour: number) => {
    for (const server of servers) await server.kill('SIGTERM')
    servers = []
    const limit = { FIRST_EMAILS_PER_HOUR: String(firstEmailsPerHour) }
    while (servers.length < processes) servers.push(await startServer({ ...environment, ...limit }))
  }
  const store = await openStore(database, Date.now)
  const wrong: string[] = []
  try {
    await start(options.budget)
    const clients = await openClients(servers[0] as Server)
    const run: Run = { clients: servers.map(clients.reconnectTo), store, mailbox, random, wrong }
    const sentInHour = await tryBudget(run, options)

    await start(1_000_000)
    run.clients = servers.map(clients.reconnectTo)
    const typed = await tryTypedText(run, options.contacts, report)
    const greetedByName = await tryConfirmation(run)
    return {
      processes,
      ...typed,
      mails: mailbox.mails.length,
      sentInHour,
      greetedByName,
      wrong,
      holds: wrong.length === 0,
    }
  } finally {
    for (const server of servers) await server.kill('SIGKILL')
    await store.close()
    await mailbox.close()
  }
}

type Run = {
  /** Of each process. */
  clients: ShopClients[]
  store: Store
  mailbox: Mailbox
  random: Random
  wrong: string[]
}

/** Returns the number of emails in each of two hours. */
async function tryBudget(
  { clients, store, mailbox, wrong }: Run,
  { budget, beyondBudget }: SpamOptions,
): Promise<number[]> {
  const total = budget + beyondBudget
  const order = { kind: 'membership', visits: 5, name: 'Lan', phone: '0912345678', consent: '1' }
  const send = async (email: string, index: number) => {
    await clients[index % clients.length]?.api('/api/order', { ...order, email })
  }
  const spellings = ['a.b@gmail.com', 'ab@gmail.com', 'A.B+1@gmail.com', 'ab+2@googlemail.com']
  const share = Math.ceil(budget / 6)
  const victim = Array.from({ length: share * 2 }, (_, index) => {
    const [local = '', domain = ''] = (spellings[index % spellings.length] ?? '').split('@')
    return `${local}${local.includes('+') ? '' : '+x'}${index}@${domain}`
  })
  await Promise.all(victim.map(send))
  const subscriptions = ['c.d@guest.example', 'cd@guest.example', 'cd+1@guest.example']
  for (const email of subscriptions)
    await clients[0]?.api('/api/subscribe', { email, consent: '1' })
  await waitUntilSettled(store)
  const toVictim = mailbox.mails.filter(({ to }) => /@g(oogle)?mail\.com$/.test(to[0] ?? ''))
  if (toVictim.length !== share)
    wrong.push(`${toVictim.length} emails to the spellings of one mailbox instead of ${share}`)
  const toSubscriber = mailbox.mails.filter(({ to }) => subscriptions.includes(to[0] ?? ''))
  if (toSubscriber.length !== 1)
    wrong.push(`${toSubscriber.length} newsletter emails to the spellings of one mailbox`)

  await Promise.all(
    Array.from({ length: total }, (_, index) => send(`first${index}@guest.example`, index)),
  )
  await waitUntilSettled(store)
  const firstHour = mailbox.mails.length
  if (firstHour !== budget) wrong.push(`${firstHour} first emails in an hour instead of ${budget}`)
  const stored = await store.read.get<{ count: number }>('SELECT COUNT(*) AS count FROM orders')
  if (Number(stored?.count) !== total + victim.length)
    wrong.push(`${stored?.count} of ${total + victim.length} orders are stored`)
  for (const { readDesk } of clients) {
    if (!/id="first-emails"/.test(await readDesk('/')))
      wrong.push('the inbox of a process does not show that the budget is spent')
  }

  await skipHour(store)
  await waitUntilSettled(store)
  const secondHour = mailbox.mails.length - firstHour
  if (secondHour > budget) wrong.push(`${secondHour} first emails in the second hour`)
  if (secondHour === 0) wrong.push('no deferred email was sent in the second hour')
  return [firstHour, secondHour]
}

/** All times of the budget are in the database, so moving them simulates the passing of an hour. */
async function skipHour(store: Store): Promise<void> {
  await store.write(async (sql) => {
    await sql.run('UPDATE first_emails SET at = at - ?', hourMs)
    await sql.run("UPDATE deliveries SET due_at = due_at - ? WHERE state = 'waiting'", hourMs)
  })
}

/** Until no email is due any more. An event and its deliveries are stored in one transaction each, without a gap. */
async function waitUntilSettled({ read }: Store): Promise<void> {
  const deadlineMs = performance.now() + maxSettleMs
  while (performance.now() < deadlineMs) {
    await pause(100)
    const row = await read.get<{ pending: number }>(
      `SELECT (SELECT COUNT(*) FROM outbox WHERE told_at IS NULL) + (
         SELECT COUNT(*) FROM deliveries
         WHERE state = 'waiting' AND (due_at <= ? OR claimed_until > ?)) AS pending`,
      Date.now(),
      Date.now(),
    )
    if (Number(row?.pending) === 0) return
  }
  throw new Error('The emails were not sent in time.')
}

/** In everything that strangers type, and nowhere else. */
const mark = 'zqxwvmark'

async function tryTypedText(
  { clients, store, mailbox, random, wrong }: Run,
  count: number,
  report: ReportProgress,
): Promise<{ accepted: number; rejectedTexts: number }> {
  const before = mailbox.mails.length
  const ways = Object.keys(writes)
  const contacts = Array.from(
    { length: count },
    (_, index): Contact => ({
      way: ways[index % ways.length] ?? '',
      email: `stranger${index}@guest.example`,
    }),
  )
  const slots = createSlotFinder((clients[0] as ShopClients).server, tradeFixtures.spa)
  let [next, rejectedTexts] = [0, 0]
  const worker = async () => {
    for (let index = next++; index < contacts.length; index = next++) {
      const from = clients[index % clients.length]?.comingFrom(`2001:db8:${index}::1`)
      if (!from) return
      const word = (field: string) => `${mark}${field}`
      const result = await sendContact(from, contacts[index] as Contact, word, random, slots)
      if (result === 'rejected first') rejectedTexts++
      report(index + 1, contacts.length)
    }
  }
  await Promise.all(Array.from({ length: 12 }, worker))
  await waitUntilSettled(store)

  const mails = mailbox.mails.slice(before)
  for (const { way, email } of contacts) {
    const own = mails.filter(({ to }) => to[0] === email)
    const expected = waysWithEmail.includes(way) ? 1 : 0
    if (own.length !== expected) wrong.push(`${own.length} emails about a ${way}`)
    if (own.some((mail) => contains(mail, mark))) wrong.push(`typed text after a ${way}`)
  }
  const stored = await store.read.get<{ count: number }>(
    `SELECT COUNT(*) AS count FROM first_emails WHERE at IS NOT NULL`,
  )
  if (Number(stored?.count) !== mailbox.mails.length)
    wrong.push(`${stored?.count} emails are counted, ${mailbox.mails.length} were received`)
  return { accepted: contacts.length, rejectedTexts }
}

/** After the button is pressed a plain name is used; opening the link alone changes nothing. */
async function tryConfirmation({ clients, store, mailbox, wrong }: Run): Promise<number> {
  const [client] = clients
  if (!client) return 0
  const order = { kind: 'membership', visits: 5, consent: '1' }
  const send = async (email: string, name: string): Promise<Mail | undefined> => {
    const before = mailbox.mails.length
    // An equal order would be a duplicate.
    await client.api('/api/order', { ...order, phone: `0912345${100 + before}`, email, name })
    await waitUntilSettled(store)
    return mailbox.mails.slice(before).find(({ to }) => to[0] === email)
  }
  const follow = async (mail: Mail | undefined, method: 'GET' | 'POST') => {
    const path = (mail && confirmationPath(mail)) ?? '/no-link'
    const { status } = await client.server.send(method, path, undefined, {
      'sec-fetch-site': 'same-origin',
    })
    // The confirmation redirects to the page that states it.
    const expected = method === 'GET' ? 200 : 303
    if (status !== expected) wrong.push(`${method} of the link in an email got status ${status}`)
  }
  const email = 'owner@guest.example'
  await follow(await send(email, `Nguyễn ${mark}`), 'GET')
  const second = await send(email, `Nguyễn ${mark}`)
  if (second && contains(second, mark)) wrong.push('opening the link confirmed the address')
  await follow(second, 'POST')
  let greetedByName = 0
  for (const name of [`Nguyễn ${mark}`, `${mark}.example`, `${mark} 0900`, `Lаn ${mark}`]) {
    const mail = await send(email, name)
    const isPlain = name.startsWith('Nguyễn')
    if (!mail || contains(mail, mark) !== isPlain) wrong.push(`a confirmed address and ${name}`)
    if (isPlain) greetedByName++
  }
  const other = await send('owner+tag@guest.example', `Nguyễn ${mark}`)
  if (!other || contains(other, mark)) wrong.push('another spelling was confirmed too')
  return greetedByName
}

export const spamRelayProof = defineProof({
  id: 'R19',
  name: 'spam-relay',
  scenario:
    'Strangers send first contacts through every write that can cause email (booking, callback request, gift card, ' +
    'membership, newsletter; API, form, assistant), with links, addresses, digits, line breaks, header injection, ' +
    'look-alike letters and bidirectional marks, and with the same mailbox in several spellings; a real mail ' +
    'server; SQLite, and PostgreSQL with two processes.',
  guarantee:
    'An email to an unconfirmed address contains nothing typed in any header, part or attachment; after the ' +
    'confirmation only a plain name; the hourly budget of first emails holds over all processes, spellings of one ' +
    'mailbox share one count, the desk shows it, and every request is stored.',
  // Other tests cover SQLite.
  short: { contacts: 14, budget: 12, beyondBudget: 8, engine: 'postgres' as SpamOptions['engine'] },
  long: { contacts: 200, budget: 60, beyondBudget: 60, engine: 'both' as SpamOptions['engine'] },
  run: proveSpamRelay,
  summarize: ({ outcomes }) =>
    outcomes
      .map(({ engine, accepted, rejectedTexts, mails, wrong, sentInHour, processes }) =>
        [
          `${engine}, ${processes} ${processes === 1 ? 'process' : 'processes'}: ${accepted} first contacts`,
          `${rejectedTexts} texts rejected`,
          `${formatCount(mails)} emails`,
          `${sentInHour.join(' and ')} first emails in two hours`,
          `${wrong.length} errors`,
        ].join(', '),
      )
      .join('; '),
})
