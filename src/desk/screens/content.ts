/** The folder of texts and prices: what is served of it, what is wrong, what waits for the owner. */
import { type ContentIssue, formatLocation, formatMistake } from '../../content/content-errors.ts'
import type { BookingConflict } from '../../domain/booking/conflicts.ts'
import { formatGuestCount } from '../../domain/messages/format.ts'
import { program, quoteForShell } from '../../kernel/command-line.ts'
import type { Locale, LocalizedText } from '../../kernel/locale.ts'
import { type Html, html } from '../../ui/html.ts'
import type { ContentReloader, DeskContext } from '../context.ts'
import { formatDay, formatTimestamp } from '../labels.ts'
import type { Screen } from '../screen.ts'

export const contentPath = '/content'

export function contentScreens({ now, shop }: DeskContext, content: ContentReloader): Screen[] {
  return [
    {
      path: contentPath,
      ownerOnly: true,
      async show({ locale }) {
        const [newConflicts, conflicts] = [await content.newConflicts(), await content.conflicts()]
        return {
          title: words.title[locale],
          tab: contentPath,
          body: html`<h1>${words.title[locale]}</h1>
${stateSection(content, newConflicts, now(), locale)}
${conflicts.length > 0 && html`<section><h2>${words.conflicts[locale]}</h2><p class="hint">${words.conflictsHint[locale]}</p>${conflictList(conflicts, now(), locale)}</section>`}
${shop.notes.length > 0 && html`<section><h2>${words.notes[locale]}</h2><ul class="found">${shop.notes.map((note) => errorLine(note, locale))}</ul></section>`}
<section><h2>${words.folder[locale]}</h2><p class="copy"><code>${content.folder}</code></p>
<p class="hint">${words.hint[locale]}</p>
<p class="copy"><code id="check">${checkCommand(content.folder, locale)}</code> <button type="button" data-copy="check" hidden>${words.copy[locale]}</button></p></section>`,
        }
      },
    },
    {
      path: `${contentPath}/accept`,
      ownerOnly: true,
      show: async () => ({ seeOther: contentPath }),
      async submit({ form, member }) {
        const state = content.state()
        // Whoever looked at an older page has not seen what waits now.
        if (state.kind === 'waiting' && state.fingerprint === form.get('fingerprint')) {
          await content.accept(state.fingerprint, `staff:${member.id}`)
        }
        return { seeOther: contentPath }
      },
    },
  ]
}

/** One line for every other screen of an owner while something of the folder is not served. */
export function contentNotice(content: ContentReloader, locale: Locale): Html | undefined {
  const { kind } = content.state()
  if (kind === 'open') return undefined
  return html`<p class="notice problem" role="status"><a href="${contentPath}">${words[kind][locale]}</a></p>`
}

function stateSection(
  content: ContentReloader,
  newConflicts: readonly BookingConflict[],
  now: number,
  locale: Locale,
): Html {
  const state = content.state()
  if (state.kind === 'open') {
    return html`<p><b>${words.open[locale]}</b> ${words.since[locale]} ${formatTimestamp(state.sinceMs, now, locale)}.</p>`
  }
  if (state.kind === 'faulty') {
    return html`<section><h2>${words.faulty[locale]}</h2><p>${words.stillBefore[locale]}</p>
<ul class="found">${state.errors.map((error) => errorLine(error, locale))}</ul></section>`
  }
  return html`<section><h2>${words.waiting[locale]}</h2><p>${words.stillBefore[locale]} ${words.choose[locale]}</p>
${conflictList(newConflicts, now, locale)}
<form method="post" action="${contentPath}/accept"><input type="hidden" name="fingerprint" value="${state.fingerprint}"><button type="submit" class="main">${words.accept[locale]}</button></form></section>`
}

/** The whole command, so that it is this folder that is checked and no other. */
function checkCommand(folder: string, locale: Locale): string {
  return `${program} content check ${quoteForShell(folder)} --lang ${locale}`
}

function errorLine(error: ContentIssue, locale: Locale): Html {
  return html`<li><span><b>${formatLocation(error)[locale]}</b><br>${formatMistake(error, locale)}</span></li>`
}

function conflictList(conflicts: readonly BookingConflict[], now: number, locale: Locale): Html {
  return html`<ul class="found">${conflicts.map(
    ({ code, date, time, partySize, reason: why }) =>
      html`<li><a href="/bookings/${code}"><b>${formatDay(date, now, locale)}, ${time}</b> · ${code} · ${formatGuestCount(partySize, locale)}</a><span>${why[locale]}</span></li>`,
  )}</ul>`
}

const words = {
  title: { vi: 'Nội dung trang', en: 'Content' },
  open: { vi: 'Đang dùng đúng thư mục nội dung,', en: 'The folder is served as it is,' },
  since: { vi: 'từ', en: 'since' },
  faulty: {
    vi: 'Thư mục nội dung có lỗi, chưa dùng được',
    en: 'The content folder has faults and is not served',
  },
  waiting: {
    vi: 'Nội dung mới đang chờ: có lượt đặt không còn khớp',
    en: 'New content waits: bookings would not fit any more',
  },
  stillBefore: {
    vi: 'Trang vẫn chạy với nội dung trước đó.',
    en: 'The shop goes on with what was there before.',
  },
  choose: {
    vi: 'Hãy báo khách và dời các lượt đặt dưới đây (khi hết, nội dung mới tự được dùng), hoặc dùng ngay.',
    en: 'Tell these guests and move their bookings (then it is taken up by itself), or take it up now.',
  },
  accept: { vi: 'Vẫn dùng nội dung mới', en: 'Take it up all the same' },
  conflicts: { vi: 'Lượt đặt không khớp nội dung đang dùng', en: 'Bookings that do not fit' },
  conflictsHint: {
    vi: 'Chúng vẫn được giữ chỗ. Hãy gọi khách để dời hoặc hủy.',
    en: 'Their places are still held. Call the guests to move or cancel them.',
  },
  notes: { vi: 'Nên xem lại', en: 'Worth a second look' },
  folder: { vi: 'Thư mục nội dung', en: 'The content folder' },
  hint: {
    vi: 'Sửa các tệp trong đó rồi lưu: trang tự nhận sau vài giây, trọn vẹn hoặc không gì cả. Muốn kiểm tra trước, hãy chạy lệnh này trong thư mục của chương trình:',
    en: 'Edit its files and save: they are taken up within seconds, whole or not at all. To check them before, run this in the folder of the program:',
  },
  copy: { vi: 'Chép', en: 'Copy' },
} satisfies Record<string, LocalizedText>
