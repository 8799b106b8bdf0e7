/** Row mappers of the data of a guest: parse JSON columns, and format columns for the export. */
import { formatCode } from '../../kernel/booking-code.ts'
import { toIsoString } from '../../kernel/time.ts'
import type { Row } from '../../store/sql.ts'
import type { HistoryEntry } from '../booking/queries.ts'
import type { PersonalColumn, PersonalTable } from '../guest/personal-data.ts'

export type ExportedRecord = Record<string, unknown>

/** Drops empty columns, and formats times, codes and JSON. */
export function toExportedRow(row: Row, { columns }: PersonalTable): ExportedRecord {
  return Object.fromEntries(
    Object.entries(row).flatMap(([name, value]) => {
      if (value === null) return []
      if (name === 'code') return [[name, formatCode(String(value))]]
      if (columns[name]?.isJson) return [[name, JSON.parse(String(value)) as unknown]]
      const isTime = name.endsWith('_at') || name === 'valid_until' || name === 'at'
      return [[name, isTime ? toIsoString(Number(value)) : value]]
    }),
  )
}

/** One object with an entry for each row. */
export function toEntries(
  rows: readonly ExportedRecord[],
  { key, value }: NonNullable<PersonalTable['entries']>,
): ExportedRecord {
  return Object.fromEntries(rows.map((row) => [row[key], row[value]]))
}

/**
 * The role of the actor, not the person: staff data is not the guest's. Of the facts, only the personal ones: a text as
 * staff have typed it, and objects that are stored as JSON.
 */
export function toExportedEntry(
  { at, actor, action, facts }: HistoryEntry,
  keys: readonly string[],
  textKey: string,
): ExportedRecord {
  const personalFacts = keys.flatMap((key) => {
    const fact = facts[key]
    if (fact === undefined) return []
    return [[key, key === textKey ? fact : (JSON.parse(String(fact)) as unknown)]]
  })
  return {
    at: toIsoString(at),
    by: actor.split(':')[0],
    action,
    ...Object.fromEntries(personalFacts),
  }
}

export function toExportedResponse({
  scope,
  body,
  created_at,
}: {
  scope: string
  body: string
  created_at: number
}): ExportedRecord {
  return { to: scope, at: toIsoString(created_at), answer: JSON.parse(body) as unknown }
}

/** The JSON object without its personal keys, or undefined if it has none. */
export function eraseKeys(
  json: string,
  rule: NonNullable<PersonalColumn['erasedKeys']>,
): string | undefined {
  const entries = Object.entries(JSON.parse(json) as Record<string, unknown>)
  const remaining = entries.filter(([key]) =>
    'only' in rule ? !rule.only.includes(key) : rule.except.includes(key),
  )
  if (remaining.length === entries.length) return undefined
  return JSON.stringify(Object.fromEntries(remaining))
}

/** The JSON object with what matches replaced in the text of this key. */
export function redactValue(json: string, key: string, pattern: RegExp): string {
  const { [key]: text, ...others } = JSON.parse(json) as Record<string, unknown>
  if (typeof text !== 'string') return json
  const redacted = text.replace(pattern, '…')
  return redacted === text ? json : JSON.stringify({ ...others, [key]: redacted })
}

/**
 * Optional counts only occur in receipts of erasures; `profiles` and `cards` are missing in receipts of earlier
 * versions.
 */
export type Counts = {
  bookings: number
  cancelled?: number
  marks: number
  orders: number
  cards?: number
  leads: number
  waitlist?: number
  subscriptions: number
  answers: number
  mentions?: number
  requests: number
  profiles?: number
}

type ReceiptKind = 'export' | 'erase'

export type Receipt = {
  id: string
  /** Normalized; `formatCode` formats it. */
  code: string
  kind: ReceiptKind
  at: number
  actor: string
  counts: Counts
  /** Rows that also have another phone or email and were therefore not touched. */
  elsewhere: number
  /** When the database files were rewritten; undefined while they may contain deleted data. */
  vacuumedAt: number | undefined
}

export type ReceiptRow = Omit<Receipt, 'counts' | 'vacuumedAt'> & {
  counts: string
  scrubbed_at: number | null
}

export function toReceipt({ counts, scrubbed_at, ...row }: ReceiptRow): Receipt {
  return {
    ...row,
    counts: JSON.parse(counts) as Counts,
    vacuumedAt: scrubbed_at ?? undefined,
  }
}
