/** Cards by month: sold, redeemed, adjusted, expired, and what was outstanding at the end. */
import { addMonths, dateAt, startOfDay } from '../../kernel/time.ts'
import type { Sql } from '../../store/sql.ts'
import type { CardUnit, EntryKind } from './status.ts'

export type CardMonth = {
  /** "2026-11" */
  month: string
  unit: CardUnit
  /** Number of cards that were issued. */
  cards: number
  sold: number
  /** Without what was given back. */
  redeemed: number
  adjusted: number
  /** Without what was given back by an extension, which may have expired in an earlier month. */
  expired: number
  outstanding: number
}

/** The newest month first; each with gift cards and memberships, if there have been such cards. */
export async function loadCardMonths(sql: Sql, now: number, months: number): Promise<CardMonth[]> {
  const current = `${dateAt(now).slice(0, 7)}-01`
  const rows: CardMonth[] = []
  for (let index = 0; index < months; index++) {
    const first = addMonths(current, -index)
    const [begin, end] = [startOfDay(first), startOfDay(addMonths(first, 1))]
    rows.push(...(await loadMonth(sql, first.slice(0, 7), begin, end)))
  }
  return rows
}

type Sum = { unit: CardUnit; kind: EntryKind; amount: number; entries: number }

async function loadMonth(
  sql: Sql,
  month: string,
  begin: number,
  end: number,
): Promise<CardMonth[]> {
  const sums = await sql.all<Sum>(
    `SELECT unit, kind, SUM(amount) AS amount, COUNT(*) AS entries FROM (
       SELECT unit, amount, at, CASE WHEN cause = 'extended' THEN 'expired' ELSE card_entries.kind END AS kind
       FROM card_entries JOIN cards ON cards.id = card_id) AS counted
     WHERE at >= ? AND at < ? GROUP BY unit, kind`,
    ...[begin, end],
  )
  const outstanding = await sql.all<{ unit: CardUnit; amount: number }>(
    `SELECT unit, SUM(amount) AS amount FROM card_entries JOIN cards ON cards.id = card_id
     WHERE at < ? GROUP BY unit ORDER BY unit`,
    end,
  )
  return outstanding.map(({ unit, amount }) => {
    const own = sums.filter((sum) => sum.unit === unit)
    const sumOf = (...kinds: EntryKind[]) =>
      own.reduce((total, sum) => total + (kinds.includes(sum.kind) ? Number(sum.amount) : 0), 0)
    return {
      ...{ month, unit, outstanding: Number(amount) },
      cards: Number(own.find(({ kind }) => kind === 'issued')?.entries ?? 0),
      sold: sumOf('issued'),
      redeemed: Math.abs(sumOf('redeemed', 'given_back')),
      adjusted: sumOf('adjusted'),
      expired: 0 - sumOf('expired'),
    }
  })
}
