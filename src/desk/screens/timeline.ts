/** The day as a timeline: one row per resource, one bar per booking or block. */
import {
  type BlockRow,
  findBookingsIn,
  loadArrivalTimes,
  loadBlocks,
  loadOccupiedSpans,
  type OccupiedSpan,
} from '../../domain/booking/queries.ts'
import type { BookingView } from '../../domain/booking/rows.ts'
import { hoursOn } from '../../domain/scheduling/hours.ts'
import { formatCode } from '../../kernel/booking-code.ts'
import { formatDate } from '../../kernel/format-date.ts'
import type { Locale, LocalizedText } from '../../kernel/locale.ts'
import { addDays } from '../../kernel/time.ts'
import { type Html, html } from '../../ui/html.ts'
import { bookingUrl, missingResourceText } from '../booking-components.ts'
import type { DeskContext } from '../context.ts'
import { dayPicker, parseDate, serviceDateNow } from '../day-picker.ts'
import { extraPlaceNotice, extraPlaceSection } from '../extra-place-form.ts'
import { flashNotice } from '../flash.ts'
import { dropForm, moveDock } from '../move-dock.ts'
import { resourceGroups } from '../resources.ts'
import type { Notice, Screen, ScreenPage } from '../screen.ts'
import { seatingConflictList } from '../seating-conflict-list.ts'
import { hasTreatment, resourceRow } from '../timeline-bars.ts'
import { foldLink, ruler, type Timeline, visibleRange } from '../timeline-scale.ts'

export function timelineScreen(context: DeskContext): Screen {
  return {
    path: '/timeline',
    async show(screenRequest) {
      const { locale, query } = screenRequest
      const notice =
        (await flashNotice(context, screenRequest)) ??
        (await extraPlaceNotice(context, query, locale))
      const isWholeDay = query.get('hours') === 'all'
      return timelinePage(context, query.get('date'), locale, { notice, isWholeDay })
    },
  }
}

type TimelineOptions = {
  notice: Notice | undefined
  /** The booking that could not be moved. */
  refused?: BookingView
  /** Also shows the hours that are over. */
  isWholeDay?: boolean
}

/** Also shown after a refused move, with the reason. */
export async function timelinePage(
  context: DeskContext,
  day: string | null,
  locale: Locale,
  { notice, refused, isWholeDay = false }: TimelineOptions,
): Promise<ScreenPage> {
  const date = parseDate(context, new URLSearchParams(day === null ? {} : { date: day }))
  const timeline = await loadTimeline(context, date, locale, isWholeDay)
  const { range } = timeline
  const hours = hoursOn(context.shop.business, date)
  const resources = resourceGroups(context, date)
  const groups = resources.map(
    ([group, members], index) => html`<h2 class="group" id="group-${index}">${group[locale]}</h2>
${members.map((resource) => resourceRow(context, timeline, resource))}`,
  )
  const label = `${words.title[locale]}, ${formatDate(date, locale)}`
  return {
    title: words.title[locale],
    tab: '/timeline',
    isFullWidth: true,
    notice: refused && notice ? withWayBack(notice, refused, date, locale) : notice,
    // The address of a refused form is not that of the timeline.
    ...(refused && { status: 409, disableAutoRefresh: true }),
    body: html`<h1>${formatDate(date, locale)}</h1>
${dayPicker(context, '/timeline', date, locale)}
<div class="timeline-links">${foldLink(timeline, isWholeDay)}${groupLinks(resources, locale)}</div>
${date === serviceDateNow(context) && (await seatingConflictList(context, '/timeline', locale))}
${!hours.open && html`<p class="notice note">${hours.reason[locale]}</p>`}
${missingResourceList(context, timeline.bookings, locale)}
<section class="timeline-box" tabindex="0" aria-label="${label}">
<div class="timeline w${range.to - range.from}${hasTreatment(context) && ' with-treatments'}" data-date="${date}"
 data-next-date="${addDays(date, 1)}"
  data-from="${range.from}"${refused && html` data-refused="${formatCode(refused.code)}"`}>
${ruler(context, timeline)}
${groups}
</div>
</section>
${moveDock(locale)}
${extraPlaceSection(context, date, locale)}
<p class="hint">${words.hint[locale]}</p>
${dropForm(locale)}`,
  }
}

