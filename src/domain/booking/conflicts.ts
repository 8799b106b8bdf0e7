/** Bookings to come that the shop as it is written could not keep: a table gone, a day closed. */

import { formatCode } from '../../kernel/booking-code.ts'
import type { LocalizedText } from '../../kernel/locale.ts'
import { minutesOf } from '../../kernel/time.ts'
import type { Sql } from '../../store/sql.ts'
import type { BookingRequestDetails, BookingRules, Resource } from '../scheduling/rules.ts'
import type { BookingRow } from './status.ts'

export type BookingConflict = {
  id: string
  /** As staff and guests write it. */
  code: string
  date: string
  time: string
  partySize: number
  reason: LocalizedText
}

/** What is asked of a shop, whichever it is. */
export type BookingCapability = { rules: BookingRules; offers: ReadonlySet<string> }

/** `known` are resources that have a name, though the keeper may not have them any more. */
export async function findConflicts(
  sql: Sql,
  capability: BookingCapability,
  now: number,
  known: readonly Resource[] = [],
): Promise<BookingConflict[]> {
  const rows = await sql.all<BookingRow>(
    `SELECT * FROM bookings WHERE status IN ('pending', 'confirmed') AND starts_at > ?
     ORDER BY starts_at, id`,
    now,
  )
  const heldResources = await loadHeldResources(sql, now)
  return rows.flatMap((row) => {
    const reason = conflictReason(
      capability,
      row,
      heldResources.get(`booking:${row.id}`) ?? [],
      known,
    )
    if (!reason) return []
    const { id, date, time, party_size: partySize } = row
    return { id, code: formatCode(row.code), date, time, partySize, reason }
  })
}

/** Those that would not fit any more, though they do now. */
export async function findNewConflicts(
  sql: Sql,
  before: BookingCapability,
  after: BookingCapability,
  now: number,
): Promise<BookingConflict[]> {
  const already = new Set((await findConflicts(sql, before, now)).map(({ id }) => id))
  const all = await findConflicts(sql, after, now, before.rules.resources)
  return all.filter(({ id }) => !already.has(id))
}

async function loadHeldResources(sql: Sql, now: number): Promise<Map<string, string[]>> {
  const rows = await sql.all<{ holder: string; resource: string }>(
    'SELECT DISTINCT holder, resource FROM cells WHERE cell >= ?',
    Math.floor(now / quarterHour),
  )
  const heldResources = new Map<string, string[]>()
  for (const { holder, resource } of rows) {
    heldResources.set(holder, [...(heldResources.get(holder) ?? []), resource])
  }
  return heldResources
}

const quarterHour = 15 * 60_000

function conflictReason(
  { rules, offers }: BookingCapability,
  row: BookingRow,
  held: readonly string[],
  known: readonly Resource[],
): LocalizedText | undefined {
  const details = JSON.parse(row.wish) as BookingRequestDetails
  if (!offers.has(details.offerId)) return missingOfferText(details.offerId)
  const removed = held.filter((resource) => !rules.resources.some(({ id }) => id === resource))
  if (removed.length > 0) return missingResourcesText(rules, removed, known)
  const start = rules.startAt(details, row.date, minutesOf(row.time))
  if (!start) {
    const bookable = rules.bookableStarts(details, row.date)
    if (bookable.open) return closedAtTimeText
    return bookable.special ? closedDayText(bookable.reason) : bookable.reason
  }
  const isServed = rules
    .options(details, row.date, start)
    .some(({ holds }) => isSame(new Set(holds.map(({ resource }) => resource)), new Set(held)))
  return isServed ? undefined : unservedText
}

function isSame(one: ReadonlySet<string>, other: ReadonlySet<string>): boolean {
  return one.size === other.size && [...one].every((each) => other.has(each))
}

function missingOfferText(id: string): LocalizedText {
  return {
    vi: `Không còn món hoặc dịch vụ "${id}" trong danh sách.`,
    en: `"${id}" is no longer offered.`,
  }
}

function missingResourcesText(
  rules: BookingRules,
  removed: readonly string[],
  known: readonly Resource[],
): LocalizedText {
  const each = removed.map((id) => missingResourceText(rules, id, known))
  return {
    vi: `${each.map(({ vi }) => vi).join('; ')}; hãy dời lượt này ở quầy.`,
    en: `${each.map(({ en }) => en).join('; ')}; move this booking at the desk.`,
  }
}

/** "Kỹ thuật viên Bích Trâm không còn trong therapists.yaml" */
function missingResourceText(
  { resourceKinds: kinds }: BookingRules,
  id: string,
  known: readonly Resource[],
): LocalizedText {
  const [kind = '', own = id] = id.split(':')
  const { noun, file } = kinds[kind] ?? { noun: { vi: '', en: '' }, file: '' }
  const name = known.find((one) => one.id === id)?.name ?? { vi: `"${own}"`, en: `"${own}"` }
  return {
    vi: `${withNoun(noun.vi, name.vi)} không còn trong ${file}`,
    en: `${withNoun(noun.en, name.en)} is no longer in ${file}`,
  }
}

/** "Nhà 2 · 4 chỗ" is the table Nhà 2, and "Ghế cửa sổ" says itself that it is a chair. */
function withNoun(noun: string, name: string): string {
  const [plain = name] = name.split(' · ')
  return plain.startsWith(noun) ? plain : `${noun} ${plain}`
}

function closedDayText(reason: LocalizedText): LocalizedText {
  return {
    vi: `Ngày này đóng cửa (${reason.vi}).`,
    en: `That day is closed (${reason.en}).`,
  }
}

const closedAtTimeText: LocalizedText = {
  vi: 'Vào giờ này không còn mở cửa.',
  en: 'The door is not open at this time any more.',
}

const unservedText: LocalizedText = {
  vi: 'Chỗ hoặc người đã giữ không còn nhận lượt đặt như thế vào giờ này.',
  en: 'The place or person that is kept no longer takes such a booking at this time.',
}
