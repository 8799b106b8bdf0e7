/**
 * Upcoming bookings that the content can no longer serve, for example because a table was removed or
 * a day is closed.
 */
import { formatCode } from '../../kernel/booking-code.ts'
import type { LocalizedText } from '../../kernel/locale.ts'
import type { Sql } from '../../store/sql.ts'
import type { BookingRules, Resource } from '../scheduling/rules.ts'
import { cellAt } from './occupancy.ts'
import { type BookingRow, type StoredBooking, toStoredBooking } from './rows.ts'

export type BookingConflict = {
  id: string
  /** Formatted, as staff and guests write it. */
  code: string
  date: string
  time: string
  partySize: number
  reason: LocalizedText
}

/** What the content can serve. */
export type BookingCapability = { rules: BookingRules; offers: ReadonlySet<string> }

/** `known` are resources of earlier content; they give removed resources a name. */
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
  return rows.map(toStoredBooking).flatMap((booking) => {
    const held = heldResources.get(`booking:${booking.id}`) ?? []
    const reason = conflictReason(capability, booking, held, known)
    if (!reason) return []
    const { id, date, time, party_size: partySize } = booking
    return { id, code: formatCode(booking.code), date, time, partySize, reason }
  })
}

/** Conflicts with the new content that the current content does not have. */
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
    cellAt(now),
  )
  const heldResources = new Map<string, string[]>()
  for (const { holder, resource } of rows) {
    heldResources.set(holder, [...(heldResources.get(holder) ?? []), resource])
  }
  return heldResources
}

function conflictReason(
  { rules, offers }: BookingCapability,
  booking: StoredBooking,
  held: readonly string[],
  known: readonly Resource[],
): LocalizedText | undefined {
  const { details, date: calendarDate, time, overrides } = booking
  if (!offers.has(details.offerId)) return missingOfferText(details.offerId)
  const removed = held.filter((resource) => !rules.resources.some(({ id }) => id === resource))
  if (removed.length > 0) return missingResourcesText(rules, removed, known)
  const { date, at } = rules.serviceDays.find({ date: calendarDate, time })
  const usual = rules.startAt(details, date, at)
  const start = usual ? { at, minutes: booking.stay_minutes ?? usual.minutes } : undefined
  // Staff have decided for this booking against the rules, also if these have changed.
  if (overrides.length > 0) return undefined
  if (!start) {
    const bookable = rules.bookableStarts(details, date)
    if (bookable.open) return closedAtTimeText
    return bookable.special ? closedDayText(bookable.reason) : bookable.reason
  }
  const chosen = rules.staffOptions(details, date, start, held)
  const isServed = [
    ...rules.options(details, date, start),
    ...chosen.filter(({ broken }) => broken.length === 0),
  ].some(({ holds }) => isSame(new Set(holds.map(({ resource }) => resource)), new Set(held)))
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
    en: `${each.map(({ en }) => en).join('; ')}; move this booking on the desk.`,
  }
}

/** "Therapist Bích Trâm is no longer in therapists.yaml" */
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

/** Drops a suffix such as "· 4 chỗ", and the noun if the name already starts with it. */
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
  en: 'No longer open at this time.',
}

const unservedText: LocalizedText = {
  vi: 'Chỗ hoặc người đã giữ không còn nhận lượt đặt như thế vào giờ này.',
  en: 'The reserved place or person no longer accepts such a booking at this time.',
}
