import { type Server, startPostgres } from '../../test/support/postgres.ts'
import { CannotTry } from './proof.ts'

/** A PostgreSQL of this proof's own, which writes to the disk as a shop's does. */
export async function needPostgres(): Promise<Server> {
  const server = await startPostgres({ durable: true })
  if (typeof server === 'string') throw new CannotTry(`no PostgreSQL on this machine: ${server}`)
  return server
}
