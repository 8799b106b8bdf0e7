/** The shops that are asked: as they come, with busy evenings, with years behind them, very large. */
import { setTimeout as pause } from 'node:timers/promises'
import { createBookingCall } from '../proof/support/clients.ts'
import { joinAsOwner } from '../proof/support/desk.ts'
import { insertPastBookings } from '../proof/support/generated-history.ts'
import { needPostgres } from '../proof/support/postgres.ts'
import { openProber } from '../proof/support/prober.ts'
import { cpuMillisecondsOf, processTreeOf } from '../proof/support/processor.ts'
import { ProofSkipped } from '../proof/support/proof.ts'
import { makeScratch, openDays, restaurantOfTwos } from '../proof/support/scratch.ts'
import { type Server, startServer } from '../proof/support/server.ts'

export type EngineName = 'SQLite' | 'PostgreSQL'

export const fixtureKinds = ['sample', 'busy', 'years', 'large'] as const

export type FixtureKind = (typeof fixtureKinds)[number]

export type ShopFixture = {
  engine: EngineName
  port: number
  deskPort: number
  /** Of somebody of the staff. */
  cookie: string
  /** A day to come; in a busy place most of its evening is taken. */
  day: string
  /** When nothing is free any more in a busy place. */
  fullAt: string
  processor(): number
}

export type ShopFixtures = {
  /** Opened when it is first asked for; nothing where this machine has no such engine. */
  at(kind: FixtureKind, engine: EngineName): Promise<ShopFixture | undefined>
  close(): Promise<void>
}

const day = openDays()[3] ?? ''
const fullAt = '19:00'
const manyTables = 400

export function openFixtures(pastBookings: number): ShopFixtures {
  const opened = new Map<string, Promise<ShopFixture | undefined>>()
  const closing: (() => Promise<void> | void)[] = []
  let postgres: ReturnType<typeof needPostgres> | undefined

  const addressOn = async (engine: EngineName, file: string) => {
    if (engine === 'SQLite') return { address: file, database: (): number[] => [] }
    postgres ??= needPostgres()
    const server = await postgres
    const database = () => processTreeOf(server.processId())
    return { address: await server.newDatabase(), database }
  }

  const openFixture = async (kind: FixtureKind, engine: EngineName): Promise<ShopFixture> => {
    const scratch = makeScratch()
    const { address, database } = await addressOn(engine, scratch.database)
    const environment = {
      DATABASE_URL: address,
      TRUST_PROXY: '1',
      ...(kind === 'large' && { CONTENT_DIR: restaurantOfTwos(scratch, manyTables) }),
    }
    let server = await startServer(environment)
    closing.push(async () => {
      await server.kill('SIGTERM')
      scratch.remove()
    })
    if (kind === 'years') {
      await server.kill('SIGTERM')
      await insertPastBookings(address, pastBookings)
      server = await startServer(environment)
    }
    const deskPort = Number(new URL(server.deskUrl).port)
    const cookie = await joinAsOwner({ ...environment, DESK_PORT: String(deskPort) }, 'Mai')
    if (kind === 'busy') await fillEvening(server)
    // By then a start has made ready what comes after it, and given back what that took.
    await pause(3_000)
    return {
      engine,
      port: server.port,
      deskPort,
      cookie,
      day,
      fullAt,
      processor: () => cpuMillisecondsOf([server.process.pid ?? 0, ...database()]),
    }
  }

  return {
    at(kind, engine) {
      const name = `${kind} ${engine}`
      const fixture =
        opened.get(name) ??
        openFixture(kind, engine).catch((error: unknown) => {
          if (error instanceof ProofSkipped) return undefined
          throw error
        })
      opened.set(name, fixture)
      return fixture
    },
    async close() {
      for (const close of closing) await close()
      const server = await postgres?.catch(() => undefined)
      await server?.stop('SIGINT')
    },
  }
}

/** Until nothing is left at one hour, and little before and after it. */
async function fillEvening({ port }: Server): Promise<void> {
  const prober = openProber(port)
  for (const time of [fullAt, '17:30', '20:30']) {
    for (let caller = 0; ; caller++) {
      const { status } = await prober.send(createBookingCall('http', day, time, caller).request)
      if (status === 409) break
      if (status !== 202) throw new Error(`a booking was answered with ${status}`)
      if (time !== fullAt && caller > 8) break
    }
  }
  prober.close()
}
