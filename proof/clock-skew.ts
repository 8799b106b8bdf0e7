/** R20. The clock of the machine was wrong for a while: no caller is locked out, and nothing waits for a date in the future. */
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { day, hour } from '../src/kernel/time.ts'
import { form } from '../test/support/desk.ts'
import { runMailbox } from '../test/support/receivers.ts'
import { openRawDatabase } from './migrations/raw-database.ts'
import { defineProof, type ReportProgress } from './support/proof.ts'
import { makeScratch, sampleFolder } from './support/scratch.ts'
import { freePort, type Server, startServer } from './support/server.ts'
import { firstPassword, signInStaff } from './support/staff-sessions.ts'

type SkewOptions = { /** In hours, separated by spaces. */ skews: string; steps: string }

const shiftClock = join(import.meta.dirname, 'support/shift-clock.js')
const writeLimit = 3
const maxSkewMs = 120_000
const owner = 'Mai'

/** The longest waits that the program may ask for. */
const windowSeconds = { write: 3_600, signIn: 900 }

async function proveClockSkew({ skews, steps }: SkewOptions, report: ReportProgress) {
  const wrong: string[] = []
  const hoursOf = (text: string) => text.split(' ').map(Number)
  const total = hoursOf(skews).length + hoursOf(steps).length
  let done = 0
  for (const hours of hoursOf(skews)) {
    await tryRestart(hours * hour, (what) => wrong.push(`a start ${hours} h ahead: ${what}`))
    report(++done, total)
  }
  for (const hours of hoursOf(steps)) {
    await tryStep(hours * hour, (what) => wrong.push(`a step of ${hours} h: ${what}`))
    report(++done, total)
  }
  return { skews, steps, restarts: hoursOf(skews).length, wrong, holds: wrong.length === 0 }
}

type AddError = (what: string) => void

/** The program runs with a wrong clock, and starts again with the right one. */
async function tryRestart(skewMs: number, addError: AddError): Promise<void> {
  const scratch = makeScratch()
  const mailbox = await runMailbox()
  const environment = {
    ...shopEnvironment(scratch.database),
    STAFF_MAIL: 'staff@shop.example',
    MAIL_FROM: 'desk@shop.example',
  }
  const start = (offsetMs: number, smtpUrl: string) =>
    startServer({ ...environment, SMTP_URL: smtpUrl, CLOCK_OFFSET_MS: String(offsetMs) })
  // The mail server is down, so that the deliveries wait for a retry.
  let server = await start(skewMs, `smtp://127.0.0.1:${await freePort()}`)
  try {
    await signInStaff([server], [owner])
    const first = await sendLead(server, 'key-of-the-wrong-time')
    await useUpLimits(server)
    await pause(1_500)
    await server.kill('SIGTERM')

    server = await start(0, mailbox.url)
    await checkLag(server, skewMs, addError)
    await checkCallers(server, addError)
    const replayed = await sendLead(server, 'key-of-the-wrong-time')
    const isReplayed = replayed.headers['idempotent-replayed'] === 'true'
    // A response that is older than a day may have been deleted.
    if (skewMs > -day && (!isReplayed || replayed.text !== first.text)) {
      addError('a repeated request was not answered with the stored response')
    }
    await checkRows(scratch.database, addError)
    for (let tries = 0; mailbox.mails.length === 0 && tries < 100; tries++) await pause(100)
    if (skewMs > -day && mailbox.mails.length === 0) addError('a delivery waits')
  } finally {
    await server.kill('SIGKILL')
    await mailbox.close()
    scratch.remove()
  }
}

/** The clock changes while the program is running. */
async function tryStep(stepMs: number, addError: AddError): Promise<void> {
  const scratch = makeScratch()
  const server = await startServer({
    ...shopEnvironment(scratch.database),
    CLOCK_OFFSET_MS: '0',
    CLOCK_STEP_MS: String(stepMs),
  })
  try {
    await signInStaff([server], [owner])
    await useUpLimits(server)
    server.process.kill('SIGUSR2')
    await pause(200)
    await checkCallers(server, addError)
  } finally {
    await server.kill('SIGKILL')
    scratch.remove()
  }
}

function shopEnvironment(database: string): Record<string, string> {
  return {
    DATABASE_URL: database,
    CONTENT_DIR: sampleFolder('restaurant'),
    LOG_LEVEL: 'warn',
    WRITE_LIMIT: String(writeLimit),
    NODE_OPTIONS: `--import=${shiftClock}`,
  }
}