/** Other ways than the refused one. */
function withWayBack(notice: Notice, booking: BookingView, date: string, locale: Locale): Notice {
  return {
    ...notice,
    body: html`${notice.body}
<p class="ways"><a class="button" href="${bookingUrl(booking)}#move">${words.otherPlace[locale]}</a>
<a class="button" href="/timeline?date=${date}">${words.leave[locale]}</a></p>`,
  }
}

/** With more rows than this, a group is found faster by a link. */
const maxRowsWithoutLinks = 12

function groupLinks(groups: ReturnType<typeof resourceGroups>, locale: Locale): Html[] {
  const rows = groups.reduce((sum, [, members]) => sum + members.length, 0)
  if (rows <= maxRowsWithoutLinks || groups.length < 2) return []
  return groups.map(
    ([group], index) => html`<a class="button" href="#group-${index}">${group[locale]}</a>`,
  )
}

async function loadTimeline(
  context: DeskContext,
  date: string,
  locale: Locale,
  isWholeDay: boolean,
): Promise<Timeline> {
  const { store, now, shop } = context
  const serviceDay = shop.booking.serviceDays.rangeOf({ from: date, to: date })
  const bookings = await findBookingsIn(store.read, serviceDay, now())
  const blocks = await loadBlocks(store.read, serviceDay)
  const spans = (await loadOccupiedSpans(store.read, date)).filter(isHeldBy(bookings, blocks))
  const visits = bookings.filter(({ visit }) => visit !== null).map(({ id }) => id)
  const arrivals = await loadArrivalTimes(store.read, visits)
  const absences = new Set(
    blocks.filter(({ is_absence }) => is_absence).map(({ id }) => `block:${id}`),
  )
  // An absence may last all day; the opening hours are enough to show it.
  const range = visibleRange(
    context,
    date,
    spans.filter(({ holder }) => !absences.has(holder)),
    isWholeDay,
  )
  return { date, range, bookings, blocks, spans, arrivals, locale }
}

/** Spans after midnight can belong to the next day. */
function isHeldBy(bookings: readonly BookingView[], blocks: readonly BlockRow[]) {
  const holders = new Set([
    ...bookings.map(({ id }) => `booking:${id}`),
    ...blocks.map(({ id }) => `block:${id}`),
  ])
  return ({ holder }: OccupiedSpan) => holders.has(holder) || holder.startsWith('offer:')
}

/** Bookings with a removed resource have no row in the timeline. */
function missingResourceList(
  context: DeskContext,
  bookings: readonly BookingView[],
  locale: Locale,
): Html[] {
  return bookings.flatMap((booking) => {
    const missing = missingResourceText(context, booking, locale)
    if (missing === '') return []
    const link = html`<a href="${bookingUrl(booking)}">${booking.time} ${booking.name}</a>`
    return html`<p class="closed-warning"><b>${missing}:</b> ${link}</p>`
  })
}

const words = {
  title: { vi: 'Sơ đồ', en: 'Timeline' },
  leave: { vi: 'Thôi', en: 'Leave as is' },
  otherPlace: { vi: 'Chọn chỗ khác', en: 'Choose another place' },
  hint: {
    vi:
      'Chạm vào chỗ trống để ghi khách hoặc khoá chỗ. Để dời: kéo lượt đặt (trên màn hình cảm ứng giữ một chút rồi ' +
      'kéo), hoặc chạm vào nó rồi chạm vào chỗ đích. Thả lên một lượt khác: hai lượt đổi chỗ. Nét đứt: đang chờ ' +
      'trả lời. Chấm: dọn chỗ. Gạch chéo: đang khoá. !: dị ứng hoặc sức khoẻ. ₫: tiền cọc (vòng nét đứt: chưa nhận). ' +
      '✎: lời nhắn.',
    en:
      'Tap a free place to enter a booking or to block the place. To move a booking, drag it (on a touch screen ' +
      'hold it first), or tap it and then the new place. Drop it on another booking to swap the two. ' +
      'Dashed: pending. Dotted: clearing. Hatched: blocked. !: allergy or health. ₫: deposit (dashed circle: not ' +
      'paid). ✎: note.',
  },
} satisfies Record<string, LocalizedText>
