/** Who waits for what, by day; offers and their answers; and the form that enters a guest who called. */
import { randomUUID } from 'node:crypto'
import { isAtDoor, type WaitlistEntry } from '../../domain/waitlist/rows.ts'
import { BookingActionError, formatActionError } from '../../kernel/action-errors.ts'
import { formatCode } from '../../kernel/booking-code.ts'
import { formatShortDate } from '../../kernel/format-date.ts'
import type { Locale, LocalizedText } from '../../kernel/locale.ts'
import { isDate, isTime } from '../../kernel/time.ts'
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
import { flashNotice, withFlash } from '../flash.ts'
import { guestUrl } from '../guest-badges.ts'
import { formatNationalPhone } from '../labels.ts'
import { safePath } from '../safe-path.ts'
import type { Notice, Screen, ScreenPage, ScreenRequest, ScreenResult } from '../screen.ts'
import { readWindowEntry } from '../waitlist-entry.ts'
import { waitlistNotice, withWaitlistFlash } from '../waitlist-flash.ts'
import {
  deskWaitlistPath,
  entryLine,
  loadWaitlist,
  proposalRow,
  type WaitlistView,
  waitlistOfferRow,
} from '../waitlist-parts.ts'
import { renderHistory } from './history.ts'

export function waitlistScreens(context: DeskContext): Screen[] {
  return [
    {
      path: deskWaitlistPath,
      async show(request) {
        const { query, locale } = request
        const notice =
          (await flashNotice(context, request)) ??
          (await waitlistNotice(context, query, deskWaitlistPath, locale))
        return renderPage(context, locale, { notice })
      },
      submit: (request) => attempt(context, request, () => enterGuest(context, request)),
    },
    {
      path: `${deskWaitlistPath}/{code}/{command}`,
      show: async () => ({ seeOther: deskWaitlistPath }),
      submit: (request) => attempt(context, request, () => runCommand(context, request)),
    },
    {
      path: `${deskWaitlistPath}/offers/{id}/{command}`,
      show: async () => ({ seeOther: deskWaitlistPath }),
      submit: (request) => attempt(context, request, () => runAnswer(context, request)),
    },
  ]
}

/** A refused action shows the page again with the reason. */
async function attempt(
  context: DeskContext,
  { locale, form }: ScreenRequest,
  act: () => Promise<string>,
): Promise<ScreenResult> {
  try {
    return { seeOther: await act() }
  } catch (error) {
    if (!(error instanceof BookingActionError)) throw error
    if (error.code === 'sent_before') return { seeOther: deskWaitlistPath }
    const notice = problemNotice(html`<b>${formatActionError(error, locale)}</b>`)
    return { ...(await renderPage(context, locale, { notice, typed: form })), status: 409 }
  }
}

/** A guest who called. Returns the screen to show. */
async function enterGuest(context: DeskContext, { form, member }: ScreenRequest): Promise<string> {
  const code = await context.waitlist.enter(readWindowEntry(context, form), `staff:${member.id}`)
  return withWaitlistFlash(deskWaitlistPath, 'entered', code)
}

async function runCommand(
  { waitlist }: DeskContext,
  { pathParams: { code = '', command }, form, member }: ScreenRequest,
): Promise<string> {
  const actor = `staff:${member.id}`
  const next = safePath(form.get('next'), deskWaitlistPath)
  if (command === 'offer') {
    const place = { code, date: form.get('date') ?? '', time: form.get('time') ?? '' }
    if (!isDate(place.date) || !isTime(place.time)) throw new BookingActionError('not_possible')
    const offer = await waitlist.offer(place, actor)
    return `${deskWaitlistPath}?offered=${offer.id}#o-${offer.id}`
  }
  if (command === 'remove') {
    await waitlist.remove(code, actor)
    return withWaitlistFlash(next, 'removed', code)
  }
  if (command !== 'back') throw new BookingActionError('not_possible')
  await waitlist.putBack(code, actor)
  return next
}

async function runAnswer(
  { waitlist }: DeskContext,
  { pathParams: { id = '', command }, form, member }: ScreenRequest,
): Promise<string> {
  const actor = `staff:${member.id}`
  const next = safePath(form.get('next'), deskWaitlistPath)
  if (command === 'accept') {
    const booking = await waitlist.accept(id, actor)
    return withFlash(next, 'admitted', booking.code)
  }
  const answers = {
    decline: ['declined', waitlist.decline],
    withdraw: ['withdrawn', waitlist.withdraw],
  } as const
  const [done, answer] = answers[command as keyof typeof answers] ?? []
  if (!done) throw new BookingActionError('not_possible')
  const { code } = await answer(id, actor)
  return withWaitlistFlash(next, done, code, id)
}