function sendLead(server: Server, key?: string) {
  const body = { name: 'Lan', phone: '0912345678', consent: '1' }
  return server.send('POST', '/api/lead', body, key ? { 'idempotency-key': key } : {})
}

function signIn(server: Server, password: string): Promise<Response> {
  return fetch(`${server.deskUrl}/sign-in`, form({ name: owner, password }))
}

/** Writes and failed sign-ins until both are limited. */
async function useUpLimits(server: Server): Promise<void> {
  for (let count = 0; count <= writeLimit; count++) await sendLead(server, `key-number-${count}`)
  for (let count = 0; count < 6; count++) await signIn(server, 'a wrong password')
}

/** After the clock was corrected, callers have their limits, and waits are at most one window. */
async function checkCallers(server: Server, addError: AddError): Promise<void> {
  for (let count = 0; count < writeLimit; count++) {
    const { status, headers } = await sendLead(server, `key-afterwards-${count}`)
    if (status !== 201) addError(`a write got ${status}, Retry-After ${headers['retry-after']}`)
  }
  const limited = await sendLead(server, 'key-beyond-the-limit')
  const wait = Number(limited.headers['retry-after'])
  if (limited.status !== 429 || !(wait <= windowSeconds.write)) {
    addError(`a write beyond the limit got ${limited.status}, Retry-After ${wait}`)
  }
  const { status, headers } = await signIn(server, firstPassword)
  if (status !== 303) addError(`a sign-in got ${status}, Retry-After ${headers.get('retry-after')}`)
  for (let count = 0; count < 6; count++) {
    const failed = await signIn(server, 'a wrong password')
    const seconds = Number(failed.headers.get('retry-after') ?? 0)
    if (seconds > windowSeconds.signIn) addError(`failed sign-ins have to wait ${seconds} s`)
  }
}

/** A clock that is earlier than the newest row is reported with the difference. */
async function checkLag(server: Server, skewMs: number, addError: AddError): Promise<void> {
  const findReport = () => server.log.find(({ event }) => event === 'clock is behind the database')
  for (let tries = 0; skewMs > 0 && !findReport() && tries < 40; tries++) await pause(50)
  const seconds = Number(findReport()?.seconds ?? 0)
  const expected = Math.max(0, skewMs / 1000)
  if (Math.abs(seconds - expected) > 60) addError(`a difference of ${seconds} s was reported`)
}

/** No row that limits, delays or prolongs anything has a time in the future. */
async function checkRows(address: string, addError: AddError): Promise<void> {
  const limits = [
    ...['writes at', 'failures at', 'request_counts at', 'mails at', 'answers created_at'].map(
      (column) => [column, 0] as const,
    ),
    ['sessions seen_at', 0],
    ['sessions lapses_at', 30 * day],
    ['form_tokens lapses_at', 2 * hour],
    ['deliveries due_at', hour],
  ] as const
  const database = await openRawDatabase(address)
  try {
    for (const [column, aheadMs] of limits) {
      const [table, name] = column.split(' ')
      const last = Date.now() + aheadMs + maxSkewMs
      const rows = await database.all(`SELECT 1 AS found FROM ${table} WHERE ${name} > ${last}`)
      if (rows.length > 0) addError(`${rows.length} rows of ${column} are in the future`)
    }
  } finally {
    await database.close()
  }
}

export const clockSkewProof = defineProof({
  id: 'R20',
  name: 'clock-skew',
  scenario:
    'The program runs with a clock that is 1 hour, 1 day or 400 days ahead or behind, with exhausted write limits, failed ' +
    'sign-ins, stored responses, sessions and waiting deliveries, and starts again with the right clock; the clock ' +
    'changes by an hour while it is running.',
  guarantee:
    'Callers have their limits again, no wait is longer than one window, no row is in the future, stored responses and ' +
    'deliveries are not lost, and the start reports a clock that is behind the newest row, with the difference.',
  short: { skews: '9600', steps: '-1' },
  long: { skews: '1 24 9600 -1 -24 -9600', steps: '1 -1' },
  run: (options, _seed, report) => proveClockSkew(options, report),
  summarize: ({ skews, steps, wrong }) =>
    `starts with a clock ${skews} h ahead, steps of ${steps} h: ${wrong.length} errors`,
})
