/** Measures which costs grow with the number of offers and of past bookings. */
import { cpSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
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

/** Figures by size: CPU milliseconds of a request, unless the name of the row says otherwise. */
export type Growth = { of: string; sizes: number[]; rows: Record<string, number[]> }

type GrowthRequest = { name: string; next: NextRequest; status: number; desk?: boolean }

const loadOptions = { seconds: 1, connections: 8 }

/** After this time the warm-up of even the largest shop is over. */
const warmUpMs = 8_000

export async function measureOfferGrowth(sizes: readonly number[]): Promise<Growth> {
  const growth: Growth = { of: 'offers', sizes: [...sizes], rows: {} }
  const growthRequests: GrowthRequest[] = [
    { name: 'GET /api/offers, first 20', next: get('/api/offers?limit=20'), status: 200 },
    { name: 'GET /api/offers, search', next: createSearchRequests(), status: 200 },
    { name: 'GET /menu.md, all offers', next: get('/menu.md'), status: 200 },
  ]
  for (const size of sizes) {
    const scratch = makeScratch()
    const environment = {
      DATABASE_URL: scratch.database,
      CONTENT_DIR: restaurantWithDishes(scratch.folder, size),
    }
    await measureAt(growth, environment, async () => growthRequests)
    scratch.remove()
  }
  return growth
}

export async function measureBookingGrowth(sizes: readonly number[]): Promise<Growth> {
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
    add(growth, 'database, MB', statSync(scratch.database).size / 1e6)
    await measureAt(growth, environment, async ({ deskUrl }) => {
      const DESK_PORT = new URL(deskUrl).port
      const cookie = await joinAsOwner({ ...environment, DESK_PORT }, 'Mai')
      const [day = ''] = openDays()
      const month = day.slice(0, 7)
      const search = get('/search?q=khach+cu+77', { cookie })
      return [
        { name: 'availability of a day', next: get(`/api/availability?date=${day}`), status: 200 },
        {
          name: 'availability of a month',
          next: get(`/api/availability?month=${month}`),
          status: 200,
        },
        { name: 'inbox of the desk', next: get('/', { cookie }), status: 200, desk: true },
        { name: 'search for a guest by name', next: search, status: 200, desk: true },
        // Last, because the inbox shows every new request.
        { name: 'accepted booking', next: createSpreadBookings(), status: 202 },
      ]
    })
    scratch.remove()
  }
  return growth
}

async function measureAt(
  growth: Growth,
  environment: Record<string, string>,
  requestsOf: (server: Server) => Promise<GrowthRequest[]>,
): Promise<void> {
  const began = performance.now()
  const server = await startServer(environment)
  add(growth, 'start, ms', performance.now() - began)
  await delay(warmUpMs)
  const cpuMs = () => cpuMillisecondsOf([server.process.pid ?? 0])
  for (const { name, next, status, desk } of await requestsOf(server)) {
    const port = desk ? Number(new URL(server.deskUrl).port) : server.port
    await generateLoad([port], next, status, { ...loadOptions, seconds: loadOptions.seconds / 2 })
    const before = cpuMs()
    const { requests, unexpected } = await generateLoad([port], next, status, loadOptions)
    if (unexpected > 0) {
      throw new Error(`${name}: ${unexpected} of ${requests} responses were not ${status}.`)
    }
    add(growth, name, (cpuMs() - before) / requests)
  }
  add(growth, 'memory, MB', megabytesOf(server.process.pid))
  await server.kill('SIGTERM')
}

function add({ rows }: Growth, name: string, value: number): void {
  rows[name] = [...(rows[name] ?? []), roundSignificant(value)]
}

/** Different words each time, so that no response is cached. */
function createSearchRequests(): NextRequest {
  let sent = 0
  return () => get(`/api/offers?limit=20&q=ca+${sent++}`)()
}

type Dish = { id: string; name: Record<string, string>; signature?: unknown }

/** The dishes of the sample menu, repeated under new names. */
function restaurantWithDishes(folder: string, dishes: number): string {
  const content = join(folder, 'content')
  cpSync(sampleFolder('restaurant'), content, { recursive: true })
  const menu = join(content, 'menu')
  const files = readdirSync(menu).map((name) => {
    const file = join(menu, name)
    return { file, value: parse(readFileSync(file, 'utf8')) as { dishes: Dish[] } }
  })
  const samples = files.flatMap(({ value }) => value.dishes)
  for (let index = samples.length; index < dishes; index++) {
    const { signature: _, ...sample } = samples[index % samples.length] as Dish
    const name = Object.fromEntries(
      Object.entries(sample.name).map(([locale, text]) => [locale, `${text} ${index}`]),
    )
    files[index % files.length]?.value.dishes.push({ ...sample, id: `${sample.id}-${index}`, name })
  }
  for (const { file, value } of files) {
    writeFileSync(file, stringify(value, { aliasDuplicateObjects: false }))
  }
  return content
}
