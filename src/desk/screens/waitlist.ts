/** Who waits for what, by day; offers and their answers; and the form that enters a guest who called. */
import { randomUUID } from 'node:crypto'
import { nameField } from '../../domain/guest/fields.ts'
import { findService } from '../../domain/scheduling/current-service.ts'
import { findEntry, isAtDoor, type WaitlistEntry } from '../../domain/waitlist/rows.ts'
import { BookingActionError, formatActionError } from '../../kernel/action-errors.ts'
import { formatCode } from '../../kernel/booking-code.ts'
import { formatShortDate } from '../../kernel/format-date.ts'
import type { Locale, LocalizedText } from '../../kernel/locale.ts'
import { parsePhone } from '../../kernel/phone.ts'
import { hour, isDate, isTime, minute, startOfDay } from '../../kernel/time.ts'
import { type Html, html } from '../../ui/html.ts'
import { bookableOffers } from '../bookable-offers.ts'
import { guestContactLinks } from '../booking-components.ts'
import {
  disclosure,
  emptyText,
  hiddenInput,
  inputField,
  option,
  postButton,
  problemNotice,
  selectField,
  submitButton,
} from '../components.ts'
import type { DeskContext } from '../context.ts'
import { serviceDateNow } from '../day-picker.ts'
import { withFlash } from '../flash.ts'
import { guestUrl } from '../guest-badges.ts'
import { formatPhone } from '../labels.ts'
import { safePath } from '../safe-path.ts'
import type { Notice, Screen, ScreenPage, ScreenRequest, ScreenResult } from '../screen.ts'
import {
  entryLine,
  loadWaitlist,
  offerRow,
  proposalRow,
  type WaitlistView,
  waitlistPath,
} from '../waitlist-parts.ts'
import { asksPartySize, walkInDetails } from '../walk-in-sheet.ts'

export function waitlistScreens(context: DeskContext): Screen[] {
  return [
    {
      path: waitlistPath,
      show: async ({ query, locale }) =>
        renderPage(context, locale, await undoNotice(context, query, locale)),
      submit: (request) => attempt(context, request, () => enterGuest(context, request)),
    },
    {
      path: `${waitlistPath}/{code}/{command}`,
      show: async () => ({ seeOther: waitlistPath }),
      submit: (request) => attempt(context, request, () => runCommand(context, request)),
    },
    {
      path: `${waitlistPath}/offers/{id}/{command}`,
      show: async () => ({ seeOther: waitlistPath }),
      submit: (request) => attempt(context, request, () => runAnswer(context, request)),
    },
  ]
}

/** A refused action shows the page again with the reason. */
async function attempt(
  context: DeskContext,
  { locale }: ScreenRequest,
  act: () => Promise<string>,
): Promise<ScreenResult> {
  try {
    return { seeOther: await act() }
  } catch (error) {
    if (!(error instanceof BookingActionError)) throw error
    if (error.code === 'sent_before') return { seeOther: waitlistPath }
    const notice = problemNotice(html`<b>${formatActionError(error, locale)}</b>`)
    return { ...(await renderPage(context, locale, notice)), status: 409 }
  }
}

/** Guests at the door wait for the next place, others for a time. Returns the screen to show. */
async function enterGuest(context: DeskContext, { form, member }: ScreenRequest): Promise<string> {
  const details = walkInDetails(context, {
    size: form.get('party') ?? '1',
    offerId: form.get('offerId') ?? '',
  })
  if (!details) throw new BookingActionError('not_possible')
  const guest = readGuest(form)
  const quotedMinutes = Number(form.get('quoted'))
  const isDoor = form.has('quoted')
  if (isDoor && !(quotedMinutes >= 1 && quotedMinutes <= 600))
    throw new BookingActionError('not_possible')
  const wanted = isDoor ? { quotedMinutes, untilMs: doorUntil(context) } : readWindow(form)
  const consent = { version: 'spoken', text: words.consent.vi }
  const formId = form.get('id') || undefined
  await context.waitlist.enter({ details, guest, consent, wanted, formId }, `staff:${member.id}`)
  return safePath(form.get('next'), waitlistPath)
}

