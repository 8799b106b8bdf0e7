/** `letan bookings`: lists, confirms, declines and cancels bookings. */
import { chooseCommandLanguage } from '../config/language.ts'
import { createBookingContext } from '../domain/booking/context.ts'
import { type BookingRow, findBookingRow } from '../domain/booking/rows.ts'
import { createStaffActions } from '../domain/booking/staff-actions.ts'
import { statusLabels } from '../domain/booking/status.ts'
import type { StaffAction } from '../domain/booking/transitions.ts'
import { BookingActionError } from '../kernel/action-errors.ts'
import { formatCode } from '../kernel/booking-code.ts'
import { forEachLocale, type Locale, type LocalizedText } from '../kernel/locale.ts'
import { isDate } from '../kernel/time.ts'
import { parseArguments, UsageError } from './command.ts'
import { type OpenedDatabase, withDatabase } from './database.ts'

export const bookingHelp: LocalizedText = {
  vi: `\
  letan bookings [DATE]             liệt kê các lượt đặt sắp tới, hoặc của một ngày
  letan bookings confirm CODE       xác nhận một yêu cầu
  letan bookings decline CODE WHY   từ chối một yêu cầu, kèm lý do
  letan bookings cancel CODE WHY    huỷ một lượt đặt, kèm lý do`,
  en: `\
  letan bookings [DATE]             list all upcoming bookings, or those of a day
  letan bookings confirm CODE       confirm a request
  letan bookings decline CODE WHY   decline a request, with the reason
  letan bookings cancel CODE WHY    cancel a booking, with the reason`,
}

const verbs = ['confirm', 'decline', 'cancel'] as const

type BookingAction = { verb: (typeof verbs)[number]; code: string; reason: string }

export async function runBookings(
  args: readonly string[],
  environment: NodeJS.ProcessEnv,
): Promise<string> {
  const { positionals } = parseArguments(args, {}, usageError)
  const locale = chooseCommandLanguage(args, environment)
  const [date] = positionals
  if (date === undefined || (isDate(date) && positionals.length === 1)) {
    return withDatabase(environment, (database) => listBookings(database, date, locale))
  }
  const action = parseAction(positionals)
  return withDatabase(environment, (database) => runAction(database, action, locale))
}

const usageError = () => new UsageError('bookings', bookingHelp)

function parseAction([name, code = '', ...reasonWords]: readonly string[]): BookingAction {
  const verb = verbs.find((one) => one === name)
  if (verb === undefined) throw usageError()
  const reason = reasonWords.join(' ')
  if (verb !== 'confirm' && reason === '') throw new BookingActionError('reason_missing')
  return { verb, code, reason }
}

async function runAction(
  { store, shop, now }: OpenedDatabase,
  { verb, code, reason }: BookingAction,
  locale: Locale,
): Promise<string> {
  const staffActions = createStaffActions(store, createBookingContext(shop), now)
  const row = await findBookingRow(store.read, code)
  if (!row) throw new BookingActionError('not_found')
  const action: StaffAction = { code, version: row.version, actor: 'terminal' }
  if (verb === 'confirm') await staffActions.confirm(action)
  else await staffActions[verb]({ ...action, reason })
  return `${formatCode(row.code)}: ${texts.done[locale]}\n`
}

async function listBookings(
  { store, shop, name, now }: OpenedDatabase,
  date: string | undefined,
  locale: Locale,
): Promise<string> {
  const serviceDay = date && shop.booking.serviceDays.rangeOf({ from: date, to: date })
  const condition = serviceDay ? 'starts_at >= ? AND starts_at < ?' : 'starts_at > ?'
  const rows = await store.read.all<
    BookingRow & { name: string; phone: string; requested_change: string | null }
  >(
    `SELECT bookings.*, name, phone, booking_changes.kind AS requested_change FROM bookings
     JOIN booking_guests ON booking_guests.booking_id = bookings.id
     LEFT JOIN booking_changes ON booking_changes.booking_id = bookings.id AND settled_at IS NULL
     WHERE ${condition} ORDER BY starts_at`,
    ...(serviceDay ? [serviceDay.begin, serviceDay.end] : [now()]),
  )
  const lines = rows.map((row) =>
    [
      row.date,
      row.time,
      formatCode(row.code),
      statusLabels[row.status][locale].padEnd(statusWidth[locale]),
      String(row.party_size).padStart(2),
      row.offer_id,
      row.name,
      row.phone,
      ...(row.requested_change === null
        ? []
        : [texts.requestedChange(row.requested_change)[locale]]),
    ].join('  '),
  )
  if (rows.length > 0) return `${lines.join('\n')}\n`
  return `${texts.none(name, date)[locale]}\n`
}

const statusWidth = forEachLocale((locale) =>
  Math.max(...Object.values(statusLabels).map((label) => label[locale].length)),
)

const changeNames: Readonly<Record<string, string>> = {
  cancel: 'huỷ',
  move: 'đổi giờ',
  smaller_party: 'bớt khách',
  larger_party: 'thêm khách',
}

const texts = {
  done: { vi: 'xong', en: 'done' },
  none: (database: string, date: string | undefined): LocalizedText =>
    date === undefined
      ? {
          vi: `Không có lượt đặt nào sắp tới trong ${database}.`,
          en: `No upcoming bookings in ${database}.`,
        }
      : {
          vi: `Ngày ${date} không có lượt đặt nào trong ${database}.`,
          en: `No bookings on ${date} in ${database}.`,
        },
  requestedChange: (kind: string): LocalizedText => ({
    vi: `(khách xin ${changeNames[kind] ?? kind})`,
    en: `(change request: ${kind})`,
  }),
}
