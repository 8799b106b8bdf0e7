/** CSV export of the bookings of a date range, without answers about allergies and health. */
import { formatCode } from '../../kernel/booking-code.ts'
import { type CsvValue, formatCsv } from '../../kernel/csv.ts'
import type { DateRange } from '../../kernel/date-range.ts'
import type { Locale, LocalizedText } from '../../kernel/locale.ts'
import { addDays, toIsoString } from '../../kernel/time.ts'
import type { Row, Sql } from '../../store/sql.ts'
import { csvColumns } from '../guest/personal-tables.ts'
import { answerRows, isOrdinaryQuestion } from '../guest/questions.ts'
import { quoteLabels, surchargeText, surchargeTotal } from '../pricing/quote.ts'
import { resourceNames } from '../scheduling/resource-names.ts'
import type { BookingRules } from '../scheduling/rules.ts'
import { requestAnswers } from './action-rules.ts'
import { depositLabels } from './deposit/state.ts'
import {
  type AnswersColumn,
  answersColumn,
  type BookingRow,
  parseAnswersColumn,
  type StoredBooking,
  toStoredBooking,
} from './rows.ts'
import { statusLabels, withCurrentStatus } from './status.ts'

export type NamingContext = { rules: BookingRules; offerName(id: string): LocalizedText }

type ExportRow = BookingRow & AnswersColumn & { answered_at: number | null }

const guestColumns = csvColumns('booking_guests')

const headings: readonly LocalizedText[] = [
  { vi: 'Ngày', en: 'Date' },
  { vi: 'Giờ', en: 'Time' },
  { vi: 'Đến', en: 'Until' },
  { vi: 'Mã', en: 'Code' },
  { vi: 'Tình trạng', en: 'Status' },
  { vi: 'Số khách', en: 'Guests' },
  { vi: 'Dịch vụ', en: 'Offer' },
  { vi: 'Chỗ / người phục vụ', en: 'Place / served by' },
  ...guestColumns.map(({ heading }) => heading),
  { vi: 'Nguồn', en: 'Source' },
  { vi: 'Gửi lúc', en: 'Requested' },
  { vi: 'Trả lời lúc', en: 'Answered' },
  { vi: 'Tiền cọc', en: 'Deposit' },
  { vi: 'Tình trạng cọc', en: 'Deposit status' },
  quoteLabels.price,
  quoteLabels.surcharge,
  { vi: 'Tiền phụ thu', en: 'Surcharge amount' },
]

/** A long export is read in batches, so that other requests are served in between. */
const batchDays = 7

/** Includes bookings whose visit is in the range, earliest first. */
export async function bookingsCsv(
  sql: Sql,
  range: DateRange,
  naming: NamingContext,
  locale: Locale,
  now: number,
): Promise<string> {
  const questions = naming.rules.questions.filter(isOrdinaryQuestion)
  const lines: (readonly CsvValue[])[] = [
    [...headings, ...questions.map(({ heading }) => heading)].map((heading) => heading[locale]),
  ]
  const { from, to } = await clampToBookings(sql, naming.rules, range)
  for (let first = from; first <= to; first = addDays(first, batchDays)) {
    const last = addDays(first, batchDays - 1)
    lines.push(
      ...(await loadLines(sql, { from: first, to: last < to ? last : to }, naming, locale, now)),
    )
    await new Promise(setImmediate)
  }
  return formatCsv(lines)
}

/** Limits the range to days from the first to the last booking, so that a huge range costs nothing. */
async function clampToBookings(
  sql: Sql,
  { serviceDays }: BookingRules,
  { from, to }: DateRange,
): Promise<DateRange> {
  const row = await sql.get<{ first: number | null; last: number | null }>(
    `SELECT (SELECT MIN(starts_at) FROM bookings) AS first,
      (SELECT MAX(starts_at) FROM bookings) AS last`,
  )
  const [first, last] = [serviceDays.dateAt(row?.first ?? 0), serviceDays.dateAt(row?.last ?? 0)]
  return { from: from > first ? from : first, to: to < last ? to : last }
}

async function loadLines(
  sql: Sql,
  days: DateRange,
  { rules, offerName }: NamingContext,
  locale: Locale,
  now: number,
): Promise<CsvValue[][]> {
  const { begin, end } = rules.serviceDays.rangeOf(days)
  const rows = await sql.all<ExportRow>(
    `SELECT bookings.*, ${guestColumns.map(({ name }) => `guest.${name} AS ${name}`).join(', ')},
      ${answersColumn},
      (SELECT MIN(at) FROM audit WHERE subject = 'booking:' || bookings.id
        AND action IN (${requestAnswers.map(() => '?').join(', ')})) AS answered_at
     FROM bookings LEFT JOIN booking_guests AS guest ON guest.booking_id = bookings.id
     WHERE starts_at >= ? AND starts_at < ? ORDER BY starts_at, bookings.id`,
    ...requestAnswers,
    begin,
    end,
  )
  const questions = rules.questions.filter(isOrdinaryQuestion)
  return rows.map((exported): CsvValue[] => {
    const columns: Row = exported
    const row = toStoredBooking(exported)
    const answers = parseAnswersColumn(exported.answers)
    const resourceLabels = resourceNames(rules, row.assignment)
    return [
      row.date,
      row.time,
      toIsoString(row.ends_at).slice(11, 16),
      formatCode(row.code),
      stateLabel(withCurrentStatus(row, now))[locale],
      row.party_size,
      offerName(row.offer_id)[locale],
      resourceLabels.map((name) => name[locale]).join(', '),
      ...guestColumns.map(({ name }) => formatGuestValue(name, columns[name] ?? null)),
      row.source,
      formatMinute(row.created_at),
      row.status === 'pending' ? null : exported.answered_at && formatMinute(exported.answered_at),
      row.deposit,
      row.deposit_state && depositLabels[row.deposit_state][locale],
      row.quote.price ?? null,
      surchargeText(row.quote, row.party_size)?.[locale] ?? null,
      surchargeTotal(row.quote, row.party_size) ?? null,
      ...questions.map((question) => answerRows([question], answers, locale)[0]?.[1] ?? null),
    ]
  })
}

/** Reason of a cancellation or visit status; more specific than the booking status. */
const outcomeLabels: Readonly<Record<string, LocalizedText>> = {
  declined: { vi: 'đã từ chối', en: 'declined' },
  unanswered: { vi: 'quá giờ, chưa trả lời', en: 'not answered in time' },
  seated: { vi: 'khách đã đến', en: 'seated' },
  finished: { vi: 'đã xong', en: 'finished' },
  no_show: { vi: 'khách không đến', en: 'no-show' },
}

function stateLabel({ status, reason, visit }: StoredBooking): LocalizedText {
  const outcome = status === 'cancelled' ? reason : visit
  return outcomeLabels[outcome ?? ''] ?? statusLabels[status]
}

function formatGuestValue(name: string, value: CsvValue): CsvValue {
  return name === 'phone' && typeof value === 'string' ? formatPhone(value) : value
}

/**
 * "+84912345678" → "0912 345 678": without spaces, a spreadsheet reads a leading plus as a formula
 * and drops a leading zero.
 */
function formatPhone(phone: string): string {
  if (!phone.startsWith('+84')) return phone
  return `0${phone.slice(3)}`.replace(/^(\d{3,5})(\d{3})(\d{3})$/, '$1 $2 $3')
}

/** "2026-11-20 18:30" */
function formatMinute(atMs: number): string {
  return toIsoString(atMs).slice(0, 16).replace('T', ' ')
}
