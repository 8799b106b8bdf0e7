/** The state of the content folder: what is in use, its errors, and new content that the owner must decide on. */
import { type ContentIssue, formatLocation, formatMistake } from '../../content/content-errors.ts'
import type { BookingConflict } from '../../domain/booking/conflicts.ts'
import { formatGuestCount } from '../../domain/messages/format.ts'
import { program, quoteForShell } from '../../kernel/command-line.ts'
import type { Locale, LocalizedText } from '../../kernel/locale.ts'
import { dateAt } from '../../kernel/time.ts'
import { type Html, html } from '../../ui/html.ts'
import { copyButton, itemList, postButton } from '../components.ts'
import { contentPath } from '../content-path.ts'
import type { ContentReloader, DeskContext } from '../context.ts'
import { formatDay, formatTimestamp } from '../labels.ts'
import type { Screen, ScreenPage } from '../screen.ts'
import {
  acceptButton,
  addedHolidays,
  addedNotice,
  daysBeforeHoliday,
  holidayScreens,
} from './content-holidays.ts'

export function contentScreens(context: DeskContext, content: ContentReloader): Screen[] {
  return [
    {
      path: contentPath,
      isOwnerOnly: true,
      show: ({ locale, query }) =>
        renderPage(context, content, locale, query.get('holidays') ?? undefined),
    },
    ...holidayScreens(context, content, (locale) => renderPage(context, content, locale)),
    {
      path: `${contentPath}/accept`,
      isOwnerOnly: true,
      show: async () => ({ seeOther: contentPath }),
      async submit({ form, member }) {
        const state = content.state()
        // An older page showed other content than the one that is held now.
        if (state.kind === 'held' && state.fingerprint === form.get('fingerprint')) {
          await content.accept(state.fingerprint, `staff:${member.id}`)
        }
        return { seeOther: contentPath }
      },
    },
  ]
}

/** A line for the owner on all other screens while the folder is not the content in use. */
export function contentNotice(
  content: ContentReloader | undefined,
  locale: Locale,
): Html | undefined {
  const kind = content?.state().kind
  if (kind === undefined || kind === 'loaded') return undefined
  const link = html`<a href="${contentPath}">${words[kind][locale]}</a>`
  return html`<p class="notice problem" role="status">${link}</p>`
}

async function renderPage(
  { now, shop }: DeskContext,
  content: ContentReloader,
  locale: Locale,
  holidayChange?: string,
): Promise<ScreenPage> {
  const newConflicts = await content.newConflicts()
  const conflicts = await content.conflicts()
  const today = dateAt(now())
  const isAdded = holidayChange === addedHolidays
  const holidays = isAdded ? [] : shop.holidayNotes({ today, daysAhead: daysBeforeHoliday })
  return {
    title: words.title[locale],
    tab: contentPath,
    ...(isAdded && { notice: addedNotice(content.folder, locale) }),
    body: html`<h1>${words.title[locale]}</h1>
${stateSection(content, newConflicts, now(), locale)}
${conflicts.length > 0 && conflictSection(conflicts, now(), locale)}
${noteSection(shop.notesOn(today), holidays, acceptButton(shop, content, today, locale), locale)}
${folderSection(content.folder, locale)}`,
  }
}

function stateSection(
  content: ContentReloader,
  newConflicts: readonly BookingConflict[],
  now: number,
  locale: Locale,
): Html {
  const state = content.state()
  if (state.kind === 'loaded') {
    const since = `${words.since[locale]} ${formatTimestamp(state.sinceMs, now, locale)}`
    return html`<p><b>${words.loaded[locale]}</b> ${since}.</p>`
  }
  if (state.kind === 'invalid') {
    return html`<section>
<h2>${words.invalid[locale]}</h2>
<p>${state.storedAtMs === undefined ? words.previousInUse[locale] : storedInUse(state.storedAtMs, now, locale)}</p>
${itemList(state.errors.map((error) => issueLine(error, locale)))}
</section>`
  }
  const fields = { fingerprint: state.fingerprint }
  return html`<section>
<h2>${words.held[locale]}</h2>
<p>${words.previousInUse[locale]} ${words.choose[locale]}</p>
${conflictList(newConflicts, now, locale)}
${postButton(`${contentPath}/accept`, words.publish[locale], { tone: 'main', fields })}
</section>`
}

/** After a start with an invalid or missing folder. */
function storedInUse(storedAtMs: number, now: number, locale: Locale): string {
  const since = formatTimestamp(storedAtMs, now, locale)
  return {
    vi:
      `Lúc khởi động, thư mục đã có lỗi hoặc không còn, nên trang chạy với nội dung đã lưu từ ${since}. ` +
      'Khi thư mục hết lỗi, trang tự dùng lại trong vài giây.',
    en:
      'The folder was invalid or missing at the start, so the site uses the content that was stored ' +
      `${since}. Once the folder is valid, it is used within seconds.`,
  }[locale]
}

