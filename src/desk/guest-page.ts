/** The page of a guest: who it is, how often they came, what to mind, and what is stored. */
import type { BookingView } from '../domain/booking/rows.ts'
import { isHealthQuestion } from '../domain/guest/questions.ts'
import { formatSource } from '../domain/messages/format.ts'
import type { BookingCounts, GuestRecord } from '../domain/profile/guest-record.ts'
import { latestHealth } from '../domain/profile/latest-health.ts'
import { formatDate } from '../kernel/format-date.ts'
import type { Locale, LocalizedText } from '../kernel/locale.ts'
import { dateAt, day } from '../kernel/time.ts'
import { type Html, html } from '../ui/html.ts'
import { guestContactLinks } from './booking-components.ts'
import { guestCards } from './card-parts.ts'
import { hiddenInput, postButton, statList, submitButton } from './components.ts'
import type { DeskContext } from './context.ts'
import { regularText } from './guest-badges.ts'
import { leadsSection, ordersSection, pastSection, upcomingSection } from './guest-visits.ts'
import { waitlistSection } from './guest-waitlist.ts'
import { formatHealth } from './health-text.ts'
import { formatNationalPhone } from './labels.ts'
import { renderHistory } from './screens/history.ts'
import { guestButton } from './screens/privacy-components.ts'

export const maxNoteLength = 500

export type GuestPageOptions = {
  /** The path of this page, with a code instead of the phone number. */
  path: string
  /** Names the guest in the form of a new booking. */
  reference: string
  isOwner: boolean
  /** A note that was not stored. */
  typedNote?: string | undefined
}

export async function guestPageBody(
  context: DeskContext,
  guest: GuestRecord,
  options: GuestPageOptions,
  locale: Locale,
): Promise<Html> {
  return html`<article class="guest">
${guestHeader(guest, options, locale)}
${healthSection(context, guest, locale)}
${noteSection(guest, options, locale)}
${upcomingSection(context, guest, options.path, locale)}
${waitlistSection(context, guest, locale)}
${pastSection(context, guest, options.path, locale)}
${ordersSection(context, guest, locale)}
${await guestCards(context, guest.phone, locale)}
${leadsSection(context, guest, locale)}
${await historySection(context, guest, options, locale)}
${options.isOwner && dataSection(guest, locale)}
</article>`
}

function guestHeader(
  guest: GuestRecord,
  { path, reference }: GuestPageOptions,
  locale: Locale,
): Html {
  const { phone, name, names, emails, profile, counts } = guest
  const since = profile.regularSince
  const otherNames = names
    .filter((one) => one.name !== name)
    .map((one) => (one.times > 1 ? `${one.name} (${one.times})` : one.name))
  return html`<header class="guest-header">
<h1>${name}</h1>
<p class="number">${formatNationalPhone(phone)}${
    emails.length > 0 && html` · <span class="copy">${emails.join(', ')}</span>`
  }</p>
${
  since !== null &&
  html`<p><span class="badge regular">${regularText(locale)}</span> ${words.since[locale]}
${formatDate(dateAt(since), locale)}</p>`
}
${otherNames.length > 0 && html`<p class="muted">${words.otherNames[locale]} ${otherNames.join(', ')}</p>`}
<div class="actions">${guestContactLinks({ phone, email: emails[0] ?? null }, locale)}
<a class="button main" href="/entry?guest=${encodeURIComponent(reference)}">${words.newBooking[locale]}</a></div>
${countList(counts, locale)}
${regularForm(guest, path, locale)}
</header>`
}

function countList(counts: BookingCounts, locale: Locale): Html {
  const always: [LocalizedText, number][] = [
    [words.visits, counts.visits],
    [words.noShows, counts.noShows],
    [words.byGuest, counts.cancelledByGuest],
  ]
  const others: [LocalizedText, number][] = [
    [words.byShop, counts.cancelledByShop],
    [words.notTaken, counts.notTaken],
    [words.unmarked, counts.unmarked],
  ]
  const rows = [...always, ...others.filter(([, count]) => count > 0)]
  return statList(rows.map(([label, count]) => [label[locale], String(count)]))
}

/** From so many visits on, staff are asked whether the guest is a regular. */
const minVisitsOfRegular = 3

function regularForm({ profile, counts }: GuestRecord, path: string, locale: Locale): Html {
  const isRegular = profile.regularSince !== null
  const suggestion =
    !isRegular && counts.visits >= minVisitsOfRegular
      ? html`<p class="hint">${words.suggestion(counts.visits)[locale]}</p>`
      : undefined
  const label = (isRegular ? words.unmark : words.mark)[locale]
  const fields = { version: profile.version, regular: isRegular ? '0' : '1' }
  return html`${suggestion}<div class="actions">${postButton(`${path}/regular`, label, { fields })}</div>`
}

/** As far as it is still stored: it is deleted before the other data. */
function healthSection(context: DeskContext, guest: GuestRecord, locale: Locale): Html | undefined {
  const { shop } = context
  const declared = latestHealth(guest.bookings, shop.booking.questions.filter(isHealthQuestion))
  if (!declared) return undefined
  const source = `${words.declaredFor[locale]} ${formatDate(declared.date, locale)}, ${words.via[locale]} ${formatSource(declared.source, locale)}.`
  return html`<div class="health-warning guest-health">
<p><b>${formatHealth(context, declared.answers, locale)}</b></p>
<p><small>${source} ${deletionText(context, declared, locale)}</small></p>
</div>`
}

