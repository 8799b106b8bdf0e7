/**
 * Chooses among several servers of DATABASE_URL. With `read-write`, only a server that accepts writes is used: not a
 * standby, and not a former primary that returned after another server had been promoted. A promotion starts a new
 * timeline, so the primary with the highest one is the current primary.
 */
import type { Client } from 'pg'
import { StoreUnavailable } from '../sql.ts'

export type ServerAddress = { host?: string; port?: number }

type Connect = (address: ServerAddress) => Promise<Client>

export type Servers = {
  addresses: readonly ServerAddress[]
  /** Connects to the server in use, or chooses one. */
  connect(connect: Connect): Promise<Client>
  /** Whether another server was promoted since. It is then the server in use. */
  hasNewPrimary(connect: Connect): Promise<boolean>
}

type Candidate = { address: ServerAddress; client: Client; timeline: number }

export function createServers(addresses: readonly ServerAddress[], needsPrimary: boolean): Servers {
  let current: ServerAddress | undefined
  let newestTimeline = 0

  const connectTo = async (address: ServerAddress, connect: Connect): Promise<Candidate> => {
    const client = await connect(address)
    const timeline = needsPrimary ? await readTimeline(client) : 0
    if (timeline !== undefined && timeline >= newestTimeline) return { address, client, timeline }
    client.end().catch(() => {})
    throw new StoreUnavailable(timeline === undefined ? isStandbyText : isOutdatedText)
  }

  /** Connects to all of them, because a former primary may accept writes too. */
  const choose = async (connect: Connect): Promise<Client> => {
    const results = await Promise.allSettled(addresses.map((one) => connectTo(one, connect)))
    const candidates = results.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []))
    const [best, ...others] = candidates.toSorted((one, other) => other.timeline - one.timeline)
    for (const { client } of others) client.end().catch(() => {})
    if (!best) throw results.find((one) => one.status === 'rejected')?.reason
    use(best)
    return best.client
  }

  const use = ({ address, timeline }: Candidate) => {
    current = address
    newestTimeline = Math.max(newestTimeline, timeline)
  }

  return {
    addresses,
    async connect(connect) {
      if (!current) return choose(connect)
      try {
        return (await connectTo(current, connect)).client
      } catch {
        current = undefined
        return choose(connect)
      }
    },
    async hasNewPrimary(connect) {
      const [used, usedTimeline] = [current, newestTimeline]
      if (!used || !needsPrimary) return false
      const others = addresses.filter((one) => one !== used)
      const results = await Promise.allSettled(others.map((one) => connectTo(one, connect)))
      for (const one of results) {
        if (one.status === 'rejected') continue
        one.value.client.end().catch(() => {})
        if (one.value.timeline > usedTimeline) use(one.value)
      }
      return newestTimeline > usedTimeline
    },
  }
}

const isStandbyText = 'the server is a standby'
const isOutdatedText = 'another server was promoted after this one'

/** Undefined on a standby. */
async function readTimeline(client: Client): Promise<number | undefined> {
  const { rows } = await client
    .query<{ timeline: string | null }>(
      `SELECT CASE WHEN NOT pg_is_in_recovery()
         THEN left(pg_walfile_name(pg_current_wal_lsn()), 8) END AS timeline`,
    )
    .catch((error: unknown) => {
      client.end().catch(() => {})
      throw error
    })
  const timeline = rows[0]?.timeline
  return typeof timeline === 'string' ? Number.parseInt(timeline, 16) : undefined
}