async function renderPage(
  context: DeskContext,
  locale: Locale,
  { notice, typed }: { notice: Notice | undefined; typed?: URLSearchParams },
): Promise<ScreenPage> {
  const view = await loadWaitlist(context)
  const days = [...Map.groupBy(view.entries, ({ date }) => date)]
  const sections: Html[] = []
  for (const [date, entries] of days)
    sections.push(await daySection(context, date, entries, view, locale))
  return {
    title: words.title[locale],
    tab: deskWaitlistPath,
    notice,
    body: html`<h1>${words.title[locale]}</h1>
${view.entries.length === 0 && emptyText(words.none[locale])}
${sections}
${disclosure(words.add[locale], entryForm(context, locale, typed), { id: 'add', isOpen: typed !== undefined })}`,
  }
}

async function daySection(
  context: DeskContext,
  date: string,
  entries: readonly WaitlistEntry[],
  view: WaitlistView,
  locale: Locale,
): Promise<Html> {
  const cards = await Promise.all(entries.map((entry) => entryCard(context, entry, view, locale)))
  const today = date === serviceDateNow(context) && html`${words.today[locale]}, `
  return html`<section>
<h2>${today}${formatShortDate(date, locale)} <span class="muted">${entries.length}</span></h2>
<div class="cards">${cards}</div>
</section>`
}

async function entryCard(
  context: DeskContext,
  entry: WaitlistEntry,
  { proposals, offers }: WaitlistView,
  locale: Locale,
): Promise<Html> {
  const code = formatCode(entry.code)
  const proposal = proposals.find((one) => one.entry.id === entry.id)
  const open = offers.get(entry.id) ?? []
  const seat =
    isAtDoor(entry) &&
    html`<a class="button main"
  href="/tonight?walk-in=${entry.party_size}&amp;offer=${entry.offer_id}&amp;waiting=${code}">${words.seat[locale]}</a>`
  return html`<article class="card" id="w-${entry.code}">
<header><h2>${guestName(entry)} <span class="number">${formatNationalPhone(entry.phone)}</span></h2>
${isAtDoor(entry) && html`<p class="due">${words.door[locale]}</p>`}</header>
<p class="muted">${entryLine(context, entry, locale)}</p>
${proposal && proposalRow(context, proposal, deskWaitlistPath, locale, true)}
${open.map((offer) => waitlistOfferRow(context, entry, offer, deskWaitlistPath, locale))}
<div class="actions">${seat}
${open.length === 0 && entry.phone !== '' && guestContactLinks(entry, locale)}
${postButton(`${deskWaitlistPath}/${code}/remove`, words.remove[locale])}</div>
${disclosure(words.history[locale], await renderHistory(context, `waitlist:${entry.id}`, locale))}
</article>`
}

/** Leads to what the shop knows of the guest. */
function guestName({ name, phone, code }: WaitlistEntry): Html {
  return phone === '' ? html`${name}` : html`<a href="${guestUrl({ code })}">${name}</a>`
}

/** For a guest on the phone; guests at the door are entered on the screen of the service. */
function entryForm(context: DeskContext, locale: Locale, typed?: URLSearchParams): Html {
  const value = (name: string, otherwise = '') => html`value="${typed?.get(name) ?? otherwise}"`
  const chosen = typed?.get('offerId') ?? ''
  const offers = bookableOffers(context).map(({ id, name }) =>
    option(id, name[locale], id === chosen),
  )
  const what = context.asksPartySize
    ? inputField(
        'wl-party',
        words.party[locale],
        html`name="party" type="text" inputmode="numeric" pattern="[0-9]*" maxlength="3" ${value('party')} required`,
      )
    : selectField('wl-offer', 'offerId', words.offer[locale], offers)
  return html`<form method="post" action="${deskWaitlistPath}" class="row">
${hiddenInput('id', randomUUID())}
${inputField(
  'wl-date',
  words.date[locale],
  html`name="date" type="date" ${value('date', serviceDateNow(context))}
required`,
)}
${inputField('wl-from', words.from[locale], html`name="from" type="time" step="900" ${value('from')} required`)}
${inputField('wl-to', words.to[locale], html`name="to" type="time" step="900" ${value('to')} required`)}
${what}
${inputField(
  'wl-name',
  words.name[locale],
  html`name="name" type="text" maxlength="80" autocomplete="off"
${value('name')} required`,
)}
${inputField(
  'wl-phone',
  words.phone[locale],
  html`name="phone" type="tel" maxlength="30" autocomplete="off"
${value('phone')} required`,
)}
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
  history: { vi: 'Lịch sử', en: 'History' },
} satisfies Record<string, LocalizedText>
