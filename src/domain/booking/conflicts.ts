/** Bookings to come that the shop as it is written could not keep: a table gone, a day closed. */

import { showCode } from '../../kernel/booking-code.ts'
import type { Words } from '../../kernel/locale.ts'
import { minutesOf } from '../../kernel/time.ts'
import type { Sql } from '../../store/sql.ts'
import type { BookingRules, Resource, Wish } from '../scheduling/rules.ts'
import type { BookingRow } from './status.ts'

export type Misfit = {
  id: string
  /** As staff and guests write it. */
  code: string
  date: string
  time: string
  partySize: number
  why: Words
}

/** What is asked of a shop, whichever it is. */
export type Keeper = { rules: BookingRules; offers: ReadonlySet<string> }

/** `known` are resources that have a name, though the keeper may not have them any more. */
export async function findMisfits(
  sql: Sql,
  keeper: Keeper,
  now: number,
  known: readonly Resource[] = [],
): Promise<Misfit[]> {
  const rows = await sql.all<BookingRow>(
    `SELECT * FROM bookings WHERE status IN ('pending', 'confirmed') AND starts_at > ?
     ORDER BY starts_at, id`,
    now,
  )
  const held = await heldBy(sql, now)
  return rows.flatMap((row) => {
    const why = whyNot(keeper, row, held.get(`booking:${row.id}`) ?? [], known)
    if (!why) return []
    const { id, date, time, party_size: partySize } = row
    return { id, code: showCode(row.code), date, time, partySize, why }
  })
}

/** Those that would not fit any more, though they do now. */
export async function findNewMisfits(
  sql: Sql,
  before: Keeper,
  after: Keeper,
  now: number,
): Promise<Misfit[]> {
  const already = new Set((await findMisfits(sql, before, now)).map(({ id }) => id))
  const all = await findMisfits(sql, after, now, before.rules.resources)
  return all.filter(({ id }) => !already.has(id))
}

async function heldBy(sql: Sql, now: number): Promise<Map<string, string[]>> {
  const rows = await sql.all<{ holder: string; resource: string }>(
    'SELECT DISTINCT holder, resource FROM cells WHERE cell >= ?',
    Math.floor(now / quarterHour),
  )
  const held = new Map<string, string[]>()
  for (const { holder, resource } of rows) {
    held.set(holder, [...(held.get(holder) ?? []), resource])
  }
  return held
}

const quarterHour = 15 * 60_000

function whyNot(
  { rules, offers }: Keeper,
  row: BookingRow,
  held: readonly string[],
  known: readonly Resource[],
): Words | undefined {
  const wish = JSON.parse(row.wish) as Wish
  if (!offers.has(wish.offerId)) return noOffer(wish.offerId)
  const gone = held.filter((resource) => !rules.resources.some(({ id }) => id === resource))
  if (gone.length > 0) return noResources(rules, gone, known)
  const start = rules.startAt(wish, row.date, minutesOf(row.time))
  if (!start) {
    const opening = rules.opening(wish, row.date)
    if (opening.open) return notThen
    return opening.special ? closedFor(opening.reason) : opening.reason
  }
  const kept = rules
    .options(wish, row.date, start)
    .some(({ holds }) => isSame(new Set(holds.map(({ resource }) => resource)), new Set(held)))
  return kept ? undefined : notLikeThis
}

function isSame(one: ReadonlySet<string>, other: ReadonlySet<string>): boolean {
  return one.size === other.size && [...one].every((each) => other.has(each))
}

function noOffer(id: string): Words {
  return {
    vi: `Không còn món hoặc dịch vụ "${id}" trong danh sách.`,
    en: `"${id}" is no longer offered.`,
  }
}

function noResources(
  rules: BookingRules,
  gone: readonly string[],
  known: readonly Resource[],
): Words {
  const each = gone.map((id) => noResource(rules, id, known))
  return {
    vi: `${each.map(({ vi }) => vi).join('; ')}; hãy dời lượt này ở quầy.`,
    en: `${each.map(({ en }) => en).join('; ')}; move this booking at the desk.`,
  }
}

/** "Kỹ thuật viên Bích Trâm không còn trong therapists.yaml" */
function noResource({ kinds }: BookingRules, id: string, known: readonly Resource[]): Words {
  const [kind = '', own = id] = id.split(':')
  const { noun, file } = kinds[kind] ?? { noun: { vi: '', en: '' }, file: '' }
  const name = known.find((one) => one.id === id)?.name ?? { vi: `"${own}"`, en: `"${own}"` }
  return {
    vi: `${named(noun.vi, name.vi)} không còn trong ${file}`,
    en: `${named(noun.en, name.en)} is no longer in ${file}`,
  }
}

/** "Nhà 2 · 4 chỗ" is the table Nhà 2, and "Ghế cửa sổ" says itself that it is a chair. */
function named(noun: string, name: string): string {
  const [plain = name] = name.split(' · ')
  return plain.startsWith(noun) ? plain : `${noun} ${plain}`
}

function closedFor(reason: Words): Words {
  return {
    vi: `Ngày này đóng cửa (${reason.vi}).`,
    en: `That day is closed (${reason.en}).`,
  }
}

const notThen: Words = {
  vi: 'Vào giờ này không còn mở cửa.',
  en: 'The door is not open at this time any more.',
}

const notLikeThis: Words = {
  vi: 'Chỗ hoặc người đã giữ không còn nhận lượt đặt như thế vào giờ này.',
  en: 'The place or person that is kept no longer takes such a booking at this time.',
}
