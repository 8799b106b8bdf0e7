/** Compares the tables of the shop with what the bank has reported. */
import { findBrokenInvariants } from '../../src/domain/integrity/invariants.ts'
import { openStore } from '../../src/store/open.ts'
import type { Item, Plan, Transfer } from './ledger.ts'

export type Found = { transfers: number; paid: number; open: number; wrong: string[] }

type Row = { id: string; amount: number; state: string; item: string | null; marked: number }
type ItemRow = { subject: string; code: string; isPaid: number; amount: number; marks: number }

export async function compareLedgers(database: string, plans: readonly Plan[]): Promise<Found> {
  const store = await openStore(database, Date.now)
  try {
    const rows = await store.read.all<Row>(
      'SELECT id, amount, state, item, marked FROM bank_transfers',
    )
    const items = await store.read.all<ItemRow>(itemsQuery)
    const found = compare(plans, rows, new Map(items.map((item) => [item.code, item])))
    return { ...found, wrong: [...found.wrong, ...(await findBrokenInvariants(store.read))] }
  } finally {
    await store.close()
  }
}

/** "order:…" or "booking:…" by code, as forms of the desk name it. */
export async function loadSubjects(database: string): Promise<ReadonlyMap<string, string>> {
  const store = await openStore(database, Date.now)
  try {
    const items = await store.read.all<ItemRow>(itemsQuery)
    return new Map(items.map(({ code, subject }) => [code, subject]))
  } finally {
    await store.close()
  }
}

const marksOf = (noun: string, action: string) =>
  `(SELECT COUNT(*) FROM audit WHERE subject = '${noun}:' || ${noun}s.id AND action = '${action}')`

const itemsQuery = `SELECT 'booking:' || id AS subject, code,
    CASE WHEN deposit_state = 'paid' THEN 1 ELSE 0 END AS "isPaid", deposit AS amount,
    ${marksOf('booking', 'deposit_paid')} AS marks FROM bookings
  UNION ALL SELECT 'order:' || id, code, CASE WHEN status = 'paid' THEN 1 ELSE 0 END, total,
    ${marksOf('order', 'paid')} FROM orders`

function compare(
  plans: readonly Plan[],
  rows: readonly Row[],
  items: ReadonlyMap<string, ItemRow>,
): Found {
  const wrong: string[] = []
  const reported = plans.flatMap(({ transfers }) => transfers)
  const ids = rows.map(({ id }) => id)
  if (new Set(ids).size !== ids.length) wrong.push('a transfer is stored twice')
  const expectedIds = new Set(reported.map(({ id }) => `sepay:${id}`))
  for (const id of ids) if (!expectedIds.has(id)) wrong.push(`${id} was never reported`)
  const byId = new Map(rows.map((row) => [row.id, row]))
  for (const transfer of reported) wrong.push(...checkTransfer(transfer, byId))
  const sum = (amounts: readonly { amount: number }[]) =>
    amounts.reduce((total, { amount }) => total + Number(amount), 0)
  if (sum(rows) !== sum(reported)) wrong.push(`${sum(rows)} dong instead of ${sum(reported)}`)
  for (const plan of plans) {
    const item = items.get(plan.item.code.replaceAll('-', ''))
    if (item) wrong.push(...checkItem(plan, item, rows))
    else wrong.push(`${plan.item.code} is missing`)
  }
  return {
    transfers: rows.length,
    paid: [...items.values()].filter(({ isPaid }) => Number(isPaid) === 1).length,
    open: rows.filter(({ state }) => state === 'open').length,
    wrong,
  }
}

function checkTransfer({ id, amount }: Transfer, byId: ReadonlyMap<string, Row>): string[] {
  const row = byId.get(`sepay:${id}`)
  if (!row) return [`transfer ${id} is lost`]
  return Number(row.amount) === amount ? [] : [`transfer ${id}: ${row.amount} instead of ${amount}`]
}

/** The item is paid by exactly one transfer that fits, or by the parts that staff have assigned; all others are open. */
function checkItem(
  { item, transfers, fitting, parts }: Plan,
  stored: ItemRow,
  rows: readonly Row[],
): string[] {
  const expectsPayment = fitting.length > 0 || parts.length > 0
  const assigned = rows.filter((row) => row.item === stored.subject)
  const total = assigned.reduce((sum, { amount }) => sum + Number(amount), 0)
  const own = new Set(transfers.map(({ id }) => `sepay:${id}`))
  const errors = [
    ...(Number(stored.isPaid) === Number(expectsPayment) ? [] : ['is paid or not, wrongly']),
    ...(Number(stored.marks) === Number(expectsPayment)
      ? []
      : [`was marked ${stored.marks} times`]),
    ...(Number(stored.amount) === item.amount ? [] : [`has the amount ${stored.amount}`]),
    ...(total === (expectsPayment ? item.amount : 0) ? [] : [`has received ${total}`]),
    ...(assigned.every(({ id }) => own.has(id)) ? [] : ['has the transfer of another']),
    ...(assigned.every(({ state }) => state === 'assigned') ? [] : ['has an open transfer']),
    ...(rows.filter(({ id, state }) => own.has(id) && state === 'open').length ===
    transfers.length - (parts.length > 0 ? parts.length : Number(expectsPayment))
      ? []
      : ['has lost a transfer that waits']),
  ]
  return errors.map((error) => `${describe(item)} ${error}`)
}

function describe({ code, amount }: Item): string {
  return `${code} (${amount})`
}
