/**
 * R15. Two staff members at their desks and a link in a message answer the same request at the same time: one answer
 * wins, the others are told who was first and what the status is, and the history contains one answer.
 */
import { setTimeout as pause } from 'node:timers/promises'
import { form } from '../test/support/desk.ts'
import { type Mailbox, runMailbox } from '../test/support/receivers.ts'
import { formsOf, noticeOf, partOf, visibleTextOf } from '../test/support/screen.ts'
import { raceForBookingOffers } from './concurrent-staff/booking-offers.ts'
import { raceForOffers } from './concurrent-staff/offered-places.ts'
import { incrementCount } from './support/count-by.ts'
import { type Engine, type EngineSetup, runOnEachEngine } from './support/engines.ts'
import { defineProof, formatCount } from './support/proof.ts'
import { type Random, randomFrom } from './support/random.ts'
import { openDays, restaurantOfTwos } from './support/scratch.ts'
import { type Server, startServer } from './support/server.ts'
import { signInStaff } from './support/staff-sessions.ts'

type ConcurrentStaffOptions = { rounds: number; engine: Engine | 'both'; seed: number }

type ConcurrentStaffResult = ConcurrentStaffOptions & {
  outcomes: EngineResult[]
  holds: boolean
}

type EngineResult = {
  engine: Engine
  processes: number
  /** How often each of them was first. */
  won: Record<string, number>
  wrong: string[]
  holds: boolean
}

/** A staff member or a link that answers a request. */
type Answerer = {
  name: string
  readBooking(code: string): Promise<string>
  send(action: string, fields: Record<string, string>): Promise<Response>
}

const answers = { confirm: 'đã xác nhận', decline: 'đã từ chối' } as const

type Answer = keyof typeof answers

/** The name of the link in the history of the desk. */
const linkActor = 'Liên kết trong tin báo'

/** Requests are created in batches of this size, so that their messages arrive together. */
const maxPendingRequests = 50

async function proveConcurrentStaff({
  rounds,
  engine,
  seed,
}: ConcurrentStaffOptions): Promise<ConcurrentStaffResult> {
  const random = randomFrom(seed)
  const outcomes = await runOnEachEngine(engine, (engineSetup) =>
    runOnEngine(engineSetup, rounds, random),
  )
  return { rounds, engine, seed, outcomes, holds: outcomes.every(({ holds }) => holds) }
}

async function runOnEngine(
  { scratch, database, processes }: EngineSetup,
  rounds: number,
  random: Random,
): Promise<Omit<EngineResult, 'engine'>> {
  const mailbox = await runMailbox()
  const content = restaurantOfTwos(scratch, 40)
  const environment = {
    DATABASE_URL: database,
    CONTENT_DIR: content,
    SMTP_URL: mailbox.url,
    MAIL_FROM: 'desk@shop.example',
    STAFF_MAIL: 'staff@shop.example',
  }
  const servers: Server[] = []
  const won: Record<string, number> = {}
  const wrong: string[] = []
  try {
    while (servers.length < processes) servers.push(await startServer(environment))
    const colleagues = await signInStaff(servers, ['Mai', 'Hoa'])
    const staff = colleagues.map(({ name, read, post }): Answerer => {
      return { name, readBooking: (code) => read(`/bookings/${code}`), send: post }
    })
    const requestBooking = createRequester(servers[0] as Server)
    let races = 0
    for (let round = 0; round < rounds; ) {
      const codes = await Promise.all(
        Array.from({ length: Math.min(maxPendingRequests, rounds - round) }, requestBooking),
      )
      const links = await collectLinks(mailbox, codes)
      for (const code of codes) {
        const link = createLinkAnswerer(random.pick(servers), links.get(code) ?? '')
        const first = await race(code, shuffled([...staff, link], random), random, wrong)
        incrementCount(won, first)
        round++
      }
      for (let pair = 0; pair + 1 < codes.length; pair += 2) {
        await raceForTable(codes.slice(pair, pair + 2), staff, races++, wrong)
      }
    }
    const [one, other] = colleagues
    if (!one || !other) throw new Error('Two staff members are needed.')
    const places = { server: servers[0] as Server, database, content }
    const desks = [one, other] as const
    const offerRounds = Math.ceil(rounds / 4)
    await raceForOffers({ ...places, desks }, offerRounds, random, wrong)
    await raceForBookingOffers({ ...places, desks, requestBooking }, offerRounds, random, wrong)
  } finally {
    for (const server of servers) await server.kill('SIGTERM')
    await mailbox.close()
  }
  const isEachWinner = rounds < 100 || Object.keys(won).length === 3
  return { processes, won, wrong, holds: wrong.length === 0 && isEachWinner }
}

