/** Shows the receipts of exports and erasures, and completes those that wait for a vacuum. */
import { parseGuestQuery } from '../domain/privacy/find-guest.ts'
import { guestHash } from '../domain/privacy/guest-hash.ts'
import { findReceiptByCode, findReceiptsByGuest, type Receipt } from '../domain/privacy/receipts.ts'
import { buildStatement, formatCounts } from '../domain/privacy/statement.ts'
import { confirmByStaff, findVacuumRecord } from '../domain/privacy/vacuum.ts'
import { formatCode, normalizeCode } from '../kernel/booking-code.ts'
import type { Locale, LocalizedText } from '../kernel/locale.ts'
import { toIsoString } from '../kernel/time.ts'
import { UserError } from '../kernel/user-error.ts'
import { explainOpenError } from '../store/open-error.ts'
import { type Sql, VacuumNotPermitted } from '../store/sql.ts'
import type { OpenedDatabase } from './database.ts'

/** The guest is erased, but the database files may still contain bytes of the deleted rows. */
export class VacuumPending extends UserError {
  constructor({ code }: Pick<Receipt, 'code'>, output: LocalizedText, cause: unknown) {
    const todo = describeVacuumStep(code, cause)
    super({
      vi: `${output.vi}CHƯA XONG: các tệp của cơ sở dữ liệu có thể vẫn còn dữ liệu; ${todo.vi}`,
      en: `${output.en}NOT COMPLETE: the database files may still contain the data; ${todo.en}`,
    })
    this.name = 'VacuumPending'
  }
}

function describeVacuumStep(code: string, cause: unknown): LocalizedText {
  const finish = `letan guest vacuumed ${formatCode(code)}`
  if (cause instanceof VacuumNotPermitted) {
    return {
      vi: `chủ của các bảng phải chạy: ${cause.statement}; sau đó chạy: ${finish}`,
      en: `${cause.message}; then run: ${finish}`,
    }
  }
  const reason = explainOpenError(cause instanceof Error ? cause.cause : cause)
  return {
    vi: `hãy chạy lại đúng lệnh này (${reason.vi})`,
    en: `run the same command again (${reason.en})`,
  }
}

export class ReceiptNotFound extends UserError {
  constructor(message: LocalizedText) {
    super(message)
    this.name = 'ReceiptNotFound'
  }
}

const unknownReceiptCode = (identifier: string, databaseName: string, orElse: LocalizedText) =>
  new ReceiptNotFound({
    vi: `Trong ${databaseName} không có biên nhận "${identifier}". Hãy viết số như BN-7K3M-9Q2X-4D${orElse.vi}.`,
    en: `There is no receipt "${identifier}" in ${databaseName}. Write the number as BN-7K3M-9Q2X-4D${orElse.en}.`,
  })

const orWriteContact: LocalizedText = {
  vi: ', hoặc viết số điện thoại hay email của khách',
  en: ", or write the guest's phone number or email address",
}

const asPrinted: LocalizedText = {
  vi: ', như đã in khi xoá',
  en: ', as printed by the erasure',
}

/** The message does not repeat the phone number or the email address. */
const noReceiptsOfGuest = (databaseName: string) =>
  new ReceiptNotFound({
    vi: `Trong ${databaseName} không có biên nhận nào của khách này: ở đó chưa xuất hay xoá gì.`,
    en: `There is no receipt for this guest in ${databaseName}: nothing was exported or erased there.`,
  })

export async function showReceipts(
  { store, shop, secret, name: databaseName }: OpenedDatabase,
  identifier: string,
  locale: Locale,
): Promise<string> {
  const isCode = /^BN/i.test(normalizeCode(identifier))
  const matches = isCode
    ? [await findReceiptByCode(store.read, identifier)]
    : await findReceiptsByGuest(store.read, guestHash(secret, parseGuestQuery(identifier).value))
  const receipts = matches.flatMap((one) => one ?? [])
  if (receipts.length === 0) {
    throw isCode
      ? unknownReceiptCode(identifier, databaseName, orWriteContact)
      : noReceiptsOfGuest(databaseName)
  }
  const { name } = shop.business
  const sections = receipts.map(async (one) =>
    [
      ...formatReceipt(one, name, locale),
      ...(await formatVacuumStatus(store.read, one, locale)),
      '',
    ].join('\n'),
  )
  return (await Promise.all(sections)).join('\n')
}

