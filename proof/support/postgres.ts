import pg from 'pg'
import { type Server, startPostgres } from '../../test/support/postgres.ts'
import { ProofSkipped } from './proof.ts'

/** A PostgreSQL of this proof's own, which writes to the disk as a shop's does unless that is no matter. */
export async function needPostgres({ durable = true } = {}): Promise<Server> {
  const server = await startPostgres({ durable })
  if (typeof server === 'string') throw new ProofSkipped(`no PostgreSQL on this machine: ${server}`)
  return server
}

/** The codes of all bookings in a book. */
export async function readBookingCodes(address: string): Promise<string[]> {
  const client = new pg.Client(address)
  await client.connect()
  const { rows } = await client.query<{ code: string }>('SELECT code FROM bookings')
  await client.end()
  return rows.map(({ code }) => code)
}
