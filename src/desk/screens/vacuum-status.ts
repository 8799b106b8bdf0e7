/** On the receipt of an erasure: whether the database files were rewritten (VACUUM) afterwards. */
import type { Receipt } from '../../domain/privacy/receipts.ts'
import { canVerifyVacuum, findVacuumRecord } from '../../domain/privacy/vacuum.ts'
import { formatDate } from '../../kernel/format-date.ts'
import type { Locale, LocalizedText } from '../../kernel/locale.ts'
import { dateAt } from '../../kernel/time.ts'
import { StoreUnavailable, VacuumNotPermitted } from '../../store/sql.ts'
import { html } from '../../ui/html.ts'
import { postButton, problemNotice } from '../components.ts'
import type { DeskContext } from '../context.ts'
import { formatClock } from '../labels.ts'
import type { Notice } from '../screen.ts'
import { receiptPath } from './privacy-components.ts'

/** When the files were rewritten, and how that is known. */
export async function vacuumStatus(
  context: DeskContext,
  receipt: Receipt,
  locale: Locale,
): Promise<[LocalizedText, string][]> {
  const { vacuumedAt } = receipt
  if (vacuumedAt === undefined) return []
  const { proof = 'done', actor = '' } = (await findVacuumRecord(context.store.read, receipt)) ?? {}
  const confirmedBy = proof === 'said' ? ` ${await context.actorName(actor, locale)}` : ''
  const at = `${formatDate(dateAt(vacuumedAt), locale)}, ${formatClock(vacuumedAt)}`
  return [[words.files, `${at}, ${words[proof][locale]}${confirmedBy}`]]
}

export function vacuumPendingNotice(receipt: Receipt, locale: Locale): Notice {
  return {
    tone: 'problem',
    body: html`<p>${words.pending[locale]}</p>
${postButton(`${receiptPath(receipt)}/scrub`, words.vacuum[locale])}`,
  }
}

/** Why the files were not rewritten and, without the permission to do so, what the table owner must run. */
export async function vacuumErrorNotice(
  { store }: DeskContext,
  receipt: Receipt,
  error: unknown,
  locale: Locale,
): Promise<Notice> {
  if (error instanceof StoreUnavailable) return problemNotice(words.busy[locale])
  if (!(error instanceof VacuumNotPermitted)) throw error
  const action = `${receiptPath(receipt)}/scrub`
  const canVerify = await canVerifyVacuum(store, receipt)
  const [hint, button] = canVerify
    ? [words.checkHint, postButton(action, words.check[locale])]
    : [words.confirmHint, postButton(action, words.confirm[locale], { fields: { said: '1' } })]
  return {
    tone: 'problem',
    body: html`<p>${words.notPermitted[locale]} <code class="copy">${requiredSql(error)}</code></p>
<p>${hint[locale]}</p>
${button}`,
  }
}

/** The statement that the table owner must run; the error message ends with it. */
function requiredSql({ message }: Error): string {
  return message.slice(Math.max(0, message.indexOf('VACUUM')))
}

const words = {
  pending: {
    vi: 'Đã xoá khỏi sổ, nhưng tệp dữ liệu chưa được ghi lại nên có thể còn dấu vết.',
    en: 'Erased from the database, but its files have not been rewritten yet and may contain traces.',
  },
  files: { vi: 'Tệp dữ liệu', en: 'Database files' },
  done: {
    vi: 'đã ghi lại để không còn dấu vết',
    en: 'rewritten, so that no traces are left',
  },
  seen: {
    vi: 'người quản trị đã ghi lại, chương trình đã kiểm tra',
    en: 'rewritten by the administrator, checked by the program',
  },
  said: { vi: 'đã ghi lại theo lời', en: 'rewritten according to' },
  vacuum: { vi: 'Ghi lại tệp dữ liệu', en: 'Rewrite the database files' },
  busy: {
    vi: 'Sổ đang bận hoặc đĩa đầy; xin thử lại lúc vắng khách.',
    en: 'The database is busy or the disk is full. Try again at a quiet time.',
  },
  notPermitted: {
    vi: 'Chương trình không phải chủ các bảng nên không tự làm được. Nhờ người quản trị cơ sở dữ liệu chạy:',
    en: 'The program does not own the tables, so it cannot do this itself. Ask the database administrator to run:',
  },
  checkHint: {
    vi: 'Chạy xong thì bấm nút này: chương trình xem tệp dữ liệu đã được ghi lại chưa.',
    en: 'Then press this button: the program checks whether the files were rewritten.',
  },
  check: { vi: 'Đã chạy, kiểm tra lại', en: 'VACUUM has run: check again' },
  confirmHint: {
    vi:
      'Với biên nhận này chương trình không tự kiểm tra được. Khi đã chắc là chạy xong thì bấm nút này; biên nhận ' +
      'sẽ ghi là theo lời bạn.',
    en:
      'The program cannot check this receipt itself. Press this button once you are certain that the command has ' +
      'run; the receipt will state that you confirmed it.',
  },
  confirm: { vi: 'Đã chạy xong', en: 'VACUUM has run' },
} satisfies Record<string, LocalizedText>
