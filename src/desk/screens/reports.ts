/** How the desk is doing, drawn; and the bookings as a file to take along. */
import { bookingsCsv } from '../../domain/booking/export.ts'
import { formatSource } from '../../domain/messages/format.ts'
import { orderKindLabel } from '../../domain/messages/order.ts'
import { recordAudit } from '../../domain/outbox/events.ts'
import { loadStatistics, type Statistics } from '../../domain/reports/reports.ts'
import type { Locale, LocalizedText } from '../../kernel/locale.ts'
import { formatMoney } from '../../kernel/money.ts'
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
        const report = await loadStatistics(store.read, range, now())
        return {
          title: words.title[locale],
          tab: '/numbers',
          body: html`<h1>${words.title[locale]}</h1>
<nav class="days" aria-label="${words.span[locale]}">${spanDays.map((one) => html`<a class="button" href="/numbers?days=${one}"${one === days && html` aria-current="true"`}>${one} ${words.days[locale]}</a>`)}</nav>
${statList(report, locale)}
${charts(report, locale)}
${member.role === 'owner' && exportForm(range, locale)}`,
        }
      },
    },
    {
      path: '/numbers/export',
      ownerOnly: true,
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

function statList({ requests, visits, changes, orders }: Statistics, locale: Locale): Html {
  const share = (value: number | null) => (value === null ? '–' : `${Math.round(value * 100)} %`)
  const rows: [string, string, string?][] = [
    [words.requests[locale], String(requests.total)],
    [words.confirmed[locale], share(requests.confirmedShare)],
    [
      words.median[locale],
      formatDuration(requests.medianMinutes, locale),
      `${words.ninetieth[locale]} ${formatDuration(requests.ninetiethMinutes, locale)}`,
    ],
    [words.unanswered[locale], String(requests.unanswered)],
    [words.guests[locale], String(visits.guests)],
    [words.noShows[locale], String(visits.noShows), share(visits.noShowShare)],
    [words.changes[locale], String(changes.total)],
    ...orders.map(({ kind, count, paidTotal }): [string, string, string] => [
      orderKindLabel(kind)[locale],
      String(count),
      formatMoney(paidTotal),
    ]),
  ]
  return html`<dl class="figures">${rows.map(([term, value, more]) => html`<div><dt>${term}</dt><dd>${value}${more !== undefined && html`<small>${more}</small>`}</dd></div>`)}</dl>`
}

function charts({ requests, visits }: Statistics, locale: Locale): Html {
  const byDay: ChartData = {
    labels: requests.byDay.map(
      ({ date }) => `${Number(date.slice(8))}/${Number(date.slice(5, 7))}`,
    ),
    series: [
      { name: words.yes[locale], values: requests.byDay.map(({ confirmed }) => confirmed) },
      { name: words.waiting[locale], values: requests.byDay.map(({ pending }) => pending) },
      {
        name: words.no[locale],
        values: requests.byDay.map(
          ({ declined, unanswered, cancelled }) => declined + unanswered + cancelled,
        ),
      },
    ],
  }
  const hours = visits.byHour.filter(({ hour }) => hour >= firstHour)
  const byHour: ChartData = {
    labels: hours.map(({ hour }) => `${hour}h`),
    series: [{ name: words.expected[locale], values: hours.map(({ guests }) => guests) }],
  }
  const byWeekday: ChartData = {
    labels: visits.byWeekday.map(({ weekday }) => weekdayNames([weekday])[locale]),
    series: [
      { name: words.expected[locale], values: visits.byWeekday.map(({ guests }) => guests) },
    ],
  }
  const bySource: ChartData = {
    labels: requests.bySource.map(({ source }) => formatSource(source, locale)),
    series: [{ name: words.requests[locale], values: requests.bySource.map(({ total }) => total) }],
  }
  return html`<div class="charts">
${chartSection(columnChart, byDay, { id: 'by-day', title: words.byDay[locale], labelsTitle: words.day[locale], locale })}
${chartSection(columnChart, byHour, { id: 'by-hour', title: words.byHour[locale], labelsTitle: words.hour[locale], locale })}
${chartSection(columnChart, byWeekday, { id: 'by-weekday', title: words.byWeekday[locale], labelsTitle: words.day[locale], locale })}
${chartSection(barChart, bySource, { id: 'by-source', title: words.bySource[locale], labelsTitle: words.source[locale], locale })}</div>`
}

/** Nobody comes before. */
const firstHour = 6

function chartSection(
  chart: (data: ChartData, options: ChartOptions) => Html,
  data: ChartData,
  options: ChartOptions,
): Html {
  return html`<section>${chart(data, options)}<details class="drop"><summary>${words.asTable[options.locale]}</summary>${chartTable(data, options)}</details></section>`
}

function exportForm({ from, to }: { from: string; to: string }, locale: Locale): Html {
  return html`<section><h2>${words.export[locale]}</h2><form method="post" action="/numbers/export" class="row">
<div><label for="from">${words.from[locale]}</label><input id="from" type="date" name="from" value="${from}" required></div>
<div><label for="to">${words.to[locale]}</label><input id="to" type="date" name="to" value="${addDays(to, 30)}" required></div>
<button type="submit">${words.download[locale]}</button></form></section>`
}

function formatDuration(minutes: number | null, locale: Locale): string {
  if (minutes === null) return '–'
  if (minutes < 90) return `${Math.round(minutes)} ${words.minutes[locale]}`
  return `${Math.round(minutes / 6) / 10} ${words.hours[locale]}`
}

const words = {
  title: { vi: 'Con số', en: 'Numbers' },
  span: { vi: 'Khoảng thời gian', en: 'Span' },
  days: { vi: 'ngày', en: 'days' },
  requests: { vi: 'Yêu cầu', en: 'Requests' },
  confirmed: { vi: 'Được xác nhận', en: 'Confirmed' },
  median: { vi: 'Trả lời trong', en: 'Answered within' },
  ninetieth: { vi: 'chín phần mười trong', en: 'nine of ten within' },
  unanswered: { vi: 'Bỏ lỡ', en: 'Not answered' },
  guests: { vi: 'Khách đã tới', en: 'Guests who came' },
  expected: { vi: 'khách', en: 'guests' },
  noShows: { vi: 'Không tới', en: 'Did not come' },
  changes: { vi: 'Xin đổi', en: 'Asked to change' },
  yes: { vi: 'đã xác nhận', en: 'confirmed' },
  waiting: { vi: 'đang chờ', en: 'waiting' },
  no: { vi: 'không thành', en: 'did not happen' },
  byDay: { vi: 'Yêu cầu mỗi ngày', en: 'Requests each day' },
  byHour: { vi: 'Khách đã đặt, theo giờ', en: 'Booked guests by hour' },
  byWeekday: { vi: 'Khách đã đặt, theo thứ', en: 'Booked guests by weekday' },
  bySource: { vi: 'Yêu cầu đến từ đâu', en: 'Where requests come from' },
  day: { vi: 'Ngày', en: 'Day' },
  hour: { vi: 'Giờ', en: 'Hour' },
  source: { vi: 'Nguồn', en: 'Source' },
  asTable: { vi: 'Xem dạng bảng', en: 'As a table' },
  export: { vi: 'Tải lượt đặt (CSV)', en: 'Bookings as CSV' },
  from: { vi: 'Từ ngày', en: 'From' },
  to: { vi: 'Đến ngày', en: 'To' },
  download: { vi: 'Tải về', en: 'Download' },
  minutes: { vi: 'phút', en: 'min' },
  hours: { vi: 'giờ', en: 'h' },
} satisfies Record<string, LocalizedText>
