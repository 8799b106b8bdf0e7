/**
 * R14. A book of every version that was released is opened by the program of today, which is killed in
 * the middle of bringing it up to date, again and again, and then let be: the book has the shape of a
 * new one and holds what it held, and the shop goes on with it.
 */
import { openStore } from '../src/store/open.ts'
import { createOldDatabases, versions } from './migrations/old-database.ts'
import { cloneDatabase, openRawDatabase } from './migrations/raw-database.ts'
import { tablesOfShop } from './migrations/rows.ts'
import {
  checkRejection,
  interruptMigration,
  type MigrationCase,
  migrateUndisturbed,
} from './migrations/trials.ts'
import { type EngineSetup, runOnEachEngine } from './support/engines.ts'
import { defineProof, formatCount } from './support/proof.ts'
import { type Random, randomFrom } from './support/random.ts'
import { restaurantOfTwos, withoutRetention } from './support/scratch.ts'

export type MigrationsOptions = {
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

type MigrationOutcome = {
  versions: number
  /** Every row of every version that was compared. */
  rows: number
  /** In the middle of it, and when it had just been done. */
  midway: number
  late: number
  wrong: string[]
  holds: boolean
}

export type MigrationsResult = MigrationsOptions & {
  found: (MigrationOutcome & { engine: string })[]
  holds: boolean
}

export async function proveMigrations(options: MigrationsOptions): Promise<MigrationsResult> {
  const random = randomFrom(options.seed)
  const found = await runOnEachEngine(
    options.engine,
    (engineSetup) => runOnEngine(engineSetup, options, random),
    {
      durable: false,
    },
  )
  return { ...options, found, holds: found.every(({ holds }) => holds) }
}

async function runOnEngine(
  engineSetup: EngineSetup,
  options: MigrationsOptions,
  random: Random,
): Promise<MigrationOutcome> {
  const context = {
    environment: {
      // What the model knows of guests of long ago must still be there to compare.
      CONTENT_DIR: withoutRetention(restaurantOfTwos(engineSetup.scratch, tablesOfShop)),
      LOG_LEVEL: 'silent',
    },
    newSchema: await readNewSchema(engineSetup.database),
  }
  const found: MigrationOutcome = {
    versions: versions.length,
    rows: 0,
    midway: 0,
    late: 0,
    wrong: [],
    holds: false,
  }
  const note = (where: string, wrong: readonly string[]) =>
    found.wrong.push(...wrong.map((one) => `${where}: ${one}`))

  const cases: MigrationCase[] = []
  for (const oldDatabase of await createOldDatabases(engineSetup.database, options.past)) {
    const { wrong, ...one } = await migrateUndisturbed(oldDatabase)
    note(oldDatabase.version, wrong)
    cases.push(one)
    found.rows += [...oldDatabase.rows.values()].reduce((sum, rows) => sum + rows.length, 0)
  }
  const [newest, oldest] = [cases.at(-1), cases[0]]
  if (!newest || !oldest) throw new Error('there is no version')

  const randomCases = random.shuffle(cases.slice(1, -1)).slice(0, options.disturbed - 1)
  for (const one of [oldest, ...randomCases]) {
    // The rest of the time goes into opening what is already as it should be.
    const milliseconds = Math.max(4, one.milliseconds - newest.milliseconds)
    const after = await interruptMigration({ ...one, milliseconds }, options, random, context)
    note(one.oldDatabase.version, after.wrong)
    found.midway += after.midway
    found.late += after.late
  }
  const rejectionErrors = await Promise.all([
    checkRejection(newest, context, {
      name: 'newer',
      change: "INSERT INTO migrations VALUES ('9999-later.sql', 'digest', 1)",
      expectedError: /written by a newer version/,
    }),
    checkRejection(newest, context, {
      name: 'changed',
      change: "UPDATE migrations SET digest = 'another' WHERE name LIKE '0001%'",
      expectedError: /changed after it was applied/,
    }),
  ])
  found.wrong.push(...rejectionErrors.flat())
  found.holds = found.wrong.length === 0 && found.midway >= options.kills
  return found
}

async function readNewSchema(empty: string): Promise<string[]> {
  // Where it is a file, it is there from now on.
  await (await openRawDatabase(empty)).close()
  const address = await cloneDatabase(empty, 'new')
  await (await openStore(address, Date.now)).close()
  const database = await openRawDatabase(address)
  const schema = await database.schema()
  await database.close()
  return schema
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
  run: (options, seed) => proveMigrations({ ...options, seed }),
  summarize: ({ found }) =>
    found
      .map(
        ({ engine, versions, rows, midway, late, wrong }) =>
          `${engine}: ${versions} versions, killed ${formatCount(midway)} times midway and ${formatCount(late)} times just after, ${formatCount(rows)} rows: ${wrong.length} differences`,
      )
      .join('; '),
})