function deletionText(
  { shop }: DeskContext,
  { starts_at }: Pick<BookingView, 'starts_at'>,
  locale: Locale,
): string {
  const { kept: retention } = shop.business
  if (!retention) return ''
  return `${words.deletedOn[locale]} ${formatDate(dateAt(starts_at + retention.health_days * day), locale)}.`
}

function noteSection(
  { profile }: GuestRecord,
  { path, typedNote }: GuestPageOptions,
  locale: Locale,
): Html {
  const { note, version } = profile
  const shown = note !== null && html`<p class="guest-note">${note}</p>`
  const isOpen = typedNote !== undefined
  const rows = 4
  return html`<section id="note"><h2>${words.note[locale]}</h2>
${shown}
<details class="disclosure"${isOpen && html` open`}>
<summary>${(note === null ? words.addNote : words.editNote)[locale]}</summary>
<form method="post" action="${path}/note">
${hiddenInput('version', version)}
<label for="guest-note">${words.noteLabel[locale]}</label>
<textarea id="guest-note" name="note" rows="${rows}" maxlength="${maxNoteLength}">${typedNote ?? note ?? ''}</textarea>
<p class="hint">${words.noteHint[locale]}</p>
${submitButton(words.save[locale], 'main')}
</form>
</details>
</section>`
}

async function historySection(
  context: DeskContext,
  { profile }: GuestRecord,
  { path }: GuestPageOptions,
  locale: Locale,
): Promise<Html | undefined> {
  if (profile.version === 0) return undefined
  return html`<section><h2>${words.history[locale]}</h2>
${await renderHistory(context, `profile:${profile.id}`, locale)}
<div class="actions">${undoButton(profile.version, path, words.undoLast[locale])}</div>
</section>`
}

export function undoButton(version: number, path: string, label: string): Html {
  return postButton(`${path}/undo`, label, { tone: 'undo', fields: { version } })
}

function dataSection({ phone }: GuestRecord, locale: Locale): Html {
  return html`<section><h2>${words.data[locale]}</h2>
<div class="actions">${guestButton(phone, '/guest-data/kept', words.seeData[locale])}
${guestButton(phone, '/guest-data/erase', words.erase[locale])}</div>
</section>`
}

const words = {
  since: { vi: 'từ', en: 'since' },
  otherNames: { vi: 'Tên khác đã dùng với số này:', en: 'Other names used with this number:' },
  newBooking: { vi: 'Ghi lượt mới', en: 'New booking' },
  visits: { vi: 'Đã tới', en: 'Visits' },
  noShows: { vi: 'Không tới', en: 'No-shows' },
  byGuest: { vi: 'Khách huỷ', en: 'Guest cancelled' },
  byShop: { vi: 'Tiệm huỷ', en: 'Shop cancelled' },
  notTaken: { vi: 'Từ chối, quá giờ', en: 'Declined, expired' },
  unmarked: { vi: 'Chưa đánh dấu', en: 'Not marked' },
  mark: { vi: 'Đánh dấu khách quen', en: 'Mark as a regular' },
  unmark: { vi: 'Bỏ dấu khách quen', en: 'Remove the mark' },
  suggestion: (visits: number): LocalizedText => ({
    vi: `Khách đã tới ${visits} lần. Bạn có thể đánh dấu khách quen.`,
    en: `This guest has come ${visits} times. You can mark them as a regular.`,
  }),
  declaredFor: { vi: 'Khách khai cho lượt', en: 'Declared for the booking of' },
  via: { vi: 'qua', en: 'via' },
  deletedOn: { vi: 'Tự xoá ngày', en: 'Deleted on' },
  note: { vi: 'Ghi chú của quầy', en: 'Note of staff' },
  addNote: { vi: 'Thêm ghi chú', en: 'Add a note' },
  editNote: { vi: 'Sửa ghi chú', en: 'Edit the note' },
  noteLabel: { vi: 'Để lần sau phục vụ tốt hơn', en: 'What helps to look after this guest' },
  noteHint: {
    vi: 'Khách không thấy, nhưng được nhận bản sao khi xin xem dữ liệu. Dị ứng và sức khoẻ ghi ở lượt đặt, không ghi ở đây.',
    en: 'Guests do not see it, but get a copy if they ask for their data. Allergies and health belong in the booking, not here.',
  },
  save: { vi: 'Lưu ghi chú', en: 'Save the note' },
  history: { vi: 'Lịch sử ghi chú và đánh dấu', en: 'History of the note and the mark' },
  undoLast: { vi: 'Hoàn tác việc vừa làm', en: 'Undo the last change' },
  data: { vi: 'Dữ liệu của khách', en: 'Data of the guest' },
  seeData: { vi: 'Xem và tải về', en: 'See and download' },
  erase: { vi: 'Xoá…', en: 'Erase…' },
}
