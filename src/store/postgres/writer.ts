/** The one connection of a process that writes; when it is lost, the next transaction opens another. */
import pg from 'pg'
import type { Connection } from '../group-commit.ts'
import { OutcomeUnknown, type Row, StoreBusy, StoreUnavailable, type Value } from '../sql.ts'
import type { Reach } from './circuit-breaker.ts'
import { leave } from './close-client.ts'
import type { Address } from './connection-url.ts'
import { holdBack } from './cork.ts'
import { isAway, isConsequence, isLost, isStandby, translate } from './errors.ts'
import { createStatements } from './prepared-statements.ts'
import { type Patience, patience } from './timeouts.ts'

/**
 * Held by whoever writes, until it commits: writers of all processes come one after the other, and
 * what is read in a transaction is still true when it writes. One for each schema of a database.
 */
const lock = 'SELECT pg_advisory_xact_lock(1818588270, hashtext(current_schema()))'

/** So that each statement sees what was committed before the lock was given. */
const begin = 'BEGIN ISOLATION LEVEL READ COMMITTED'

export type Writing = Connection & { close(): Promise<void> }

export function createWriting(
  { connection, pooled }: Address,
  reach: Reach,
  waits: Patience = patience,
): Writing {
  const prepare = createStatements(!pooled)
  const limits = {
    lock_timeout: waits.lock,
    statement_timeout: waits.statement,
    idle_in_transaction_session_timeout: waits.idleWriter,
  }
  const setHere = Object.entries(limits).map(([name, most]) => `SET LOCAL ${name} = ${most}`)
  const patientOnlyWithRows = `SET LOCAL lock_timeout = ${waits.row}`
  const start = [begin, ...(pooled ? setHere : []), lock, patientOnlyWithRows].join('; ')
  let client: pg.Client | undefined
  /** Was open when the server was found to be away: nobody may be at its other end. */
  let doubtful: pg.Client | undefined
  let within = false
  /** What has spoiled the transaction: of statements that are sent together each tells it. */
  let fault: unknown

  reach.onLost(() => {
    doubtful = client
  })

  const connect = async (): Promise<pg.Client> => {
    await reach.check()
    const made = new pg.Client({
      ...connection,
      ...(pooled ? {} : limits),
      pipeline: true,
      connectionTimeoutMillis: waits.connection,
      query_timeout: waits.answer,
    })
    const lost = () => {
      if (client !== made) return
      client = undefined
      within = false
    }
    made.on('error', lost)
    made.on('end', lost)
    try {
      await made.connect()
    } catch (error) {
      made.end().catch(() => {})
      if (isAway(error)) reach.lost(error)
      throw new StoreUnavailable(error)
    }
    client = made
    return made
  }

  const ask = async <Found extends Row>(statement: string, values: Value[]) => {
    const line = inUse()
    holdBack(line)
    try {
      return await line.query<Found>(prepare(statement, values))
    } catch (error) {
      if (isConsequence(error)) throw fault ?? error
      const lost = isLost(error)
      const meaning = lost ? new StoreBusy(error) : translate(error)
      fault ??= meaning
      // Whatever happens to the rest of it: nothing of this transaction may be kept.
      if (lost || isUnusable(meaning)) abandon(line, error)
      throw meaning
    }
  }

  const inUse = (): pg.Client => {
    if (!client) throw new StoreBusy('the connection was lost')
    return client
  }

  /** A connection of which we do not know in what state it is, is of no use. */
  const abandon = (line: pg.Client, error: unknown) => {
    if ((isAway(error) && !isLost(error)) || isStandby(error)) reach.lost(error)
    if (client !== line) return
    letGo(line)
  }

  const letGo = (line: pg.Client) => {
    client = undefined
    within = false
    line.end().catch(() => {})
  }

  return {
    all: async <Found extends Row>(statement: string, ...values: Value[]) =>
      (await ask<Found>(statement, values)).rows,
    get: async <Found extends Row>(statement: string, ...values: Value[]) =>
      (await ask<Found>(statement, values)).rows[0],
    run: async (statement, ...values) => (await ask(statement, values)).rowCount ?? 0,
    async begin() {
      if (client && client === doubtful) {
        // Nobody may be there to take leave of.
        client.connection.stream.destroy()
        letGo(client)
      }
      doubtful = undefined
      const line = client ?? (await connect())
      await line.query(start).catch((error: unknown) => {
        abandon(line, error)
        // The lock was waited for already; a connection that ended is opened anew.
        throw isLost(error) ? new StoreBusy(error) : new StoreUnavailable(error)
      })
      within = client === line
      fault = undefined
    },
    async send(statement) {
      // Its failure is the failure of whatever follows.
      if (client) holdBack(client)
      client?.query(statement).catch(() => {})
      if (statement.startsWith('ROLLBACK')) fault = undefined
    },
    async commit() {
      const line = inUse()
      const { command } = await line.query('COMMIT').catch((error: unknown) => {
        abandon(line, error)
        // It may have been kept, so it is not tried again: he who asked has his key for that.
        throw new OutcomeUnknown(error)
      })
      within = false
      if (command !== 'COMMIT') throw new StoreBusy('the transaction was undone')
    },
    inTransaction: () => within,
    async close() {
      const line = client
      client = undefined
      await leave(line)
    },
  }
}

function isUnusable(meaning: unknown): boolean {
  return meaning instanceof StoreUnavailable && !(meaning instanceof StoreBusy)
}
