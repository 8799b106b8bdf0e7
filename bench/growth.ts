/** What stays as it is when the menu or the book grows. */
import { cpSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { parse, stringify } from 'yaml'
import { joinAsOwner } from '../proof/support/desk.ts'
import { fillPast } from '../proof/support/generated-history.ts'
import { megabytesOf } from '../proof/support/memory.ts'
import { processorOf } from '../proof/support/processor.ts'
import { makeScratch, openDays, restaurantOfTwos, sample } from '../proof/support/scratch.ts'
import { type Server, startServer } from '../proof/support/server.ts'
import { load, type Next } from './load.ts'
import { rounded } from './measure.ts'
import { get, spread } from './requests.ts'

/** What was measured, by what there was so much of: milliseconds of processor unless it says otherwise. */
export type Growth = { of: string; sizes: number[]; rows: Record<string, number[]> }

type Asked = { name: string; next: Next; status: number; desk?: boolean }

export async function growOffers(sizes: readonly number[], seconds: number): Promise<Growth> {
  const growth: Growth = { of: 'offers', sizes: [...sizes], rows: {} }
  const asked: Asked[] = [
    { name: 'GET /api/offers, 20 of them', next: get('/api/offers?limit=20'), status: 200 },
    { name: 'GET /api/offers, searched', next: searches(), status: 200 },
    { name: 'GET /menu.md, all of them', next: get('/menu.md'), status: 200 },
  ]
  for (const size of sizes) {
    const scratch = makeScratch()
    const environment = {
      DATABASE_URL: scratch.database,
      CONTENT_DIR: restaurantWithDishes(scratch.folder, size),
    }
    await measureAt(growth, environment, seconds, async () => asked)
    scratch.remove()
  }
  return growth
}

export async function growBookings(sizes: readonly number[], seconds: number): Promise<Growth> {
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
    await fillPast(scratch.database, size)
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
        { name: 'a booking', next: spread(), status: 202 },
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
  askedOf: (server: Server) => Promise<Asked[]>,
): Promise<void> {
  const began = performance.now()
  const server = await startServer(environment)
  add(growth, 'start, milliseconds', performance.now() - began)
  // By then even the largest has made ready what comes after the start, and given back what that took.
  await pause(8_000)
  for (const { name, next, status, desk } of await askedOf(server)) {
    const port = desk ? Number(new URL(server.deskUrl).port) : server.port
    const pace = { seconds, connections: 8 }
    await load([port], next, status, { ...pace, seconds: seconds / 2 })
    const before = processorOf([server.process.pid ?? 0])
    const { requests, others } = await load([port], next, status, pace)
    if (others > 0) throw new Error(`${others} of ${requests} were not ${status}: ${name}`)
    add(growth, name, (processorOf([server.process.pid ?? 0]) - before) / requests)
  }
  add(growth, 'memory, megabytes', megabytesOf(server.process.pid))
  await server.kill('SIGTERM')
}

function add({ rows }: Growth, name: string, value: number): void {
  rows[name] = [...(rows[name] ?? []), rounded(value)]
}

/** Other words each time, so that no answer is remembered. */
function searches(): Next {
  let turn = 0
  return () => get(`/api/offers?limit=20&q=ca+${turn++}`)()
}

type Dish = { id: string; name: Record<string, string>; signature?: unknown }

/** The sample menu over and over, each time under other names. */
function restaurantWithDishes(folder: string, dishes: number): string {
  const content = join(folder, 'content')
  cpSync(sample('restaurant'), content, { recursive: true })
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
