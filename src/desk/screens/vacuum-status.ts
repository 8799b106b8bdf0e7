/** Whether the files of the book were written anew after an erasure, on its receipt. */
import type { Receipt } from '../../domain/privacy/receipts.ts'
import { canVerifyVacuum, findVacuumRecord } from '../../domain/privacy/vacuum.ts'
import { formatDate } from '../../kernel/format-date.ts'
import type { Locale, LocalizedText } from '../../kernel/locale.ts'
import { dateAt } from '../../kernel/time.ts'
import { StoreUnavailable, VacuumNotPermitted } from '../../store/sql.ts'
import { html } from '../../ui/html.ts'
import type { DeskContext } from '../context.ts'
import { formatClock } from '../labels.ts'
import type { Notice } from '../screen.ts'
import { problemNotice, receiptPath } from './privacy-components.ts'

/** When the files of the book were written anew, and how we know it. */
export async function vacuumStatus(
  context: DeskContext,
  receipt: Receipt,
  locale: Locale,
): Promise<[LocalizedText, string][]> {
  const { vacuumedAt: at } = receipt
  if (at === undefined) return []
  const { proof: how = 'done', actor = '' } =
    (await findVacuumRecord(context.store.read, receipt)) ?? {}
  const who = how === 'said' ? ` ${await context.actorName(actor, locale)}` : ''
  const when = `${formatDate(dateAt(at), locale)}, ${formatClock(at)}`
  return [[words.files, `${when}, ${words[how][locale]}${who}`]]
}

export function vacuumPendingNotice(receipt: Receipt, locale: Locale): Notice {
  return {
    tone: 'problem',
    body: html`<p>${words.unfinished[locale]}</p><form method="post" action="${receiptPath(receipt)}/scrub"><button type="submit">${words.vacuum[locale]}</button></form>`,
  }
}

/** Why they still are not and, where they are not ours, what their owner must do. */
export async function vacuumErrorNotice(
  { store }: DeskContext,
  receipt: Receipt,
  error: unknown,
  locale: Locale,
): Promise<Notice> {
  if (error instanceof StoreUnavailable) return problemNotice(words.busy[locale])
  if (!(error instanceof VacuumNotPermitted)) throw error
  const canVerify = await canVerifyVacuum(store, receipt)
  const body = html`<p>${words.rights[locale]} <code class="copy">${requiredSql(error)}</code></p>
<p>${words[canVerify ? 'look' : 'word'][locale]}</p>
<form method="post" action="${receiptPath(receipt)}/scrub">${!canVerify && html`<input type="hidden" name="said" value="1">`}<button type="submit">${words[canVerify ? 'lookAgain' : 'giveWord'][locale]}</button></form>`
  return { tone: 'problem', body }
}

/** What somebody with more rights must run. */
function requiredSql({ message }: Error): string {
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
  vacuum: { vi: 'Ghi lại tệp dữ liệu', en: 'Write them anew' },
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
} satisfies Record<string, LocalizedText>