function conflictSection(conflicts: readonly BookingConflict[], now: number, locale: Locale): Html {
  return html`<section>
<h2>${words.conflicts[locale]}</h2>
<p class="hint">${words.conflictsHint[locale]}</p>
${conflictList(conflicts, now, locale)}
</section>`
}

function conflictList(conflicts: readonly BookingConflict[], now: number, locale: Locale): Html {
  return itemList(conflicts.map((conflict) => conflictLine(conflict, now, locale)))
}

function conflictLine(
  { code, date, time, partySize, reason }: BookingConflict,
  now: number,
  locale: Locale,
): Html {
  const start = html`<b>${formatDay(date, now, locale)}, ${time}</b>`
  const party = formatGuestCount(partySize, locale)
  return html`<li>
<a href="/bookings/${code}">${start} · ${code} · ${party}</a>
<span>${reason[locale]}</span>
</li>`
}

/** `accept` belongs to the note about holidays. */
function noteSection(
  notes: readonly ContentIssue[],
  holidays: readonly ContentIssue[],
  accept: Html | false,
  locale: Locale,
): Html | false {
  if (notes.length + holidays.length === 0) return false
  const lines = [
    ...notes.map((note) => issueLine(note, locale)),
    ...holidays.map((note) => issueLine(note, locale, accept)),
  ]
  return html`<section>
<h2>${words.notes[locale]}</h2>
${itemList(lines)}
</section>`
}

function issueLine(issue: ContentIssue, locale: Locale, accept: Html | false = false): Html {
  const location = formatLocation(issue)[locale]
  const mistake = html`<span><b>${location}</b><br>${formatMistake(issue, locale)}</span>`
  if (!issue.lines) return html`<li>${mistake}</li>`
  const id = `lines-${issue.line}`
  return html`<li><div>${mistake}
<pre class="copy"><code id="${id}">${issue.lines.join('\n')}</code></pre>
${copyButton(id, locale)}
${accept}</div></li>`
}

function folderSection(folder: string, locale: Locale): Html {
  // The path is part of the command, so that it checks this folder.
  const command = `${program} content check ${quoteForShell(folder)} --lang ${locale}`
  return html`<section>
<h2>${words.folder[locale]}</h2>
<p class="copy"><code>${folder}</code></p>
<p class="hint">${words.hint[locale]}</p>
<p class="copy"><code id="check">${command}</code> ${copyButton('check', locale)}</p>
</section>`
}

const words = {
  title: { vi: 'Nội dung trang', en: 'Content' },
  loaded: { vi: 'Đang dùng đúng thư mục nội dung,', en: 'The content folder is in use,' },
  since: { vi: 'từ', en: 'since' },
  invalid: {
    vi: 'Thư mục nội dung có lỗi, chưa dùng được',
    en: 'The content folder has errors and is not in use',
  },
  held: {
    vi: 'Nội dung mới đang chờ: có lượt đặt không còn khớp',
    en: 'New content is held: upcoming bookings conflict with it',
  },
  previousInUse: {
    vi: 'Trang vẫn chạy với nội dung trước đó.',
    en: 'The previous content is still in use.',
  },
  choose: {
    vi: 'Hãy báo khách và dời các lượt đặt dưới đây (khi hết, nội dung mới tự được dùng), hoặc dùng ngay.',
    en:
      'Contact these guests and move their bookings; the new content is then published automatically. Or publish ' +
      'it now.',
  },
  publish: { vi: 'Vẫn dùng nội dung mới', en: 'Publish anyway' },
  conflicts: {
    vi: 'Lượt đặt không khớp nội dung đang dùng',
    en: 'Bookings that conflict with the content in use',
  },
  conflictsHint: {
    vi: 'Chúng vẫn được giữ chỗ. Hãy gọi khách để dời hoặc huỷ.',
    en: 'Their places are still held. Call the guests to move or cancel the bookings.',
  },
  notes: { vi: 'Nên xem lại', en: 'Please review' },
  folder: { vi: 'Thư mục nội dung', en: 'Content folder' },
  hint: {
    vi:
      'Sửa các tệp trong đó rồi lưu: trang tự nhận sau vài giây, trọn vẹn hoặc không gì cả. Muốn kiểm tra trước, ' +
      'hãy chạy lệnh này trong thư mục của chương trình:',
    en:
      'Edit and save the files in it: all changes are applied together within seconds, or none of them. To check ' +
      'them first, run this command in the program folder:',
  },
} satisfies Record<string, LocalizedText>
