/** "We run late": the later bookings of a person, table or area, each with its later time; conflicts first. */
import { type DelayedBooking, planDelay } from '../../domain/absence/delay.ts'
import { findBookingByCode } from '../../domain/booking/queries.ts'
import type { BookingView } from '../../domain/booking/rows.ts'
import { formatShortDate } from '../../domain/messages/format.ts'
import { BookingActionError, formatActionError } from '../../kernel/action-errors.ts'
import { formatCode } from '../../kernel/booking-code.ts'
import type { Locale, LocalizedText } from '../../kernel/locale.ts'
import { isTime, minute, minutesOfDay, startOfDay } from '../../kernel/time.ts'
import { type Html, html } from '../../ui/html.ts'
import { bookingUrl, formatResources, guestContactLinks } from '../booking-components.ts'
import { emptyText, hiddenInputs, problemNotice } from '../components.ts'
import type { DeskContext } from '../context.ts'
import { parseDate } from '../day-picker.ts'
import {
  afterMove,
  formatMove,
  movesNotice,
  parseMoved,
  parseMoves,
  runMoves,
  undoMoves,
  withMoves,
} from '../moves.ts'
import { formatRules } from '../refusal.ts'
import type { Notice, Screen, ScreenPage, ScreenRequest } from '../screen.ts'

export const delayChoices = [15, 30, 45] as const

/** The page that shows what a delay means. */
export function lateUrl(resource: string, date: string, minutes: number, isArea = false): string {
  const query = new URLSearchParams({ resource, date, minutes: String(minutes) })
  if (isArea) query.set('area', '1')
  return `/late?${query.toString()}`
}

/** The same for the bookings after one that stays longer. */
export function extensionUrl(booking: BookingView, resource: string, until: string): string {
  const query = new URLSearchParams({ resource, extend: formatCode(booking.code), until })
  return `/late?${query.toString()}`
}

export function lateScreens(context: DeskContext): Screen[] {
  return [
    {
      path: '/late',
      show: async (request) =>
        (await movedPage(context, request)) ?? renderPage(context, request.query, request.locale),
      async submit({ form, member, locale }) {
        const actor = `staff:${member.id}`
        try {
          return { seeOther: await moveAll(context, form, actor) }
        } catch (error) {
          if (!(error instanceof BookingActionError)) throw error
          const notice = problemNotice(html`<b>${formatActionError(error, locale)}</b>`)
          return { ...(await renderPage(context, form, locale, notice)), status: 409 }
        }
      },
    },
    {
      path: '/late/undo',
      show: async () => ({ seeOther: '/timeline' }),
      async submit({ form, member, locale }) {
        try {
          await undoMoves(context.staffActions, form, `staff:${member.id}`)
        } catch (error) {
          if (!(error instanceof BookingActionError)) throw error
          const notice = problemNotice(html`<b>${formatActionError(error, locale)}</b>`)
          const body = html`<h1>${words.title[locale]}</h1>${timelineLink(locale)}`
          return { title: words.title[locale], tab: '/timeline', notice, status: 409, body }
        }
        return { seeOther: '/timeline' }
      },
    },
  ]
}

/** The last booking first, so that each finds its later time free; then the stay that takes longer. */
async function moveAll(
  { staffActions, store, now }: DeskContext,
  form: URLSearchParams,
  actor: string,
): Promise<string> {
  const moves = parseMoves(form).toReversed()
  const results = await runMoves(staffActions, moves, actor)
  const code = form.get('extend') ?? ''
  const extended = code === '' ? undefined : await findBookingByCode(store.read, code, now())
  if (extended) {
    const { date, time } = extended
    const version = Number(form.get('version'))
    const until = form.get('until') ?? ''
    const extension = { code, version, date, time, until, resources: [], overrides: [] }
    if (results.moved.length === 0) {
      await staffActions.move({ ...extension, actor })
      results.moved.push(afterMove(extension))
    } else {
      // Also after a refusal the page must have the undo of those that were moved.
      const { moved, refused } = await runMoves(staffActions, [extension], actor)
      results.moved.push(...moved)
      results.refused.push(...refused)
    }
  }
  if (results.moved.length + results.refused.length === 0)
    throw new BookingActionError('not_possible', { reason: words.choose })
  return withMoves('/late', results)
}

