/** Statistics of the shop as numbers and charts, and the export of bookings. */
import { bookingsCsv } from '../../domain/booking/export.ts'
import { formatGuestCount, formatSource } from '../../domain/messages/format.ts'
import { orderKindLabel } from '../../domain/orders/status.ts'
import { recordAudit } from '../../domain/outbox/events.ts'
import { loadStatistics, type Statistics } from '../../domain/reports/reports.ts'
import type { Locale, LocalizedText } from '../../kernel/locale.ts'
import { formatMoney } from '../../kernel/money.ts'
import { plural } from '../../kernel/plural.ts'
import { addDays, dateAt, isDate } from '../../kernel/time.ts'
import { weekdayNames } from '../../kernel/weekday.ts'
import {
  barChart,
  type ChartData,
  type ChartOptions,
  chartTable,
  columnChart,
} from '../../ui/chart.ts'
import { type Html, html } from '../../ui/html.ts'
import { disclosure, inputField, statList, submitButton } from '../components.ts'
import type { DeskContext } from '../context.ts'
import type { Screen } from '../screen.ts'

const spanDays = [7, 30, 90]

export function reportScreens(context: DeskContext): Screen[] {
  const { store, now, shop, offerName } = context
  return [
    {
      path: '/numbers',
      async show({ locale, query, member }) {
        const days = spanDays.find((one) => String(one) === query.get('days')) ?? 30
        const today = dateAt(now())
        const range = { from: addDays(today, 1 - days), to: today }
        const { serviceDays } = shop.booking
        const report = await loadStatistics(store.read, range, now(), serviceDays)
        return {
          title: words.title[locale],
          tab: '/numbers',
          body: html`<h1>${words.title[locale]}</h1>
${spanPicker(days, locale)}
${reportStats(report, locale)}
${reportCharts(report, locale)}
${member.role === 'owner' && exportForm(range, locale)}`,
        }
      },
    },
    {
      path: '/numbers/export',
      isOwnerOnly: true,
      needsFreshSignIn: true,
      show: async () => ({ seeOther: '/numbers' }),
      async submit({ form, locale, member }) {
        const [from, to] = [form.get('from') ?? '', form.get('to') ?? '']
        const isValidRange = isDate(from) && isDate(to) && from <= to
        if (!isValidRange) return { seeOther: '/numbers' }
        await store.write((sql) =>
          recordAudit(sql, now(), `staff:${member.id}`, 'exported', 'bookings', { from, to }),
        )
        const naming = { rules: shop.booking, offerName }
        return {
          file: {
            name: `bookings-${from}-${to}.csv`,
            type: 'text/csv; charset=utf-8',
            body: await bookingsCsv(store.read, { from, to }, naming, locale, now()),
          },
        }
      },
    },
  ]
}

function spanPicker(currentDays: number, locale: Locale): Html {
  const links = spanDays.map((days) => {
    const current = days === currentDays && html` aria-current="true"`
    return html`<a class="button" href="/numbers?days=${days}"${current}>${days} ${words.days[locale]}</a>`
  })
  return html`<nav class="days" aria-label="${words.period[locale]}">${links}</nav>`
}

/** Visits and cancellations are counted in bookings, with their guests in the second line. */
function reportStats(report: Statistics, locale: Locale): Html {
  const { requests, visits, cancellations, changes, orders } = report
  const bookings = (count: number) =>
    `${count} ${plural(count, { vi: { other: 'lượt' }, en: bookingForms }[locale], locale)}`
  const share = (value: number | null) => (value === null ? '–' : `${Math.round(value * 100)} %`)
  return statList([
    [words.requests[locale], String(requests.total)],
    [words.confirmed[locale], share(requests.confirmedShare)],
    answerTime(requests, locale),
    [words.unanswered[locale], String(requests.unanswered)],
    [words.guests[locale], String(visits.guests), bookings(visits.seated)],
    [
      words.noShows[locale],
      bookings(visits.noShows),
      `${formatGuestCount(visits.noShowGuests, locale)} · ${share(visits.noShowShare)}`,
    ],
    [
      words.byGuest[locale],
      bookings(cancellations.guest.bookings),
      formatGuestCount(cancellations.guest.guests, locale),
    ],
    [
      words.byShop[locale],
      bookings(cancellations.shop.bookings),
      formatGuestCount(cancellations.shop.guests, locale),
    ],
    [words.changes[locale], String(changes.total)],
    ...orders.map(({ kind, count, paidTotal }): [string, string, string] => [
      orderKindLabel(kind)[locale],
      String(count),
      formatMoney(paidTotal, locale),
    ]),
  ])
}

const bookingForms = { one: 'booking', other: 'bookings' }

function reportCharts(report: Statistics, locale: Locale): Html {
  const byDay = { id: 'by-day', title: words.byDay, labels: words.day }
  const byHour = { id: 'by-hour', title: words.byHour, labels: words.hour }
  const byWeekday = { id: 'by-weekday', title: words.byWeekday, labels: words.day }
  const bySource = { id: 'by-source', title: words.bySource, labels: words.source }
  return html`<div class="charts">
${chartSection(columnChart, requestsByDay(report, locale), byDay, locale)}
${chartSection(columnChart, guestsByHour(report, locale), byHour, locale)}
${chartSection(columnChart, guestsByWeekday(report, locale), byWeekday, locale)}
${chartSection(barChart, requestsBySource(report, locale), bySource, locale)}
</div>`
}

