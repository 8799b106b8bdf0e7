/** What stays as it is when the menu or the book grows. */
import { cpSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { parse, stringify } from 'yaml'
import { joinAsOwner } from '../proof/support/desk.ts'
import { insertPastBookings } from '../proof/support/generated-history.ts'
import { megabytesOf } from '../proof/support/memory.ts'
import { cpuMillisecondsOf } from '../proof/support/processor.ts'
import { makeScratch, openDays, restaurantOfTwos, sampleFolder } from '../proof/support/scratch.ts'
import { type Server, startServer } from '../proof/support/server.ts'
import { generateLoad, type NextRequest } from './load.ts'
import { roundSignificant } from './measure.ts'
import { createSpreadBookings, get } from './requests.ts'

/** What was measured, by what there was so much of: milliseconds of processor unless it says otherwise. */
export type Growth = { of: string; sizes: number[]; rows: Record<string, number[]> }

type GrowthRequest = { name: string; next: NextRequest; status: number; desk?: boolean }

export async function measureOfferGrowth(
  sizes: readonly number[],
  seconds: number,
): Promise<Growth> {
  const growth: Growth = { of: 'offers', sizes: [...sizes], rows: {} }
  const growthRequests: GrowthRequest[] = [
    { name: 'GET /api/offers, 20 of them', next: get('/api/offers?limit=20'), status: 200 },
    { name: 'GET /api/offers, searched', next: createSearchRequests(), status: 200 },
    { name: 'GET /menu.md, all of them', next: get('/menu.md'), status: 200 },
  ]
  for (const size of sizes) {
    const scratch = makeScratch()
    const environment = {
      DATABASE_URL: scratch.database,
      CONTENT_DIR: restaurantWithDishes(scratch.folder, size),
    }
    await measureAt(growth, environment, seconds, async () => growthRequests)
    scratch.remove()
  }
  return growth
}

export async function measureBookingGrowth(
  sizes: readonly number[],
  seconds: number,
): Promise<Growth> {
  const growth: Growth = { of: 'past bookings', sizes: [...sizes], rows: {} }
  for (const size of sizes) {
    const scratch = makeScratch()
    const environment = {
      DATABASE_URL: scratch.database,
      CONTENT_DIR: restaurantOfTwos(scratch, 100),
      TRUST_PROXY: '1',
    }
    const first = await startServer(environment)
    await first.kill('SIGTERM')
    await insertPastBookings(scratch.database, size)
    add(growth, 'megabytes of the book', statSync(scratch.database).size / 1e6)
    await measureAt(growth, environment, seconds, async ({ deskUrl }) => {
      const DESK_PORT = new URL(deskUrl).port
      const cookie = await joinAsOwner({ ...environment, DESK_PORT }, 'Mai')
      const [day = ''] = openDays()
      return [
        { name: 'free times of a day', next: get(`/api/availability?date=${day}`), status: 200 },
        {
          name: 'free days of a month',
          next: get(`/api/availability?month=${day.slice(0, 7)}`),
          status: 200,
        },
        { name: 'the inbox', next: get('/', { cookie }), status: 200, desk: true },
        {
          name: 'a guest found by name',
          next: get('/search?q=khach+cu+77', { cookie }),
          status: 200,
          desk: true,
        },
        // Last, for the inbox shows all that was asked for.
        { name: 'a booking', next: createSpreadBookings(), status: 202 },
      ]
    })
    scratch.remove()
  }
  return growth
}

async function measureAt(
  growth: Growth,
  environment: Record<string, string>,
  seconds: number,
  requestsOf: (server: Server) => Promise<GrowthRequest[]>,
): Promise<void> {
  const began = performance.now()
  const server = await startServer(environment)
  add(growth, 'start, milliseconds', performance.now() - began)
  // By then even the largest has made ready what comes after the start, and given back what that took.
  await pause(8_000)
  for (const { name, next, status, desk } of await requestsOf(server)) {
    const port = desk ? Number(new URL(server.deskUrl).port) : server.port
    const loadOptions = { seconds, connections: 8 }
    await generateLoad([port], next, status, { ...loadOptions, seconds: seconds / 2 })
    const before = cpuMillisecondsOf([server.process.pid ?? 0])
    const { requests, unexpected } = await generateLoad([port], next, status, loadOptions)
    if (unexpected > 0) throw new Error(`${unexpected} of ${requests} were not ${status}: ${name}`)
    add(growth, name, (cpuMillisecondsOf([server.process.pid ?? 0]) - before) / requests)
  }
  add(growth, 'memory, megabytes', megabytesOf(server.process.pid))
  await server.kill('SIGTERM')
}

function add({ rows }: Growth, name: string, value: number): void {
  rows[name] = [...(rows[name] ?? []), roundSignificant(value)]
}

/** Other words each time, so that no answer is remembered. */
function createSearchRequests(): NextRequest {
  let turn = 0
  return () => get(`/api/offers?limit=20&q=ca+${turn++}`)()
}

type Dish = { id: string; name: Record<string, string>; signature?: unknown }

/** The sample menu over and over, each time under other names. */
function restaurantWithDishes(folder: string, dishes: number): string {
  const content = join(folder, 'content')
  cpSync(sampleFolder('restaurant'), content, { recursive: true })
  const menu = join(content, 'menu')
  const files = readdirSync(menu).map((name) => {
    const file = join(menu, name)
    return { file, value: parse(readFileSync(file, 'utf8')) as { dishes: Dish[] } }
  })
  const all = files.flatMap(({ value }) => value.dishes)
  for (let made = all.length; made < dishes; made++) {
    const { signature: _, ...like } = all[made % all.length] as Dish
    const name = Object.fromEntries(
      Object.entries(like.name).map(([locale, text]) => [locale, `${text} ${made}`]),
    )
    files[made % files.length]?.value.dishes.push({ ...like, id: `${like.id}-${made}`, name })
  }
  for (const { file, value } of files) {
    writeFileSync(file, stringify(value, { aliasDuplicateObjects: false }))
  }
  return content
}