/** What was moved, with the guests to call. */
async function movedPage(
  context: DeskContext,
  { query, locale }: ScreenRequest,
): Promise<ScreenPage | undefined> {
  if (!query.has('moved') && !query.has('refused')) return undefined
  const bookings = await Promise.all(
    parseMoved(query).map(({ code }) => findBookingByCode(context.store.read, code, context.now())),
  )
  const items = bookings
    .flatMap((booking) => booking ?? [])
    .toSorted((one, other) => one.starts_at - other.starts_at)
    .map(
      (
        booking,
      ) => html`<li><span><b>${booking.time}</b> <a href="${bookingUrl(booking)}">${booking.name}</a></span>
${guestContactLinks(booking, locale)}</li>`,
    )
  return {
    title: words.title[locale],
    tab: '/timeline',
    notice: await movesNotice(context, query, '/late/undo', locale),
    body: html`<h1>${words.tell[locale]}</h1>
<ul class="item-list">${items}</ul>
${timelineLink(locale)}`,
  }
}

function timelineLink(locale: Locale): Html {
  return html`<p><a class="button" href="/timeline">${words.toTimeline[locale]}</a></p>`
}

type Delay = {
  resource: string
  date: string
  minutes: number
  isArea: boolean
  extended: { booking: BookingView; endsAt: number; until: string } | undefined
}

async function parseDelay(context: DeskContext, query: URLSearchParams): Promise<Delay> {
  const { store, now, shop } = context
  const code = query.get('extend') ?? ''
  const until = query.get('until') ?? ''
  const booking = code === '' ? undefined : await findBookingByCode(store.read, code, now())
  const base = { resource: query.get('resource') ?? '', isArea: query.get('area') === '1' }
  if (booking && isTime(until)) {
    const { date, at } = shop.booking.serviceDays.find(booking)
    const end = shop.booking.serviceDays.minutesOf(until)
    const endsAt = startOfDay(date) + (end > at ? end : end + minutesOfDay) * minute
    const minutes = Math.max(0, Math.ceil((endsAt - booking.ends_at) / minute / 15) * 15)
    return { ...base, date, minutes, extended: { booking, endsAt, until } }
  }
  const minutes = Math.min(240, Math.ceil(Number(query.get('minutes')) / 15) * 15) || 0
  return { ...base, date: parseDate(context, query), minutes, extended: undefined }
}

async function renderPage(
  context: DeskContext,
  query: URLSearchParams,
  locale: Locale,
  notice?: Notice,
): Promise<ScreenPage> {
  const { store, bookingContext, now, shop } = context
  const delay = await parseDelay(context, query)
  const chosen = shop.booking.resources.find(({ id }) => id === delay.resource)
  const resources = delay.isArea
    ? shop.booking.resources.filter(({ group }) => group.vi === chosen?.group.vi)
    : chosen
      ? [chosen]
      : []
  const ids = resources.map(({ id }) => id)
  const { date, minutes, extended } = delay
  const planned =
    minutes > 0
      ? await planDelay(
          store.read,
          bookingContext,
          { date, resources: ids, minutes, extended },
          now(),
        )
      : []
  const name = delay.isArea ? chosen?.group[locale] : formatResources(context, ids, locale)
  const title = extended
    ? `${extended.booking.name} ${words.staysUntil[locale]} ${extended.until}`
    : `${name ?? ''}: ${words.late[locale]} ${minutes} ${words.minutes[locale]}`
  return {
    title,
    tab: '/timeline',
    notice,
    disableAutoRefresh: true,
    body: html`<h1>${title}</h1>
<p>${formatShortDate(date, locale)} · ${words.hint[locale]}</p>
${planned.length === 0 ? emptyText(words.none[locale]) : delayForm(context, delay, planned, locale)}`,
  }
}

