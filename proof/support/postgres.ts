import pg from 'pg'
import { type Server, startPostgres } from '../../test/support/postgres.ts'
import { ProofSkipped } from './proof.ts'

/** Starts a PostgreSQL server for this proof. `durable`: it flushes its commits. */
export async function needPostgres({ durable = true } = {}): Promise<Server> {
  const server = await startPostgres({ durable })
  if (typeof server === 'string') throw new ProofSkipped(`PostgreSQL is not available: ${server}`)
  return server
}

/** The codes of all bookings in the database. */
export async function readBookingCodes(address: string): Promise<string[]> {
  const client = new pg.Client(address)
  await client.connect()
  const { rows } = await client.query<{ code: string }>('SELECT code FROM bookings')
  await client.end()
  return rows.map(({ code }) => code)
}
