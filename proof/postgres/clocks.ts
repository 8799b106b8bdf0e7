/** R23 (b): processes with different clocks, and an open desk at each of them. */
import { join } from 'node:path'
import { openStream, type Stream } from '../../test/support/event-stream.ts'
import { joinAsOwner } from '../support/desk.ts'
import { needPostgres } from '../support/postgres.ts'
import { queryServer } from '../support/replication.ts'
import { sampleFolder } from '../support/scratch.ts'
import { type Server, startServer } from '../support/server.ts'
import { waitUntil } from '../support/wait-until.ts'

export type ClockResult = {
  events: number
  desks: number
  /** Over all desks. */
  missed: number
  duplicated: number
  outOfOrder: number
  /** Processes with another clock that did not report the difference at the start. */
  missingWarnings: number
}

const shiftClock = join(import.meta.dirname, '../support/shift-clock.js')

export async function proveClocks(
  offsetsMs: readonly number[],
  eventsOfEach: number,
): Promise<ClockResult> {
  const database = await needPostgres({ durable: false })
  const address = await database.newDatabase()
  const environment = { DATABASE_URL: address, CONTENT_DIR: sampleFolder('restaurant') }
  const servers: Server[] = []
  const streams: Stream[] = []
  const result = {
    events: 0,
    desks: 0,
    missed: 0,
    duplicated: 0,
    outOfOrder: 0,
    missingWarnings: 0,
  }
  try {
    for (const offsetMs of offsetsMs) {
      const server = await startServer({
        ...environment,
        LOG_LEVEL: 'warn',
        CLOCK_OFFSET_MS: String(offsetMs),
        NODE_OPTIONS: `--import=${shiftClock}`,
      })
      servers.push(server)
      const isWarned = () =>
        server.log.some(
          ({ event, seconds_ahead }) =>
            event === 'clock differs from the database' &&
            Math.abs(Number(seconds_ahead) - offsetMs / 1000) < 1,
        )
      if (offsetMs !== 0 && !(await isTrueWithin(isWarned, 2))) result.missingWarnings++
    }
    const [first] = servers
    const deskEnvironment = { ...environment, DESK_URL: first?.deskUrl ?? '' }
    const cookie = await joinAsOwner(deskEnvironment, 'Chủ quán')
    const connect = async (server: Server, lastEventId?: string) => {
      const headers = { cookie, ...(lastEventId && { 'last-event-id': lastEventId }) }
      return openStream(`${server.deskUrl}/live`, headers)
    }
    for (const server of servers) streams.push(await connect(server))
    const receivedBy: string[][] = servers.map(() => [])
    const collect = (index: number) => {
      const ids = streams[index]?.events.filter(({ event }) => event === 'news') ?? []
      receivedBy[index]?.push(...ids.map(({ id }) => id))
    }
    for (let count = 0; count < eventsOfEach; count++) {
      for (const [index, server] of servers.entries()) {
        const message = `Lần ${count} qua ${index}`
        const body = { name: 'Lan', phone: '0912345678', message, consent: '1' }
        const { status } = await server.send('POST', '/api/lead', body)
        if (status === 201) result.events++
      }
      if (count !== Math.floor(eventsOfEach / 2)) continue
      // Each desk reconnects once, while events go on.
      for (const [index, server] of servers.entries()) {
        await isTrueWithin(() => (streams[index]?.events.length ?? 0) > 0, 3)
        streams[index]?.close()
        collect(index)
        streams[index] = await connect(server, receivedBy[index]?.at(-1))
      }
    }
    const rows = await queryServer<{ position: string }>(
      database,
      "SELECT position FROM outbox WHERE kind = 'lead.requested' ORDER BY position",
      new URL(address).pathname.slice(1),
    )
    const expected = rows.map(({ position }) => position.padStart(12, '0'))
    const isComplete = (index: number) => () =>
      (streams[index]?.events.length ?? 0) + (receivedBy[index]?.length ?? 0) >= expected.length
    for (const index of servers.keys()) {
      await isTrueWithin(isComplete(index), 5)
      collect(index)
      const received = receivedBy[index] ?? []
      result.desks++
      result.missed += expected.filter((id) => !received.includes(id)).length
      result.duplicated += received.length - new Set(received).size
      result.outOfOrder += received.filter(
        (id, at) => at > 0 && id < (received[at - 1] ?? ''),
      ).length
    }
    return result
  } finally {
    for (const stream of streams) stream.close()
    for (const server of servers) await server.kill('SIGTERM')
    await database.stop('SIGQUIT')
  }
}

function isTrueWithin(condition: () => boolean, seconds: number): Promise<boolean> {
  return waitUntil(condition, seconds).then(
    () => true,
    () => false,
  )
}