function delayForm(
  context: DeskContext,
  { extended, resource, date, minutes, isArea }: Delay,
  planned: readonly DelayedBooking[],
  locale: Locale,
): Html {
  const isClear = ({ target, booking }: DelayedBooking) =>
    target?.rules.every((rule) => booking.overrides.includes(rule)) ?? false
  const conflicts = planned.filter((one) => !isClear(one))
  const clear = planned.filter(isClear)
  const count = clear.filter(({ isNeeded }) => isNeeded).length
  const fields = {
    ...{ resource, date, minutes, ...(isArea && { area: '1' }) },
    ...(extended && {
      extend: formatCode(extended.booking.code),
      version: extended.booking.version,
      until: extended.until,
    }),
  }
  return html`<form method="post" action="/late" class="late-list">
${hiddenInputs(fields)}
${
  conflicts.length > 0 &&
  html`<section class="notice problem"><p><b>${words.conflicts[locale]}</b></p>
${conflicts.map((one) => delayItem(context, one, false, locale))}</section>`
}
${clear.map((one) => delayItem(context, one, one.isNeeded, locale))}
<p><button type="submit" class="main">${words.move[locale]}${count > 0 && ` (${count})`}</button></p>
</form>`
}

function delayItem(
  context: DeskContext,
  { booking, target, isNeeded }: DelayedBooking,
  isChecked: boolean,
  locale: Locale,
): Html {
  const own = context.shop.booking.resourcesOf(booking.assignment)
  if (!target) {
    return html`<p><b>${booking.time}</b> <a href="${bookingUrl(booking)}#move">${booking.name}</a>:
${words.taken[locale]}</p>`
  }
  const { code, version } = booking
  const { rules, ...place } = target
  const value = formatMove({ code, version, ...place, overrides: rules })
  const others = place.resources.filter((id) => !own.includes(id))
  const details = [
    ...(others.length > 0 ? [formatResources(context, place.resources, locale)] : []),
    ...(rules.length > 0 ? [`${words.against[locale]} ${formatRules(rules, locale)}`] : []),
    ...(isNeeded ? [] : [words.notNeeded[locale]]),
  ]
  return html`<label><input type="checkbox" name="move" value="${value}"${isChecked && html` checked`}>
<span><b>${booking.time} → ${target.time}</b>
${booking.name}${details.length > 0 && html`<br><small>${details.join(' · ')}</small>`}</span></label>`
}

const words = {
  title: { vi: 'Dời vì bị trễ', en: 'Moved because of a delay' },
  late: { vi: 'trễ', en: 'late by' },
  minutes: { vi: 'phút', en: 'minutes' },
  staysUntil: { vi: 'ở tới', en: 'stays until' },
  hint: {
    vi: 'Các lượt sau dời muộn đi; lượt nào có khoảng trống phía trước thì không cần.',
    en: 'The later bookings move back; those with enough free time before them need not.',
  },
  none: { vi: 'Không có lượt nào phía sau.', en: 'There are no later bookings.' },
  conflicts: {
    vi: 'Không dời được, hoặc phải bỏ qua quy định:',
    en: 'Not possible, or against a rule:',
  },
  taken: {
    vi: 'giờ mới đã có khách khác. Chọn giờ hoặc chỗ khác.',
    en: 'the later time is taken. Choose another time or place.',
  },
  against: { vi: 'bỏ qua:', en: 'against:' },
  notNeeded: { vi: 'không cần dời', en: 'need not move' },
  move: { vi: 'Dời các lượt đã chọn', en: 'Move the selected bookings' },
  choose: { vi: 'Hãy chọn ít nhất một lượt.', en: 'Select at least one booking.' },
  tell: { vi: 'Báo cho khách', en: 'Tell the guests' },
  toTimeline: { vi: 'Về sơ đồ', en: 'Back to the timeline' },
} satisfies Record<string, LocalizedText>
