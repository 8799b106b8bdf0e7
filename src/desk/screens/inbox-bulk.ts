/**
 * Confirms several requests together: those of a day that fit, or a selection. Each is checked and stored on its own.
 * The next screen says what was done and what was not, and undoes it with one button.
 */
import { bookingCommands } from '../../domain/booking/action-rules.ts'
import { findBookingsByCodes } from '../../domain/booking/queries.ts'
import type { BookingView } from '../../domain/booking/rows.ts'
import type { StaffAction } from '../../domain/booking/transitions.ts'
import { findPossibleUndo } from '../../domain/booking/undo.ts'
import {
  type BookingActionCode,
  BookingActionError,
  bookingActionTexts,
} from '../../kernel/action-errors.ts'
import type { Locale, LocalizedText } from '../../kernel/locale.ts'
import { plural } from '../../kernel/plural.ts'
import { type Html, html } from '../../ui/html.ts'
import { bookingUrl } from '../booking-components.ts'
import { disclosure, hiddenInput, plainList, submitButton } from '../components.ts'
import type { DeskContext } from '../context.ts'
import { inboxPath } from '../inbox-path.ts'
import { formatStartDay } from '../labels.ts'
import { safePath } from '../safe-path.ts'
import type { Notice, Screen, ScreenRequest } from '../screen.ts'
import { selectionFormId, shownVersion } from './inbox-card.ts'
import type { InboxRequest } from './inbox-requests.ts'

const confirmPath = '/requests/confirm'
const undoPath = '/requests/undo'

export function inboxBulkScreens({ staffActions }: DeskContext): Screen[] {
  const bulkScreen = (
    path: string,
    done: BulkAction,
    run: (action: StaffAction) => Promise<void>,
  ): Screen => ({
    path,
    show: async () => ({ seeOther: inboxPath }),
    async submit({ form, member }) {
      const chosen = parseChosen(form, `staff:${member.id}`)
      const results = await Promise.all(chosen.map((action) => attempt(action, run)))
      return { seeOther: resultUrl(safePath(form.get('next'), inboxPath), done, results) }
    },
  })
  return [
    bulkScreen(confirmPath, 'all_confirmed', (action) => staffActions.confirm(action)),
    bulkScreen(undoPath, 'all_undone', (action) => staffActions.undo(action)),
  ]
}

/** The value of `did` in the URL of the next screen, where the open page removes it with `of` after a while. */
type BulkAction = 'all_confirmed' | 'all_undone'

type BulkResult = { code: string; error?: BookingActionCode }

/** More than any inbox, and few enough for the URL of the next screen. */
const maxChosen = 300

/** "BAN58Y4 3,BANK27P 1" in a hidden field, or one in each box. */
function parseChosen(form: URLSearchParams, actor: string): StaffAction[] {
  const shown = form.getAll('booking').flatMap((value) => value.split(','))
  return [...new Set(shown)].slice(0, maxChosen).map((value) => {
    const [code = '', version] = value.split(' ')
    return { code, version: Number(version), actor }
  })
}

async function attempt(
  action: StaffAction,
  run: (action: StaffAction) => Promise<void>,
): Promise<BulkResult> {
  const { code } = action
  try {
    await run(action)
    return { code }
  } catch (error) {
    if (!(error instanceof BookingActionError)) throw error
    return { code, error: error.code }
  }
}

/** The results are in the URL, so that a reload repeats nothing. */
function resultUrl(next: string, done: BulkAction, results: readonly BulkResult[]): string {
  const url = new URL(next, 'http://desk')
  const codes = results.flatMap(({ code, error }) => (error ? [] : [code]))
  const failed = results.flatMap(({ code, error }) => (error ? [`${code}.${error}`] : []))
  url.searchParams.set('did', done)
  url.searchParams.set('of', codes.join('.'))
  if (failed.length > 0) url.searchParams.set('failed', failed.join(' '))
  return `${url.pathname}${url.search}${url.hash}`
}

/** The button of a day. The requests are those on the screen. */
export function confirmDayForm(
  requests: readonly InboxRequest[],
  next: string,
  locale: Locale,
): Html | undefined {
  const fitting = requests.filter(({ fits }) => fits)
  if (fitting.length < 2) return undefined
  const chosen = fitting.map(({ booking }) => shownVersion(booking)).join(',')
  const label = {
    vi: `Xác nhận ${fitting.length} vừa chỗ`,
    en: `Confirm ${fitting.length} that fit`,
  }[locale]
  return html`<form method="post" action="${confirmPath}">
${hiddenInput('booking', chosen)}${hiddenInput('next', next)}
${submitButton(label)}
</form>`
}

