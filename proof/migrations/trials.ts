/** Migrates old databases with and without kills and checks the results. */
import { setTimeout as pause } from 'node:timers/promises'
import { moveHealthRows } from '../../src/domain/booking/health-rows.ts'
import { openStore } from '../../src/store/open.ts'
import { runLetan } from '../support/command.ts'
import type { Random } from '../support/random.ts'
import { type Server, startServer } from '../support/server.ts'
import { differencesAfterStart, differencesFromExpected, readContents } from './compare.ts'
import { expectedContents } from './expected.ts'
import { startAndKill } from './interrupt.ts'
import { type OldDatabase, versions } from './old-database.ts'
import { cloneDatabase, openRawDatabase, type RawDatabase } from './raw-database.ts'

/** An old database, and a copy that was migrated without a kill. */
export type MigrationCase = {
  oldDatabase: OldDatabase
  migratedAddress: string
  milliseconds: number
}

type TrialContext = { environment: Record<string, string>; newSchema: readonly string[] }

/** Migrates without a kill and compares the rows. */
export async function migrateWithoutKill(
  oldDatabase: OldDatabase,
): Promise<MigrationCase & { wrong: string[] }> {
  const migratedAddress = await cloneDatabase(oldDatabase.address, `done_${oldDatabase.ordinal}`)
  const began = performance.now()
  await (await openStore(migratedAddress, Date.now)).close()
  const milliseconds = performance.now() - began
  const raw = await openRawDatabase(migratedAddress)
  const wrong = differencesFromExpected(await readContents(raw), expectedContents(oldDatabase.rows))
  await raw.close()
  return { oldDatabase, migratedAddress, milliseconds, wrong }
}

/**
 * Kills the migration several times; each time the database must be either old or new. A kill that comes too late does
 * not count: the time is corrected and the old database is copied again. Then several processes start at the same time:
 * one of them migrates, and all of them serve.
 */
export async function interruptMigration(
  { oldDatabase, migratedAddress, milliseconds }: MigrationCase,
  { kills, processes }: { kills: number; processes: number },
  random: Random,
  { environment, newSchema }: TrialContext,
): Promise<{ midway: number; late: number; wrong: string[] }> {
  const wrong: string[] = []
  const copy = () => cloneDatabase(oldDatabase.address, `killed_${oldDatabase.ordinal}_${late}`)
  let [midway, late, windowMs] = [0, 0, milliseconds]
  let address = await copy()
  while (midway < kills && late < kills + maxLateKills) {
    const hasBegun = await startAndKill(address, environment, random.next() * windowMs)
    const raw = await openRawDatabase(address)
    const schema = await raw.schema()
    const applied = await raw.all('SELECT name FROM migrations')
    await raw.close()
    const isDone = applied.length === versions.length
    if (!isSame(schema, isDone ? newSchema : oldDatabase.schema))
      wrong.push('the migration is incomplete')
    if (hasBegun && !isDone) midway++
    else {
      late++
      windowMs *= 0.8
      address = await copy()
    }
  }
  const starts = await Promise.allSettled(
    Array.from({ length: processes }, () => startServer({ ...environment, DATABASE_URL: address })),
  )
  const servers = starts.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []))
  const failures = starts.flatMap((one) => (one.status === 'rejected' ? [String(one.reason)] : []))
  if (failures.length === 0) {
    wrong.push(...(await stopAndCompare(servers, oldDatabase, address, migratedAddress, newSchema)))
  } else {
    wrong.push(...failures)
    await Promise.all(servers.map((server) => server.kill('SIGTERM')))
  }
  return { midway, late, wrong }
}

const maxLateKills = 10

/** Rows that a process of the previous version stores after the migration are moved, each to its place. */
export async function checkLateHealthRows({
  oldDatabase,
  migratedAddress,
}: MigrationCase): Promise<string[]> {
  const inserted = oldDatabase.rows
  const copied = inserted.get('booking_health') ?? []
  const withHealth = new Set(copied.map((row) => row.booking_id))
  const bookings = (inserted.get('bookings') ?? []).filter(({ id }) => !withHealth.has(id ?? null))
  const bookingIds = [
    ...bookings.filter(({ code }) => String(code).startsWith('BAN')).slice(0, 3),
    ...bookings.filter(({ code }) => String(code).startsWith('HEN')).slice(0, 3),
  ].map(({ id = null }) => id)
  const late = bookingIds.map((booking_id, index) => ({
    booking_id,
    marks: index % 3 === 0 ? '[]' : `["late-${index}"]`,
    needs_attention: index % 2 === 0 ? 1 : 0,
  }))
  const address = await cloneDatabase(migratedAddress, 'late')
  const raw = await openRawDatabase(address)
  await raw.run('DELETE FROM booking_health')
  await raw.insert('booking_health', late)
  const store = await openStore(address, Date.now)
  await moveHealthRows(store)
  await store.close()
  const expected = expectedContents(
    new Map([...inserted, ['booking_health', [...copied, ...late]]]),
  )
  expected.set('booking_health', [])
  // Desks that show the booking notice the change by its version.
  const changed = new Set(
    late.flatMap((row) =>
      row.marks !== '[]' || row.needs_attention === 1 ? [row.booking_id] : [],
    ),
  )
  const withVersions = (expected.get('bookings') ?? []).map((row) =>
    changed.has(row.id ?? null) ? { ...row, version: Number(row.version) + 1 } : row,
  )
  expected.set('bookings', withVersions)
  const wrong = differencesFromExpected(await readContents(raw), expected)
  await raw.close()
  return wrong.map((one) => `late rows: ${one}`)
}