function chartSection(
  chart: (data: ChartData, options: ChartOptions) => Html,
  data: ChartData,
  { id, title, labels }: { id: string; title: LocalizedText; labels: LocalizedText },
  locale: Locale,
): Html {
  const options = { id, title: title[locale], labelsTitle: labels[locale], locale }
  return html`<section>
${chart(data, options)}
${disclosure(words.asTable[locale], chartTable(data, options))}
</section>`
}

function requestsByDay({ requests: { byDay } }: Statistics, locale: Locale): ChartData {
  return {
    labels: byDay.map(({ date }) => `${Number(date.slice(8))}/${Number(date.slice(5, 7))}`),
    series: [
      { name: words.yes[locale], values: byDay.map(({ confirmed }) => confirmed) },
      { name: words.waiting[locale], values: byDay.map(({ pending }) => pending) },
      {
        name: words.no[locale],
        values: byDay.map(
          ({ declined, unanswered, cancelled }) => declined + unanswered + cancelled,
        ),
      },
    ],
  }
}

/** Earlier hours are not shown, because no shop is open then. */
const firstHour = 6

function guestsByHour({ visits }: Statistics, locale: Locale): ChartData {
  const hours = visits.byHour.filter(({ hour }) => hour >= firstHour)
  return {
    labels: hours.map(({ hour }) => `${hour}h`),
    series: [{ name: words.expected[locale], values: hours.map(({ guests }) => guests) }],
  }
}

function guestsByWeekday({ visits: { byWeekday } }: Statistics, locale: Locale): ChartData {
  return {
    labels: byWeekday.map(({ weekday }) => weekdayNames([weekday])[locale]),
    series: [{ name: words.expected[locale], values: byWeekday.map(({ guests }) => guests) }],
  }
}

function requestsBySource({ requests: { bySource } }: Statistics, locale: Locale): ChartData {
  return {
    labels: bySource.map(({ source }) => formatSource(source, locale)),
    series: [{ name: words.requests[locale], values: bySource.map(({ total }) => total) }],
  }
}

function exportForm({ from, to }: { from: string; to: string }, locale: Locale): Html {
  const fromInput = html`type="date" name="from" value="${from}" required`
  const toInput = html`type="date" name="to" value="${addDays(to, 30)}" required`
  return html`<section>
<h2>${words.export[locale]}</h2>
<form method="post" action="/numbers/export" class="row">
${inputField('from', words.from[locale], fromInput)}
${inputField('to', words.to[locale], toInput)}
${submitButton(words.download[locale])}
</form>
</section>`
}

function answerTime(
  {
    medianMinutes,
    ninetiethMinutes,
  }: { medianMinutes: number | null; ninetiethMinutes: number | null },
  locale: Locale,
): [string, string, string?] {
  const row = [words.median[locale], formatDuration(medianMinutes, locale)] as const
  if (ninetiethMinutes === null) return [...row]
  return [...row, `${words.ninetieth[locale]} ${formatDuration(ninetiethMinutes, locale)}`]
}

function formatDuration(minutes: number | null, locale: Locale): string {
  if (minutes === null) return '–'
  if (minutes < 90) return `${Math.round(minutes)} ${words.minutes[locale]}`
  return `${Math.round(minutes / 6) / 10} ${words.hours[locale]}`
}

const words = {
  title: { vi: 'Con số', en: 'Reports' },
  period: { vi: 'Khoảng thời gian', en: 'Period' },
  days: { vi: 'ngày', en: 'days' },
  requests: { vi: 'Yêu cầu', en: 'Requests' },
  confirmed: { vi: 'Được xác nhận', en: 'Confirmed' },
  median: { vi: 'Trả lời trong', en: 'Answered within' },
  ninetieth: { vi: 'chín phần mười trong', en: 'nine out of ten within' },
  unanswered: { vi: 'Bỏ lỡ', en: 'Not answered' },
  guests: { vi: 'Khách đã tới', en: 'Guests who came' },
  expected: { vi: 'khách', en: 'guests' },
  noShows: { vi: 'Không tới', en: 'No-shows' },
  byGuest: { vi: 'Khách huỷ', en: 'Cancelled by guests' },
  byShop: { vi: 'Tiệm huỷ', en: 'Cancelled by the shop' },
  changes: { vi: 'Xin đổi', en: 'Change requests' },
  yes: { vi: 'đã xác nhận', en: 'confirmed' },
  waiting: { vi: 'đang chờ', en: 'pending' },
  no: { vi: 'không thành', en: 'not fulfilled' },
  byDay: { vi: 'Yêu cầu mỗi ngày', en: 'Requests per day' },
  byHour: { vi: 'Khách đã đặt, theo giờ', en: 'Booked guests by hour' },
  byWeekday: { vi: 'Khách đã đặt, theo thứ', en: 'Booked guests by weekday' },
  bySource: { vi: 'Yêu cầu đến từ đâu', en: 'Requests by source' },
  day: { vi: 'Ngày', en: 'Day' },
  hour: { vi: 'Giờ', en: 'Hour' },
  source: { vi: 'Nguồn', en: 'Source' },
  asTable: { vi: 'Xem dạng bảng', en: 'Show as a table' },
  export: { vi: 'Tải lượt đặt (CSV)', en: 'Download bookings (CSV)' },
  from: { vi: 'Từ ngày', en: 'From' },
  to: { vi: 'Đến ngày', en: 'To' },
  download: { vi: 'Tải về', en: 'Download' },
  minutes: { vi: 'phút', en: 'min' },
  hours: { vi: 'giờ', en: 'h' },
} satisfies Record<string, LocalizedText>
