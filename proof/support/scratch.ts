import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parse, stringify } from 'yaml'

export type Scratch = { folder: string; database: string; remove(): void }

export function makeScratch(): Scratch {
  const folder = mkdtempSync(join(tmpdir(), 'letan-proof-'))
  return {
    folder,
    database: join(folder, 'book.sqlite'),
    remove: () => rmSync(folder, { recursive: true, force: true }),
  }
}

/** The sample restaurant with so many tables for two, and no others. */
export function restaurantOfTwos({ folder }: Scratch, tables: number): string {
  const content = join(folder, 'content')
  cpSync(join(import.meta.dirname, '../../content/restaurant'), content, { recursive: true })
  const file = join(content, 'tables.yaml')
  const seating = parse(readFileSync(file, 'utf8')) as Record<string, unknown>
  seating.joins = []
  seating.tables = Array.from({ length: tables }, (_, place) => ({
    id: `ban-${place + 1}`,
    name: `Bàn ${place + 1}`,
    type: 'trong-nha',
    seats: 2,
    least: 1,
  }))
  writeFileSync(file, stringify(seating))
  return content
}

/** A day so many days from today in Vietnam, as callers write it. */
export function dayAhead(days: number): string {
  return new Date(Date.now() + (7 * 3600 + days * 86400) * 1000).toISOString().slice(0, 10)
}

/** Days on which the sample restaurant takes bookings for two at every start. */
export function openDays(from = 2, to = 55): string[] {
  return Array.from({ length: to - from }, (_, place) => dayAhead(from + place)).filter((date) => {
    const weekday = new Date(`${date}T00:00:00Z`).getUTCDay()
    const special = ['12-24', '12-31', '01-01'].some((end) => date.endsWith(end))
    return weekday !== 1 && !special && !/-02-(0[3-9]|1[0-2])$/.test(date)
  })
}
