/**
 * R14. A book of every version that was released is opened by the program of today, which is killed in
 * the middle of bringing it up to date, again and again, and then let be: the book has the shape of a
 * new one and holds what it held, and the shop goes on with it.
 */
import { openStore } from '../src/store/open.ts'
import { makeOldBooks, versions } from './migrations/old-database.ts'
import { copyBook, openRaw } from './migrations/raw-database.ts'
import { tablesOfShop } from './migrations/rows.ts'
import { bringUpToDate, type Case, disturb, refuse } from './migrations/trials.ts'
import { type Ground, onEach } from './support/engines.ts'
import { count, defineProof } from './support/proof.ts'
import { type Random, randomFrom } from './support/random.ts'
import { restaurantOfTwos, withoutForgetting } from './support/scratch.ts'

export type Migrations = {
  engine: string
  /** For each version that is disturbed: after it has begun and before it is done. */
  kills: number
  /** How many versions are disturbed: the oldest, and others by chance. All are brought up to date. */
  disturbed: number
  /** Old bookings that each version wrote. */
  past: number
  /** How many start at once on each book that was disturbed. */
  processes: number
  seed: number
}

type Found = {
  versions: number
  /** Every row of every version that was compared. */
  rows: number
  /** In the middle of it, and when it had just been done. */
  midway: number
  late: number
  wrong: string[]
  holds: boolean
}

export type MigrationsResult = Migrations & {
  found: (Found & { engine: string })[]
  holds: boolean
}

export async function migrations(given: Migrations): Promise<MigrationsResult> {
  const random = randomFrom(given.seed)
  const found = await onEach(given.engine, (ground) => onOneEngine(ground, given, random), {
    durable: false,
  })
  return { ...given, found, holds: found.every(({ holds }) => holds) }
}

async function onOneEngine(ground: Ground, given: Migrations, random: Random): Promise<Found> {
  const around = {
    environment: {
      // What the model knows of guests of long ago must still be there to compare.
      CONTENT_DIR: withoutForgetting(restaurantOfTwos(ground.scratch, tablesOfShop)),
      LOG_LEVEL: 'silent',
    },
    newShape: await shapeOfNew(ground.database),
  }
  const found: Found = {
    versions: versions.length,
    rows: 0,
    midway: 0,
    late: 0,
    wrong: [],
    holds: false,
  }
  const note = (where: string, wrong: readonly string[]) =>
    found.wrong.push(...wrong.map((one) => `${where}: ${one}`))

  const cases: Case[] = []
  for (const book of await makeOldBooks(ground.database, given.past)) {
    const { wrong, ...one } = await bringUpToDate(book)
    note(book.version, wrong)
    cases.push(one)
    found.rows += [...book.rows.values()].reduce((sum, rows) => sum + rows.length, 0)
  }
  const [newest, oldest] = [cases.at(-1), cases[0]]
  if (!newest || !oldest) throw new Error('there is no version')

  const between = random.shuffle(cases.slice(1, -1)).slice(0, given.disturbed - 1)
  for (const one of [oldest, ...between]) {
    // The rest of the time goes into opening what is already as it should be.
    const milliseconds = Math.max(4, one.milliseconds - newest.milliseconds)
    const after = await disturb({ ...one, milliseconds }, given, random, around)
    note(one.book.version, after.wrong)
    found.midway += after.midway
    found.late += after.late
  }
  const refused = await Promise.all([
    refuse(newest, around, {
      name: 'newer',
      change: "INSERT INTO migrations VALUES ('9999-later.sql', 'digest', 1)",
      told: /written by a newer version/,
    }),
    refuse(newest, around, {
      name: 'changed',
      change: "UPDATE migrations SET digest = 'another' WHERE name LIKE '0001%'",
      told: /changed after it was applied/,
    }),
  ])
  found.wrong.push(...refused.flat())
  found.holds = found.wrong.length === 0 && found.midway >= given.kills
  return found
}

async function shapeOfNew(empty: string): Promise<string[]> {
  // Where it is a file, it is there from now on.
  await (await openRaw(empty)).close()
  const address = await copyBook(empty, 'new')
  await (await openStore(address, Date.now)).close()
  const book = await openRaw(address)
  const shape = await book.shape()
  await book.close()
  return shape
}

export const migrationsProof = defineProof({
  id: 'R14',
  name: 'migrations',
  tried:
    'Books of every version are opened by the newest one, which is killed (SIGKILL) while it brings them up to date; in files and in PostgreSQL.',
  promised:
    'Every row is as it was, the shape is that of a new book, the shop goes on with it; one that is newer or otherwise is refused and left alone.',
  short: { engine: 'sqlite', kills: 1, disturbed: 1, past: 60, processes: 2 },
  long: { engine: 'both', kills: 50, disturbed: 1_000, past: 20_000, processes: 3 },
  run: (given, seed) => migrations({ ...given, seed }),
  say: ({ found }) =>
    found
      .map(
        ({ engine, versions, rows, midway, late, wrong }) =>
          `${engine}: ${versions} versions, killed ${count(midway)} times midway and ${count(late)} times just after, ${count(rows)} rows: ${wrong.length} differences`,
      )
      .join('; '),
})
