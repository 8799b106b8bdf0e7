/** `letan guest`: exports and erases the data of a guest and shows the receipts. */
import { existsSync } from 'node:fs'
import { chooseCommandLanguage } from '../config/language.ts'
import { createBookingContext } from '../domain/booking/context.ts'
import { createStaffActions } from '../domain/booking/staff-actions.ts'
import { countExports, listBackups } from '../domain/integrity/backup-log.ts'
import { createOrderActions } from '../domain/orders/staff.ts'
import { eraseGuest } from '../domain/privacy/erase.ts'
import { PrivacyError } from '../domain/privacy/errors.ts'
import { exportWithReceipt } from '../domain/privacy/export-with-receipt.ts'
import { type GuestQuery, parseGuestQuery } from '../domain/privacy/find-guest.ts'
import { createWaitlistActions } from '../domain/waitlist/staff.ts'
import { forEachLocale, type Locale, type LocalizedText } from '../kernel/locale.ts'
import { toIsoString } from '../kernel/time.ts'
import { UserError } from '../kernel/user-error.ts'
import type { Sql } from '../store/sql.ts'
import { parseArguments, UsageError } from './command.ts'
import { type OpenedDatabase, withDatabase } from './database.ts'
import { formatReceipt, runFinishReceipt, showReceipts, VacuumPending } from './receipt.ts'

export const guestHelp: LocalizedText = {
  vi: `\
  letan guest export PHONE|EMAIL    in mọi dữ liệu đang lưu về một khách, dạng JSON
  letan guest erase PHONE|EMAIL     xoá vĩnh viễn dữ liệu của một khách; --cancel thì huỷ các lượt sắp tới trước
  letan guest receipt NUMBER        xem biên nhận của một lần xuất hoặc xoá; hoặc mọi biên nhận của PHONE|EMAIL
  letan guest vacuumed NUMBER       hoàn tất biên nhận sau khi chủ của các bảng đã chạy VACUUM FULL`,
  en: `\
  letan guest export PHONE|EMAIL    print all data that is stored about a guest, as JSON
  letan guest erase PHONE|EMAIL     erase a guest permanently; --cancel first cancels what is upcoming
  letan guest receipt NUMBER        show the receipt of an export or an erasure; or all for a PHONE|EMAIL
  letan guest vacuumed NUMBER       complete a receipt after the owner of the tables has run VACUUM FULL`,
}

/** The message names the database, because the guest may be in that of another shop. */
export class GuestNotFound extends UserError {
  constructor(databaseName: string) {
    super({
      vi: `Trong ${databaseName} không lưu gì về khách này.`,
      en: `Nothing is stored about this guest in ${databaseName}.`,
    })
    this.name = 'GuestNotFound'
  }
}

const actor = 'terminal'

export async function runGuest(
  args: readonly string[],
  environment: NodeJS.ProcessEnv,
): Promise<string> {
  const { verb, identifier, cancel } = parseGuestCommand(args)
  const locale = chooseCommandLanguage(args, environment)
  if (verb === 'receipt')
    return withDatabase(environment, (database) => showReceipts(database, identifier, locale))
  if (verb === 'vacuumed')
    return withDatabase(environment, (database) => runFinishReceipt(database, identifier, locale))
  const query = parseGuestQuery(identifier)
  return withDatabase(environment, (database) => {
    const output =
      verb === 'export'
        ? exportGuest(database, query)
        : runErasure(database, query, { cancel, locale })
    return output.catch((error: unknown) => {
      const isUnknown = error instanceof PrivacyError && error.code === 'nothing_kept'
      throw isUnknown ? new GuestNotFound(database.name) : error
    })
  })
}

const verbs = ['export', 'erase', 'receipt', 'vacuumed'] as const

function parseGuestCommand(args: readonly string[]) {
  const options = { cancel: { type: 'boolean', default: false } } as const
  const { values, positionals } = parseArguments(args, options, usageError)
  const [name, ...words] = positionals
  const verb = verbs.find((one) => one === name)
  const isInvalid = verb === undefined || words.length === 0 || (values.cancel && verb !== 'erase')
  if (isInvalid) throw usageError()
  return { verb, identifier: words.join(' '), cancel: values.cancel }
}

const usageError = () => new UsageError('guest', guestHelp)

async function exportGuest(
  { store, secret, now }: OpenedDatabase,
  query: GuestQuery,
): Promise<string> {
  const { text } = await exportWithReceipt({ store, secret, now }, query, actor)
  return text
}

async function runErasure(
  { store, shop, secret, now }: OpenedDatabase,
  query: GuestQuery,
  { cancel, locale }: { cancel: boolean; locale: Locale },
): Promise<string> {
  const bookingContext = createBookingContext(shop)
  const desk = createStaffActions(store, bookingContext, now)
  const waitlist = createWaitlistActions(store, bookingContext, now)
  const parts = { store, secret, now, desk, orders: createOrderActions(store, now), waitlist }
  const erased = await eraseGuest(parts, query, { cancel, actor })
  const copies = await listUnreachableCopies(store.read)
  const output = forEachLocale((one) =>
    [...formatReceipt(erased, shop.business.name, one), ...copies[one], ''].join('\n'),
  )
  if (erased.vacuumError) throw new VacuumPending(erased, output, erased.vacuumError)
  return output[locale]
}

async function listUnreachableCopies(sql: Sql): Promise<Record<Locale, string[]>> {
  const backups = (await listBackups(sql)).filter(({ file }) => existsSync(file))
  const { times, last } = await countExports(sql)
  const time = last === null ? '' : toIsoString(last)
  return {
    vi: [
      'Letan không với tới các bản sao sau. Bạn hãy tự xoá khách này ở đó:',
      ...backups.map(({ file, at }) => `  ${file}, bản sao lưu lúc ${toIsoString(at)}`),
      `  các bảng đã xuất từ quầy${time && ` (${times} lần, lần cuối ${time})`}, lịch đăng ký từ quầy`,
      '  email và tin nhắn đã gửi, các bản sao lưu khác, lịch sử lệnh của cửa sổ này',
    ],
    en: [
      'Letan cannot reach these copies. Delete the guest there yourself:',
      ...backups.map(({ file, at }) => `  ${file}, a backup from ${toIsoString(at)}`),
      `  tables exported from the desk${time && ` (${times}, the last on ${time})`}, calendars that subscribe to it`,
      '  emails and messages that were sent, other backups, the history of this terminal',
    ],
  }
}