function readGuest(form: URLSearchParams) {
  const name = nameField.safeParse(form.get('name') ?? '')
  const typed = form.get('phone')?.trim() ?? ''
  const phone = typed === '' ? '' : parsePhone(typed)
  if (!name.success || phone === undefined) throw new BookingActionError('contact_wrong')
  return { name: name.data, phone, email: null }
}

function readWindow(form: URLSearchParams) {
  const [date, from, to] = ['date', 'from', 'to'].map((name) => form.get(name) ?? '')
  if (!date || !from || !to || !isDate(date) || !isTime(from) || !isTime(to))
    throw new BookingActionError('not_possible')
  return { date, from, to }
}

/** Until the end of the service that is on, or for some hours. */
function doorUntil(context: DeskContext): number {
  const { shop, now } = context
  const today = serviceDateNow(context)
  const midnight = startOfDay(today)
  const service = findService(shop.business, today, (now() - midnight) / minute)
  const closing = service?.date === today ? midnight + service.period.to * minute : 0
  return closing > now() ? closing : now() + 4 * hour
}

async function runCommand(
  { waitlist }: DeskContext,
  { pathParams: { code = '', command }, form, member }: ScreenRequest,
): Promise<string> {
  const actor = `staff:${member.id}`
  const next = safePath(form.get('next'), waitlistPath)
  if (command === 'offer') {
    const place = { code, date: form.get('date') ?? '', time: form.get('time') ?? '' }
    if (!isDate(place.date) || !isTime(place.time)) throw new BookingActionError('not_possible')
    const offer = await waitlist.offer(place, actor)
    return `${waitlistPath}?offered=${offer.id}#o-${offer.id}`
  }
  if (command === 'remove') await waitlist.remove(code, actor)
  else if (command === 'back') await waitlist.putBack(code, actor)
  else throw new BookingActionError('not_possible')
  if (command === 'remove' && next === waitlistPath) return `${waitlistPath}?removed=${code}`
  return next
}

async function runAnswer(
  { waitlist }: DeskContext,
  { pathParams: { id = '', command }, member }: ScreenRequest,
): Promise<string> {
  const actor = `staff:${member.id}`
  if (command === 'accept') {
    const booking = await waitlist.accept(id, actor)
    return withFlash(waitlistPath, 'admitted', booking.code)
  }
  if (command === 'decline') await waitlist.decline(id, actor)
  else if (command === 'withdraw') await waitlist.withdraw(id, actor)
  else throw new BookingActionError('not_possible')
  return waitlistPath
}

/** After a removal, with a button that takes it back. */
async function undoNotice(
  { store }: DeskContext,
  query: URLSearchParams,
  locale: Locale,
): Promise<Notice | undefined> {
  const removed = query.get('removed')
  const entry = removed === null ? undefined : await findEntry(store.read, removed)
  if (entry?.status !== 'left') return undefined
  const undo = postButton(`${waitlistPath}/${formatCode(entry.code)}/back`, words.undo[locale], {
    tone: 'undo',
  })
  return { tone: 'good', body: html`<p>${words.removed[locale]} ${entry.name}</p>${undo}` }
}

async function renderPage(
  context: DeskContext,
  locale: Locale,
  notice?: Notice,
): Promise<ScreenPage> {
  const view = await loadWaitlist(context)
  const days = [...Map.groupBy(view.entries, ({ date }) => date)]
  return {
    title: words.title[locale],
    tab: waitlistPath,
    notice,
    body: html`<h1>${words.title[locale]}</h1>
${view.entries.length === 0 && emptyText(words.none[locale])}
${days.map(([date, entries]) => daySection(context, date, entries, view, locale))}
${disclosure(words.add[locale], entryForm(context, locale), { id: 'add' })}`,
  }
}

function daySection(
  context: DeskContext,
  date: string,
  entries: readonly WaitlistEntry[],
  view: WaitlistView,
  locale: Locale,
): Html {
  const today = date === serviceDateNow(context) && html`${words.today[locale]}, `
  return html`<section>
<h2>${today}${formatShortDate(date, locale)} <span class="muted">${entries.length}</span></h2>
<div class="cards">${entries.map((entry) => entryCard(context, entry, view, locale))}</div>
</section>`
}