/** Runs the vacuum if permitted, else checks the files; if neither is possible, trusts the operator. */
export async function runFinishReceipt(
  { store, now, name: databaseName }: OpenedDatabase,
  identifier: string,
  locale: Locale,
): Promise<string> {
  const receipt = await findReceiptByCode(store.read, identifier)
  if (receipt?.kind !== 'erase') {
    throw unknownReceiptCode(identifier, databaseName, asPrinted)
  }
  try {
    if (receipt.vacuumedAt === undefined) await confirmByStaff({ store, now }, receipt, 'terminal')
  } catch (error) {
    throw new VacuumPending(receipt, { vi: '', en: '' }, error)
  }
  const updated = (await findReceiptByCode(store.read, identifier)) ?? receipt
  return [...(await formatVacuumStatus(store.read, updated, locale)), ''].join('\n')
}

async function formatVacuumStatus(sql: Sql, receipt: Receipt, locale: Locale): Promise<string[]> {
  const { kind, vacuumedAt } = receipt
  if (kind !== 'erase') return []
  if (vacuumedAt === undefined) return [notVacuumed[locale]]
  const { proof = 'done', actor = '' } = (await findVacuumRecord(sql, receipt)) ?? {}
  const confirmation = confirmations(actor.split(':')[0] ?? '')[proof]
  return [`${vacuumed[locale]}, ${toIsoString(vacuumedAt)}, ${confirmation[locale]}`]
}

const notVacuumed: LocalizedText = {
  vi: 'Tệp của cơ sở dữ liệu: CHƯA dọn',
  en: 'Database files: NOT vacuumed yet',
}

const vacuumed: LocalizedText = {
  vi: 'Tệp của cơ sở dữ liệu: đã dọn',
  en: 'Database files: vacuumed',
}

const confirmations = (actor: string) =>
  ({
    done: { vi: 'do chương trình này', en: 'by this program' },
    seen: {
      vi: 'do chủ của các bảng, đã kiểm tra từ các tệp',
      en: 'by the owner of the tables, verified from the files',
    },
    said: { vi: `theo lời ${actor}, chưa kiểm tra`, en: `as stated by ${actor}, not verified` },
  }) satisfies Record<string, LocalizedText>

/** The statement for the guest is in both languages. */
export function formatReceipt(receipt: Receipt, shopName: string, locale: Locale): string[] {
  const { counts, elsewhere } = receipt
  const statement = buildStatement(receipt, shopName)
  const retained = `${retainedNote[locale]}: ${elsewhere}`
  return [
    receiptHeading(receipt)[locale],
    ...formatCounts(counts, locale, true).map((line) => `  ${line}`),
    ...(elsewhere === 0 ? [] : [retained]),
    sendThis[locale],
    `  ${statement.vi}`,
    `  ${statement.en}`,
  ]
}

function receiptHeading({ kind, at, code, actor: fullActor }: Receipt): LocalizedText {
  const actor = fullActor.split(':')[0]
  const time = toIsoString(at)
  const actions = {
    export: { vi: 'Đã xuất', en: 'Exported' },
    erase: { vi: 'Đã xoá', en: 'Erased' },
  }
  return {
    vi: `${actions[kind].vi} lúc ${time} bởi ${actor}, biên nhận ${formatCode(code)}:`,
    en: `${actions[kind].en} on ${time} by ${actor}, receipt ${formatCode(code)}:`,
  }
}

const retainedNote: LocalizedText = {
  vi: 'Chưa xoá, vì ghi kèm một số điện thoại hoặc email khác',
  en: 'Not erased, because another phone number or email address is stored with it',
}

const sendThis: LocalizedText = { vi: 'Gửi cho khách:', en: 'Send this to the guest:' }
