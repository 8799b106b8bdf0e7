/**
 * R14. The current version opens a database of every released version and is killed during the migration, many times,
 * before it may finish: the database then has the schema of a new one and all of its rows, and the shop works with it.
 */
import { openStore } from '../src/store/open.ts'
import { createOldDatabases, versions } from './migrations/old-database.ts'
import { cloneDatabase, openRawDatabase } from './migrations/raw-database.ts'
import { tablesOfShop } from './migrations/rows.ts'
import {
  checkLateHealthRows,
  checkRejection,
  interruptMigration,
  type MigrationCase,
  migrateWithoutKill,
} from './migrations/trials.ts'
import { type EngineSetup, runOnEachEngine } from './support/engines.ts'
import { defineProof, formatCount } from './support/proof.ts'
import { type Random, randomFrom } from './support/random.ts'
import { restaurantOfTwos, withoutRetention } from './support/scratch.ts'

type MigrationsOptions = {
  engine: string
  /** Number of kills during the migration, for each interrupted version. */
  kills: number
  /** Number of versions whose migration is interrupted: the oldest and random others. All versions are migrated. */
  interrupted: number
  /** Number of past bookings in each database. */
  past: number
  /** Number of processes that start at the same time after an interruption. */
  processes: number
  seed: number
}

type MigrationOutcome = {
  versions: number
  /** Number of compared rows of all versions. */
  rows: number
  /** Kills during the migration, and kills after it. */
  midway: number
  late: number
  wrong: string[]
  holds: boolean
}

type MigrationsResult = MigrationsOptions & {
  outcomes: (MigrationOutcome & { engine: string })[]
  holds: boolean
}

async function proveMigrations(options: MigrationsOptions): Promise<MigrationsResult> {
  const random = randomFrom(options.seed)
  const outcomes = await runOnEachEngine(
    options.engine,
    (engineSetup) => runOnEngine(engineSetup, options, random),
    {
      durable: false,
    },
  )
  return { ...options, outcomes, holds: outcomes.every(({ holds }) => holds) }
}

async function runOnEngine(
  engineSetup: EngineSetup,
  options: MigrationsOptions,
  random: Random,
): Promise<MigrationOutcome> {
  const context = {
    environment: {
      // Retention would delete rows that are compared.
      CONTENT_DIR: withoutRetention(restaurantOfTwos(engineSetup.scratch, tablesOfShop)),
      LOG_LEVEL: 'silent',
    },
    newSchema: await readNewSchema(engineSetup.database),
  }
  const outcomes: MigrationOutcome = {
    versions: versions.length,
    rows: 0,
    midway: 0,
    late: 0,
    wrong: [],
    holds: false,
  }
  const note = (where: string, wrong: readonly string[]) =>
    outcomes.wrong.push(...wrong.map((one) => `${where}: ${one}`))

  const cases: MigrationCase[] = []
  for (const oldDatabase of await createOldDatabases(engineSetup.database, options.past)) {
    const { wrong, ...one } = await migrateWithoutKill(oldDatabase)
    note(oldDatabase.version, wrong)
    cases.push(one)
    outcomes.rows += [...oldDatabase.rows.values()].reduce((sum, rows) => sum + rows.length, 0)
  }
  const [newest, oldest] = [cases.at(-1), cases[0]]
  if (!newest || !oldest) throw new Error('There is no released version.')

  const randomCases = random.shuffle(cases.slice(1, -1)).slice(0, options.interrupted - 1)
  for (const one of [oldest, ...randomCases]) {
    // The newest version needs no migration, so its time is the time for opening.
    const milliseconds = Math.max(4, one.milliseconds - newest.milliseconds)
    const after = await interruptMigration({ ...one, milliseconds }, options, random, context)
    note(one.oldDatabase.version, after.wrong)
    outcomes.midway += after.midway
    outcomes.late += after.late
  }
  note('newest', await checkLateHealthRows(newest))
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
  outcomes.wrong.push(...rejectionErrors.flat())
  outcomes.holds = outcomes.wrong.length === 0 && outcomes.midway >= options.kills
  return outcomes
}

async function readNewSchema(empty: string): Promise<string[]> {
  // Creates the file if the engine is SQLite.
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
  scenario:
    'Databases of every released version are opened by the current version, which is killed ' +
    '(SIGKILL) during the migration; SQLite and PostgreSQL.',
  guarantee:
    'Every row is unchanged, the schema is that of a new database, and the shop works; a ' +
    'database of a newer or changed schema is rejected and not modified.',
  short: { engine: 'both', kills: 1, interrupted: 1, past: 60, processes: 2 },
  long: { engine: 'both', kills: 50, interrupted: 1_000, past: 20_000, processes: 3 },
  run: (options, seed) => proveMigrations({ ...options, seed }),
  summarize: ({ outcomes }) =>
    outcomes
      .map(({ engine, versions, rows, midway, late, wrong }) =>
        [
          `${engine}: ${versions} versions`,
          `killed ${formatCount(midway)} times during the migration and ${formatCount(late)} times after it`,
          `${formatCount(rows)} rows: ${wrong.length} differences`,
        ].join(', '),
      )
      .join('; '),
})