function entryCard(
  context: DeskContext,
  entry: WaitlistEntry,
  { proposals, offers }: WaitlistView,
  locale: Locale,
): Html {
  const code = formatCode(entry.code)
  const proposal = proposals.find((one) => one.entry.id === entry.id)
  const open = offers.get(entry.id) ?? []
  const seat =
    isAtDoor(entry) &&
    html`<a class="button main" href="/tonight?walk-in=${entry.party_size}&amp;offer=${entry.offer_id}&amp;waiting=${code}">${words.seat[locale]}</a>`
  return html`<article class="card" id="w-${entry.code}">
<header><h2>${guestName(entry)} <span class="number">${formatPhone(entry.phone)}</span></h2>
${isAtDoor(entry) && html`<p class="due">${words.door[locale]}</p>`}</header>
<p class="muted">${entryLine(context, entry, locale)}</p>
${proposal && proposalRow(context, proposal, waitlistPath, locale, true)}
${open.map((offer) => offerRow(context, entry, offer, waitlistPath, locale))}
<div class="actions">${seat}
${open.length === 0 && guestContactLinks(entry, locale)}
${postButton(`${waitlistPath}/${code}/remove`, words.remove[locale])}</div>
</article>`
}

/** Leads to what the shop knows of the guest. */
function guestName({ name, phone, code }: WaitlistEntry): Html {
  return phone === '' ? html`${name}` : html`<a href="${guestUrl({ code })}">${name}</a>`
}

/** For a guest on the phone; guests at the door are entered on the screen of the service. */
function entryForm(context: DeskContext, locale: Locale): Html {
  const offers = bookableOffers(context).map(({ id, name }) => option(id, name[locale]))
  const what = asksPartySize(context)
    ? inputField(
        'wl-party',
        words.party[locale],
        html`name="party" type="text" inputmode="numeric" pattern="[0-9]*" maxlength="3" required`,
      )
    : selectField('wl-offer', 'offerId', words.offer[locale], offers)
  return html`<form method="post" action="${waitlistPath}" class="row">
${hiddenInput('id', randomUUID())}
${inputField('wl-date', words.date[locale], html`name="date" type="date" value="${serviceDateNow(context)}" required`)}
${inputField('wl-from', words.from[locale], html`name="from" type="time" step="900" required`)}
${inputField('wl-to', words.to[locale], html`name="to" type="time" step="900" required`)}
${what}
${inputField('wl-name', words.name[locale], html`name="name" type="text" maxlength="80" autocomplete="off" required`)}
${inputField('wl-phone', words.phone[locale], html`name="phone" type="tel" maxlength="30" autocomplete="off" required`)}
${submitButton(words.save[locale], 'main')}
</form>`
}

const words = {
  title: { vi: 'Danh sách chờ', en: 'Waitlist' },
  none: {
    vi: 'Chưa có khách nào chờ. Khách vào danh sách khi giờ họ muốn đã kín.',
    en: 'No one is waiting. Guests join the list when the time they want is full.',
  },
  today: { vi: 'Hôm nay', en: 'Today' },
  add: { vi: 'Ghi một khách vào danh sách', en: 'Add a guest to the list' },
  date: { vi: 'Ngày', en: 'Day' },
  from: { vi: 'Sớm nhất', en: 'Earliest' },
  to: { vi: 'Muộn nhất', en: 'Latest' },
  party: { vi: 'Số khách', en: 'Guests' },
  offer: { vi: 'Dịch vụ', en: 'Service' },
  name: { vi: 'Tên', en: 'Name' },
  phone: { vi: 'Điện thoại', en: 'Phone' },
  save: { vi: 'Ghi vào danh sách', en: 'Add to the list' },
  door: { vi: 'chờ ở cửa', en: 'at the door' },
  seat: { vi: 'Xếp chỗ', en: 'Seat' },
  remove: { vi: 'Bỏ khỏi danh sách', en: 'Remove' },
  removed: { vi: 'Đã bỏ khỏi danh sách:', en: 'Removed from the list:' },
  undo: { vi: 'Hoàn tác', en: 'Undo' },
  consent: {
    vi: 'Khách đồng ý bằng lời để quán ghi tên và số điện thoại, và báo khi có chỗ.',
    en: 'The guest agreed verbally that the shop notes the name and phone number and tells them about a free place.',
  },
} satisfies Record<string, LocalizedText>