/** Requests one table after the other and returns the code of each booking. */
function createRequester(server: Server): () => Promise<string> {
  const starts = ['11:00', '13:00', '17:00', '19:00', '21:00']
  const days = openDays()
  let requestCount = 0
  return async () => {
    const slotIndex = Math.floor(requestCount++ / 40)
    const body = {
      name: 'Nguyễn Thị Lan',
      phone: '0912345678',
      consent: '1',
      date: days[Math.floor(slotIndex / starts.length)],
      time: starts[slotIndex % starts.length],
      party_size: 2,
    }
    const key = { 'idempotency-key': `request-${requestCount}` }
    const response = await server.send('POST', '/api/booking', body, key)
    if (response.status !== 202) throw new Error(`${response.status}: ${response.text}`)
    return (JSON.parse(response.text) as { code: string }).code
  }
}

/** The action links in the messages to staff, by booking code. */
async function collectLinks(
  mailbox: Mailbox,
  codes: readonly string[],
): Promise<Map<string, string>> {
  const links = new Map<string, string>()
  for (let tries = 0; tries < 600; tries++) {
    for (const { text } of mailbox.mails.splice(0)) {
      const code = codes.find((one) => text.includes(one))
      const path = /\/act\/[\w.-]+/.exec(text)?.[0]
      if (code !== undefined && path !== undefined) links.set(code, path)
    }
    if (links.size === codes.length) return links
    await pause(50)
  }
  throw new Error(`${codes.length - links.size} messages were not delivered`)
}

function createLinkAnswerer({ deskUrl }: Server, path: string): Answerer {
  return {
    name: linkActor,
    readBooking: async () => (await fetch(`${deskUrl}${path}`)).text(),
    send: (action, fields) => fetch(`${deskUrl}${action}`, form(fields)),
  }
}

/** Lets everyone open the request, then answer it at the same time. Returns the name of the first. */
async function race(
  code: string,
  answerers: readonly Answerer[],
  random: Random,
  wrong: string[],
): Promise<string> {
  const note = (text: string) => wrong.push(`${code}: ${text}`)
  const preparedAnswers = await Promise.all(
    answerers.map(async (one) => {
      const answer: Answer = random.pick(['confirm', 'decline'])
      return { ...one, answer, ...findAnswerForm(await one.readBooking(code), answer) }
    }),
  )
  const results = await Promise.all(
    preparedAnswers.map(async ({ name, answer, action, fields, send }) => {
      const response = await send(action, { ...fields, own: 'Kín chỗ' })
      return { name, answer, status: response.status, page: await response.text() }
    }),
  )
  const winners = results.filter(({ status }) => status === 303 || status === 200)
  const [winner] = winners
  if (!winner || winners.length > 1) {
    note(`answered by ${winners.map(({ name }) => name).join(' and ') || 'no one'}`)
    return 'no single winner'
  }
  for (const { name, status, page } of results.filter((one) => one !== winner)) {
    const notice = noticeOf(page)
    if (status !== 409) note(`${name} got status ${status}`)
    else if (!notice.includes(winner.name))
      note(`${name} does not see the name ${winner.name}: ${notice}`)
    else if (!readState(page).includes(answers[winner.answer]))
      note(`${name} sees the status ${readState(page)} after ${winner.answer}`)
  }
  const history = await readHistory(answerers, code)
  const answerEntries = history.filter((line) => /xác nhận|từ chối/.test(line))
  if (answerEntries.length !== 1 || !answerEntries[0]?.includes(winner.name))
    note(`history: ${history.join('; ')}`)
  return winner.name
}