/** The bar for the selected requests, which is shown while a box is ticked. */
export function selectionBar(next: string, locale: Locale): Html {
  return html`<form method="post" action="${confirmPath}" id="${selectionFormId}" class="selection-bar">
${hiddenInput('next', next)}
<button type="submit" class="main">${words.confirmSelected[locale]}</button>
<button type="reset">${words.clear[locale]}</button>
</form>`
}

/** What the last bulk action did, with its undo. */
export async function bulkNotice(
  context: DeskContext,
  { query, locale }: ScreenRequest,
  next: string,
): Promise<Notice | undefined> {
  const done = query.get('did')
  if (done !== 'all_confirmed' && done !== 'all_undone') return undefined
  const failures = new Map(
    (query.get('failed') ?? '').split(' ').map((text) => text.split('.') as [string, string]),
  )
  const codes = (query.get('of') ?? '').split('.').filter((code) => code !== '')
  const listed = [...codes, ...failures.keys()].slice(0, maxChosen)
  const found = await findBookingsByCodes(context.store.read, listed, context.now())
  const changed = found.filter(({ code }) => codes.includes(code))
  const failed = found.flatMap((booking) => {
    const error = failures.get(booking.code)
    return error === undefined ? [] : [{ booking, error }]
  })
  const undo = done === 'all_confirmed' && (await undoForm(context, changed, next, locale))
  return {
    tone: failed.length > 0 ? 'problem' : 'good',
    body: html`<p>${countText(done, changed.length)[locale]}</p>
${undo}
${
  changed.length > 0 &&
  disclosure(
    words.which[locale],
    plainList(changed.map((booking) => describe(context, booking, locale))),
  )
}
${failed.length > 0 && failureList(context, failed, locale)}`,
  }
}

/** Only those that nothing has happened to since. */
async function undoForm(
  { store, now }: DeskContext,
  changed: readonly BookingView[],
  next: string,
  locale: Locale,
): Promise<Html | undefined> {
  const last = await Promise.all(changed.map(({ id }) => findPossibleUndo(store.read, id, now())))
  const undoable = changed.filter((_, index) => last[index]?.action === 'confirmed')
  if (undoable.length === 0) return undefined
  const label = `${bookingCommands.undo.button[locale]} (${undoable.length})`
  return html`<form method="post" action="${undoPath}">
${hiddenInput('booking', undoable.map(shownVersion).join(','))}${hiddenInput('next', next)}
<button type="submit" class="undo" data-act="undo">${label}</button>
</form>`
}

function failureList(
  context: DeskContext,
  failed: readonly { booking: BookingView; error: string }[],
  locale: Locale,
): Html {
  const items = failed.map(({ booking, error }) => {
    const text = Object.hasOwn(bookingActionTexts, error)
      ? bookingActionTexts[error as BookingActionCode][locale]
      : error
    const guest = describe(context, booking, locale)
    return html`<li><a href="${bookingUrl(booking)}">${guest}</a>: ${text}</li>`
  })
  return html`<div><p><b>${failureText(failed.length)[locale]}</b></p><ul>${items}</ul></div>`
}

function describe(context: DeskContext, booking: BookingView, locale: Locale): string {
  return `${booking.name}, ${formatStartDay(context, booking, locale)} ${booking.time}`
}

function countText(done: BulkAction, count: number): LocalizedText {
  const english = plural(count, { one: 'request', other: 'requests' })
  return done === 'all_confirmed'
    ? { vi: `Đã xác nhận ${count} yêu cầu.`, en: `${count} ${english} confirmed.` }
    : { vi: `Đã hoàn tác ${count} yêu cầu.`, en: `${count} ${english} undone.` }
}

function failureText(count: number): LocalizedText {
  const english = plural(count, { one: 'request was', other: 'requests were' })
  return { vi: `${count} yêu cầu chưa làm được:`, en: `${count} ${english} not changed:` }
}

const words = {
  confirmSelected: { vi: 'Xác nhận các yêu cầu đã chọn', en: 'Confirm the selected requests' },
  clear: { vi: 'Bỏ chọn', en: 'Clear' },
  which: { vi: 'Xem danh sách', en: 'Show the list' },
} satisfies Record<string, LocalizedText>
