/** Whether the files of the book were written anew after an erasure, on its receipt. */
import type { Receipt } from '../../domain/privacy/receipts.ts'
import { canBeSeen, scrubbingOf } from '../../domain/privacy/vacuum.ts'
import { sayDate } from '../../kernel/format-date.ts'
import type { Locale, Words } from '../../kernel/locale.ts'
import { dateAt } from '../../kernel/time.ts'
import { CannotScrub, StoreUnavailable } from '../../store/sql.ts'
import { html } from '../../ui/html.ts'
import type { DeskParts } from '../context.ts'
import { clockAt } from '../labels.ts'
import type { Notice } from '../screen.ts'
import { problem, receiptPath } from './privacy-components.ts'

/** When the files of the book were written anew, and how we know it. */
export async function filesOf(
  parts: DeskParts,
  receipt: Receipt,
  locale: Locale,
): Promise<[Words, string][]> {
  const { scrubbedAt: at } = receipt
  if (at === undefined) return []
  const { how = 'done', actor = '' } = (await scrubbingOf(parts.store.read, receipt)) ?? {}
  const who = how === 'said' ? ` ${await parts.nameOf(actor, locale)}` : ''
  const when = `${sayDate(dateAt(at), locale)}, ${clockAt(at)}`
  return [[words.files, `${when}, ${words[how][locale]}${who}`]]
}

export function unfinished(receipt: Receipt, locale: Locale): Notice {
  return {
    tone: 'problem',
    body: html`<p>${words.unfinished[locale]}</p><form method="post" action="${receiptPath(receipt)}/scrub"><button type="submit">${words.again[locale]}</button></form>`,
  }
}

/** Why they still are not and, where they are not ours, what their owner must do. */
export async function notWritten(
  { store }: DeskParts,
  receipt: Receipt,
  error: unknown,
  locale: Locale,
): Promise<Notice> {
  if (error instanceof StoreUnavailable) return problem(words.busy[locale])
  if (!(error instanceof CannotScrub)) throw error
  const seen = await canBeSeen(store, receipt)
  const body = html`<p>${words.rights[locale]} <code class="copy">${sqlIn(error)}</code></p>
<p>${words[seen ? 'look' : 'word'][locale]}</p>
<form method="post" action="${receiptPath(receipt)}/scrub">${!seen && html`<input type="hidden" name="said" value="1">`}<button type="submit">${words[seen ? 'lookAgain' : 'giveWord'][locale]}</button></form>`
  return { tone: 'problem', body }
}

/** What somebody with more rights must run. */
function sqlIn({ message }: Error): string {
  return message.slice(Math.max(0, message.indexOf('VACUUM')))
}

const words = {
  unfinished: {
    vi: 'Đã xóa khỏi sổ, nhưng tệp dữ liệu chưa được ghi lại nên có thể còn dấu vết.',
    en: 'Erased from the book, but its files were not written anew yet and may hold remains.',
  },
  files: { vi: 'Tệp dữ liệu', en: 'Files of the book' },
  done: {
    vi: 'đã ghi lại để không còn dấu vết',
    en: 'written anew by the program, so that no trace is left',
  },
  seen: {
    vi: 'người quản trị đã ghi lại, chương trình đã kiểm tra',
    en: 'written anew by the owner of the tables; the program has looked',
  },
  said: { vi: 'đã ghi lại theo lời', en: 'written anew on the word of' },
  again: { vi: 'Ghi lại tệp dữ liệu', en: 'Write them anew' },
  busy: {
    vi: 'Sổ đang bận hoặc đĩa đầy; xin thử lại lúc vắng khách.',
    en: 'The book is busy or the disk is full; try again in a quiet hour.',
  },
  rights: {
    vi: 'Chương trình không phải chủ các bảng nên không tự làm được. Nhờ người quản trị cơ sở dữ liệu chạy:',
    en: 'The program does not own the tables, so it cannot. Ask whoever does to run:',
  },
  look: {
    vi: 'Chạy xong thì bấm nút này: chương trình xem tệp dữ liệu đã được ghi lại chưa.',
    en: 'Then press this: the program looks whether the files are new.',
  },
  lookAgain: { vi: 'Đã chạy, kiểm tra lại', en: 'It was run, look again' },
  word: {
    vi: 'Với biên nhận này chương trình không tự kiểm tra được. Khi đã chắc là chạy xong thì bấm nút này; biên nhận sẽ ghi là theo lời bạn.',
    en: 'The program cannot look for itself here. Once you are certain that it was run, press this; the receipt will say that it is your word.',
  },
  giveWord: { vi: 'Đã chạy xong', en: 'It was run' },
} satisfies Record<string, Words>