/** A database that this version cannot open is not modified, and the start fails with the reason. */
export async function checkRejection(
  { oldDatabase }: MigrationCase,
  { environment }: TrialContext,
  { name, change, expectedError }: { name: string; change: string; expectedError: RegExp },
): Promise<string[]> {
  const address = await cloneDatabase(oldDatabase.address, name)
  const snapshot = async () => {
    const raw = await openRawDatabase(address)
    const state = { schema: await raw.schema(), contents: [...(await readContents(raw))] }
    await raw.close()
    return JSON.stringify(state)
  }
  const raw = await openRawDatabase(address)
  await raw.run(change)
  await raw.close()
  const before = await snapshot()
  const { code, output } = await runLetan([], {
    ...environment,
    DATABASE_URL: address,
    HOST: '127.0.0.1',
    PORT: '0',
    BASE_URL: 'http://letan.example',
    DESK_PORT: '0',
  })
  return [
    ...(code === 1 && expectedError.test(output) && !/\n\s+at /.test(output)
      ? []
      : [`${name}: ${output}`]),
    ...((await snapshot()) === before ? [] : [`${name}: was modified although it was rejected`]),
  ]
}

async function stopAndCompare(
  servers: readonly Server[],
  oldDatabase: OldDatabase,
  address: string,
  migratedAddress: string,
  newSchema: readonly string[],
): Promise<string[]> {
  const wrong: string[] = []
  try {
    for (const server of servers) wrong.push(...(await findUnserved(server, oldDatabase)))
    wrong.push(...(await findUnsearchableGuests(address)))
    wrong.push(...(await findUnmovedHealthRows(address)))
  } finally {
    await Promise.all(servers.map((server) => server.kill('SIGTERM')))
  }
  const [one, other] = [await openRawDatabase(address), await openRawDatabase(migratedAddress)]
  if (!isSame(await one.schema(), newSchema)) wrong.push('the schema differs from a new database')
  wrong.push(...differencesAfterStart(await readContents(one), await readContents(other)))
  await one.close()
  await other.close()
  return wrong
}

/** Bookings can be read, and their tables are not free. */
async function findUnserved(server: Server, { evenings }: OldDatabase): Promise<string[]> {
  const wrong: string[] = []
  for (const { date, time, codes } of evenings) {
    for (const code of codes) {
      const { status } = await server.send('GET', `/api/booking/${code}`)
      if (status !== 200) wrong.push(`${code} got status ${status}`)
    }
    const guest = { name: 'Lan', phone: '0912345678', consent: '1' }
    for (const [requestedTime, expected] of [
      [time, 409],
      ['11:00', 202],
    ] as const) {
      const body = { ...guest, date, time: requestedTime, party_size: 2 }
      const { status } = await server.send('POST', '/api/booking?dry_run=1', body)
      if (status !== expected) wrong.push(`${date} ${requestedTime} got status ${status}`)
    }
  }
  return wrong
}

/** A background job makes guests of old versions searchable by name. */
async function findUnsearchableGuests(address: string): Promise<string[]> {
  const database = await openRawDatabase(address)
  await waitUntilEmpty(database, 'SELECT 1 AS one FROM booking_guests WHERE folded IS NULL LIMIT 1')
  const names = await database.all<{ name: string; folded: string }>(
    'SELECT name, folded FROM booking_guests',
  )
  await database.close()
  const wrong = names.filter(
    ({ name, folded }) => folded !== name.replace('Nguyễn Thị Đào', 'nguyen thi dao'),
  )
  return wrong.length > 0 ? [`${wrong.length} guests cannot be state by name`] : []
}

/** A background job deletes health data from the table of the previous version. */
async function findUnmovedHealthRows(address: string): Promise<string[]> {
  const database = await openRawDatabase(address)
  const isEmpty = await waitUntilEmpty(database, 'SELECT 1 AS one FROM booking_health LIMIT 1')
  await database.close()
  return isEmpty ? [] : ['rows of booking_health were not moved']
}

/** Returns whether the query found nothing in time. */
async function waitUntilEmpty(database: RawDatabase, query: string): Promise<boolean> {
  const deadlineMs = performance.now() + 60_000
  while ((await database.all(query)).length > 0) {
    if (performance.now() > deadlineMs) return false
    await pause(20)
  }
  return true
}

const isSame = (one: readonly string[], other: readonly string[]) =>
  JSON.stringify(one) === JSON.stringify(other)
