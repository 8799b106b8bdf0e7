/**
 * Stores a transfer that a service has reported, and marks what it pays as paid, in one transaction. The id of the
 * transaction at the service is the key: a notification that arrives again changes nothing.
 */
import { BookingActionError } from '../../kernel/action-errors.ts'
import type { BankNotification } from '../../kernel/bank-notification.ts'
import { isCode, normalizeCode, normalizedCodeLength } from '../../kernel/booking-code.ts'
import { foldDiacritics } from '../../kernel/fold-diacritics.ts'
import type { Sql } from '../../store/sql.ts'
import { enqueueEvent } from '../outbox/events.ts'
import { findTransfer, insertTransfer, type TransferProblem } from '../payment/bank-transfers.ts'
import { findItemsByCodes, findProblem, type PayableItem } from './items.ts'
import { type BankContext, markPaid } from './payments.ts'

/** The actor of what no person has decided. */
const bankActor = 'bank'

export type ReceiveTransfer = (notification: BankNotification) => Promise<void>

/** `prefixes` are those of the codes of this shop. */
export function createReceiver(context: BankContext, prefixes: readonly string[]): ReceiveTransfer {
  const { store } = context
  return async (notification) => {
    const references = findReferences(notification.text, prefixes)
    try {
      await store.write((sql) => receive(sql, context, notification, references))
    } catch (error) {
      if (!(error instanceof BookingActionError)) throw error
      // Nothing of the first attempt was stored. A person finds out why the item cannot be marked.
      await store.write((sql) => receive(sql, context, notification, references, 'failed'))
    }
  }
}

async function receive(
  sql: Sql,
  context: BankContext,
  notification: BankNotification,
  references: readonly string[],
  failure?: TransferProblem,
): Promise<void> {
  const { id, amount, transferredAtMs, text, accounts } = notification
  const now = context.now()
  const known = await findTransfer(sql, id)
  if (known) return
  const items = await findItemsByCodes(sql, references, now)
  const [item] = items
  const isOwn = isOwnAccount(accounts, context.bookings.business.bank?.account)
  const problem = failure ?? findMatchProblem(items, references, amount, isOwn)
  const isPaid = item !== undefined && problem === undefined
  if (isPaid) await markPaid(sql, context, item, { id, amount, actor: bankActor })
  await insertTransfer(sql, {
    ...{ id, amount, transferred_at: transferredAtMs },
    // Words before a code may look like the beginning of one: “thẻ THE-…”.
    reference: item?.code ?? references.at(-1) ?? null,
    // A transfer that is assigned needs no text.
    text: isPaid ? null : text,
    state: isPaid ? 'assigned' : 'open',
    problem: problem ?? null,
    item: isPaid ? item.subject : null,
    marked: Number(isPaid),
    reason: null,
    settled_by: isPaid ? bankActor : null,
    settled_at: isPaid ? now : null,
    version: 1,
    received_at: now,
  })
  // Open screens of the desk load their lists again.
  await enqueueEvent(sql, now, 'transfer.received', `transfer:${id}`)
}

/**
 * The codes of bookings and orders in the text of a transfer. Guests write diacritics; banks change the case, leave out
 * dashes, and join the text of the sender with numbers of their own. Every position is tried; whether a code exists is
 * a question to the database.
 */
function findReferences(text: string, prefixes: readonly string[]): string[] {
  const joined = normalizeCode(foldDiacritics(text))
  const found = new Set<string>()
  for (let at = 0; at < joined.length; at++) {
    const prefix = prefixes.find((one) => joined.startsWith(one, at))
    if (prefix === undefined) continue
    const code = joined.slice(at, at + normalizedCodeLength(prefix))
    if (isCode(code, prefix)) found.add(code)
  }
  return [...found]
}

function findMatchProblem(
  items: readonly PayableItem[],
  references: readonly string[],
  amount: number,
  isOwn: boolean,
): TransferProblem | undefined {
  const [item] = items
  if (!item) return references.length > 0 ? 'unknown' : 'none'
  if (!isOwn) return 'other_account'
  return items.length > 1 ? 'several' : findProblem(item, amount)
}

/**
 * One of the accounts is that of the content: a transfer to a virtual account names the real one as well, and the
 * content may have either. A service that names no account watches the right one.
 */
function isOwnAccount(accounts: readonly string[], own: string | undefined): boolean {
  if (own === undefined || accounts.length === 0) return true
  return accounts.some((account) => comparable(account) === comparable(own))
}

/** Without spaces and leading zeros, which a service that sends numbers loses. */
function comparable(account: string): string {
  return account
    .toUpperCase()
    .replace(/[^A-Z0-9]/g, '')
    .replace(/^0+/, '')
}
