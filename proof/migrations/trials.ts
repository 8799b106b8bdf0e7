/** What is done to old books, and what is wrong with them afterwards. */
import { openStore } from '../../src/store/open.ts'
import { letan } from '../support/command.ts'
import type { Random } from '../support/random.ts'
import { type Server, startServer } from '../support/server.ts'
import { contentsOf, differencesBetween, differencesFromModel } from './compare.ts'
import { startAndKill } from './interrupt.ts'
import { type OldBook, versions } from './old-database.ts'
import { copyBook, openRaw } from './raw-database.ts'

/** An old book, and a copy of it that was brought up to date and left in peace. */
export type Case = { book: OldBook; done: string; milliseconds: number }

export type Surroundings = { environment: Record<string, string>; newShape: readonly string[] }

/** Brought up to date without any disturbance, it holds what it held. */
export async function bringUpToDate(book: OldBook): Promise<Case & { wrong: string[] }> {
  const done = await copyBook(book.address, `done_${book.place}`)
  const began = performance.now()
  await (await openStore(done, Date.now)).close()
  const milliseconds = performance.now() - began
  const raw = await openRaw(done)
  const wrong = differencesFromModel(await contentsOf(raw), book.rows)
  await raw.close()
  return { book, done, milliseconds, wrong }
}

/**
 * Killed so many times while it is brought up to date, it is old or new each time. Kills that come too
 * late do not count: the aim is corrected, and the next begins with the old book. Then several start
 * on it at once: one brings it up to date, and all of them serve.
 */
export async function disturb(
  { book, done, milliseconds }: Case,
  { kills, processes }: { kills: number; processes: number },
  random: Random,
  { environment, newShape }: Surroundings,
): Promise<{ midway: number; late: number; wrong: string[] }> {
  const wrong: string[] = []
  const copy = () => copyBook(book.address, `killed_${book.place}_${late}`)
  let [midway, late, within] = [0, 0, milliseconds]
  let address = await copy()
  while (midway < kills && late < kills + mostLate) {
    const begun = await startAndKill(address, environment, random.next() * within)
    const raw = await openRaw(address)
    const shape = await raw.shape()
    const applied = await raw.all('SELECT name FROM migrations')
    await raw.close()
    const isDone = applied.length === versions.length
    if (!isSame(shape, isDone ? newShape : book.shape)) wrong.push('was left half done')
    if (begun && !isDone) midway++
    else {
      late++
      within *= 0.8
      address = await copy()
    }
  }
  const servers = await Promise.all(
    Array.from({ length: processes }, () => startServer({ ...environment, DATABASE_URL: address })),
  )
  wrong.push(...(await stopAndCompare(servers, book, address, done, newShape)))
  return { midway, late, wrong }
}

const mostLate = 10

/** A book that this version cannot go on with is left as it is, and whoever starts is told why. */
export async function refuse(
  { book }: Case,
  { environment }: Surroundings,
  { name, change, told }: { name: string; change: string; told: RegExp },
): Promise<string[]> {
  const address = await copyBook(book.address, name)
  const look = async () => {
    const raw = await openRaw(address)
    const found = { shape: await raw.shape(), contents: [...(await contentsOf(raw))] }
    await raw.close()
    return JSON.stringify(found)
  }
  const raw = await openRaw(address)
  await raw.run(change)
  await raw.close()
  const before = await look()
  const { code, said } = await letan([], {
    ...environment,
    DATABASE_URL: address,
    HOST: '127.0.0.1',
    PORT: '0',
    BASE_URL: 'http://letan.example',
    DESK_PORT: '0',
  })
  return [
    ...(code === 1 && told.test(said) && !/\n\s+at /.test(said) ? [] : [`${name}: ${said}`]),
    ...((await look()) === before ? [] : [`${name}: was touched though it was refused`]),
  ]
}

async function stopAndCompare(
  servers: readonly Server[],
  book: OldBook,
  address: string,
  done: string,
  newShape: readonly string[],
): Promise<string[]> {
  const wrong: string[] = []
  try {
    for (const server of servers) wrong.push(...(await whatIsNotServed(server, book)))
    wrong.push(...(await whoIsNotFound(address)))
  } finally {
    await Promise.all(servers.map((server) => server.kill('SIGTERM')))
  }
  const [one, other] = [await openRaw(address), await openRaw(done)]
  if (!isSame(await one.shape(), newShape)) wrong.push('does not have the shape of a new one')
  wrong.push(...differencesBetween(await contentsOf(one), await contentsOf(other)))
  await one.close()
  await other.close()
  return wrong
}

/** Who booked can look it up, and what he holds nobody else gets. */
async function whatIsNotServed(server: Server, { evenings }: OldBook): Promise<string[]> {
  const wrong: string[] = []
  for (const { date, time, codes } of evenings) {
    for (const code of codes) {
      const { status } = await server.send('GET', `/api/booking/${code}`)
      if (status !== 200) wrong.push(`${code} was answered ${status}`)
    }
    const guest = { name: 'Lan', phone: '0912345678', consent: '1' }
    for (const [wish, expected] of [
      [time, 409],
      ['11:00', 202],
    ] as const) {
      const body = { ...guest, date, time: wish, party_size: 2 }
      const { status } = await server.send('POST', '/api/booking?dry_run=1', body)
      if (status !== expected) wrong.push(`${date} ${wish} was answered ${status}`)
    }
  }
  return wrong
}

/** Guests of before there was a search become findable by name, soon after the start. */
async function whoIsNotFound(address: string): Promise<string[]> {
  const book = await openRaw(address)
  const last = performance.now() + 60_000
  const unfolded = 'SELECT 1 AS left_over FROM booking_guests WHERE folded IS NULL LIMIT 1'
  while ((await book.all(unfolded)).length > 0 && performance.now() < last);
  const names = await book.all<{ name: string; folded: string }>(
    'SELECT name, folded FROM booking_guests',
  )
  await book.close()
  const wrong = names.filter(
    ({ name, folded }) => folded !== name.replace('Nguyễn Thị Đào', 'nguyen thi dao'),
  )
  return wrong.length > 0 ? [`${wrong.length} guests cannot be found by name`] : []
}

const isSame = (one: readonly string[], other: readonly string[]) =>
  JSON.stringify(one) === JSON.stringify(other)
