import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parse, stringify } from 'yaml'
import type { TradeName } from '../../test/support/shop.ts'

export type Scratch = { folder: string; database: string; remove(): void }

export function makeScratch(): Scratch {
  const folder = mkdtempSync(join(tmpdir(), 'letan-proof-'))
  return {
    folder,
    database: join(folder, 'book.sqlite'),
    remove: () => rmSync(folder, { recursive: true, force: true }),
  }
}

/** The content folder of a sample shop. */
export function sampleFolder(trade: TradeName): string {
  return join(import.meta.dirname, '../../content', trade)
}

/** For proofs that publish changes of the content, which are written to its folder. */
export function copySample({ folder }: Scratch, trade: TradeName): string {
  const content = join(folder, 'content')
  cpSync(sampleFolder(trade), content, { recursive: true })
  return content
}

/** The sample restaurant with this number of tables for two, and no others. */
export function restaurantOfTwos(scratch: Scratch, tables: number): string {
  return restaurantWith(
    scratch,
    Array.from({ length: tables }, (_, index) => tableWith(index + 1, 2, 1)),
  )
}

/** The sample restaurant with three tables, two of which can be joined. */
export function restaurantOfThree(scratch: Scratch): string {
  const joins = [{ tables: ['ban-1', 'ban-2'], seats: 4, least: 3 }]
  return restaurantWith(
    scratch,
    [tableWith(1, 2, 1), tableWith(2, 2, 1), tableWith(3, 4, 2)],
    joins,
  )
}

const tableWith = (number: number, seats: number, least: number) => ({
  id: `ban-${number}`,
  name: `Bàn ${number}`,
  type: 'trong-nha',
  seats,
  least,
})

function restaurantWith(scratch: Scratch, tables: object[], joins: object[] = []): string {
  const content = copySample(scratch, 'restaurant')
  const file = join(content, 'tables.yaml')
  const seating = parse(readFileSync(file, 'utf8')) as Record<string, unknown>
  writeFileSync(file, stringify({ ...seating, tables, joins }))
  return content
}

/** Removes the retention periods from the content. */
export function withoutRetention(content: string): string {
  const file = join(content, 'business.yaml')
  const business = Object.entries(parse(readFileSync(file, 'utf8')) as Record<string, unknown>)
  const other = business.filter(([name]) => name !== 'kept')
  writeFileSync(file, stringify(Object.fromEntries(other)))
  return content
}

/** The date in this number of days, in the time zone of Vietnam. */
export function dayAhead(days: number): string {
  return new Date(Date.now() + (7 * 3600 + days * 86400) * 1000).toISOString().slice(0, 10)
}

/** Days on which the sample restaurant accepts bookings for two at every start. */
export function openDays(from = 2, to = 55): string[] {
  return Array.from({ length: to - from }, (_, index) => dayAhead(from + index)).filter((date) => {
    const weekday = new Date(`${date}T00:00:00Z`).getUTCDay()
    const special = ['12-24', '12-31', '01-01'].some((end) => date.endsWith(end))
    return weekday !== 1 && !special && !/-02-(0[3-9]|1[0-2])$/.test(date)
  })
}