/**
 * Two desks move two bookings to one table before opening time, against the rule, at the same time: the first gets it,
 * and the other is told who has it. A declined booking cannot be moved.
 */
async function raceForTable(
  codes: readonly string[],
  staff: readonly Answerer[],
  index: number,
  wrong: string[],
): Promise<void> {
  const tables = 40
  // Each day has a hundred pairs of requests, and no two of them may move to the same table at the same time.
  const times = ['02:00', '05:00', '08:00']
  const target = {
    time: times[Math.floor(index / tables) % times.length] ?? '',
    resource: `table:ban-${(index % tables) + 1}`,
    override: 'before_opening',
  }
  const pages = await Promise.all(
    codes.map((code, place) => (staff[place] as Answerer).readBooking(code)),
  )
  const open = pages.flatMap((page, place) => {
    const form = formsOf(page).find(
      ({ action, fields }) => action.endsWith('/move') && 'party' in fields,
    )
    return form ? [{ ...form, send: (staff[place] as Answerer).send }] : []
  })
  const sameDay = open.every(({ fields }) => fields.date === open[0]?.fields.date)
  const results = await Promise.all(
    open.map(async ({ action, fields, send }) => {
      const response = await send(action, { ...fields, ...target })
      return { status: response.status, notice: noticeOf(await response.text()) }
    }),
  )
  const done = results.filter(({ status }) => status === 303)
  const expected = sameDay ? Math.min(1, open.length) : open.length
  if (done.length !== expected)
    wrong.push(`${codes}: ${done.length} bookings got ${target.resource}`)
  const losers = results.filter(({ status }) => status !== 303)
  if (losers.some(({ notice }) => !notice.includes('đã có')))
    wrong.push(`${codes}: refused without the holder: ${losers.map(({ notice }) => notice)}`)
}

/** The form on the page that confirms or declines the request. */
function findAnswerForm(page: string, answer: Answer) {
  const found = formsOf(page).find(
    ({ action, fields }) => action.endsWith(`/${answer}`) || fields.act === answer,
  )
  if (!found) throw new Error(`no form to ${answer} in ${visibleTextOf(page)}`)
  return found
}

function readState(page: string): string {
  return visibleTextOf(partOf(page, '<span class="status-badge', '</span>'))
}

/** The history of the booking as the desk shows it to staff. */
async function readHistory(answerers: readonly Answerer[], code: string): Promise<string[]> {
  const reader = answerers.find(({ name }) => name !== linkActor)
  const list = partOf((await reader?.readBooking(code)) ?? '', '<ol class="history">', '</ol>')
  return list.split('<li>').slice(1).map(visibleTextOf)
}

function shuffled<Item>(items: readonly Item[], random: Random): Item[] {
  return items
    .map((item) => ({ item, sortKey: random.next() }))
    .sort((one, other) => one.sortKey - other.sortKey)
    .map(({ item }) => item)
}

export const concurrentStaffProof = defineProof({
  id: 'R15',
  name: 'concurrent-staff',
  scenario:
    'Two staff members and a link in a message answer the same request at the same time, two desks move bookings to ' +
    'one table against a rule, and the guest, two desks and the clock decide about one offered place; SQLite, and PostgreSQL with one process for each staff member.',
  guarantee:
    'One answer wins; the others are told who was first and what the status is. One booking gets the table, and one of ' +
    'them decides about the place.',
  short: { rounds: 8, engine: 'both' as ConcurrentStaffOptions['engine'] },
  long: { rounds: 1_000, engine: 'both' as ConcurrentStaffOptions['engine'] },
  run: (options, seed) => proveConcurrentStaff({ ...options, seed }),
  summarize: ({ rounds, outcomes }) =>
    outcomes
      .map(({ engine, processes, won, wrong }) => {
        const winners = Object.entries(won).map(([name, times]) => `${name} ${times}`)
        const where = `${engine} (processes: ${processes})`
        return `${formatCount(rounds)} requests on ${where}, won by ${winners.join(', ')}: ${wrong.length} errors`
      })
      .join('; '),
})
