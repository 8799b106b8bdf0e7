/** How a table with data of guests is declared; `personal-tables.ts` has the list. */
import type { LocalizedText } from '../../kernel/locale.ts'

/** What a guest can have: the noun of events, the table that has its id, and its name in the export. */
export const guestRecords = {
  bookings: { noun: 'booking', table: 'bookings', exportedAs: 'bookings' },
  orders: { noun: 'order', table: 'orders', exportedAs: 'orders' },
  cards: { noun: 'card', table: 'cards', exportedAs: 'cards' },
  leads: { noun: 'lead', table: 'leads', exportedAs: 'call_backs' },
  waitlist: { noun: 'waitlist', table: 'waitlist', exportedAs: 'waitlist' },
  subscribers: { noun: 'subscriber', table: 'subscribers', exportedAs: 'newsletter' },
  requests: { noun: 'request', table: 'guest_requests', exportedAs: 'requests' },
  profiles: { noun: 'profile', table: 'guest_profiles', exportedAs: 'profiles' },
} as const

export type RecordKind = keyof typeof guestRecords

export const recordKinds = Object.keys(guestRecords) as RecordKind[]

export type PersonalColumn = {
  /** What an erasure stores instead. Without it the column stays, because it does not identify a guest. */
  erasedTo?: string | number | null
  /** SQL condition of the values that follow from health data. They are erased together with it. */
  sensitive?: string
  isExported?: true
  isJson?: true
  /** Keys of a JSON object that an erasure removes, or the only ones that it keeps. */
  erasedKeys?: { only: readonly string[] } | { except: readonly string[] }
  /** Free text, which may mention another guest. */
  isFreeText?: true
  /** Key of a JSON object whose value is such a text, and the SQL condition of the rows that can have it. */
  freeTextKey?: { key: string; among: string }
  /** The desk form that submits this text again as the page showed it. */
  form?: 'booking' | 'request' | 'profile'
  /** The heading in CSV files; other columns are not in them. */
  csvHeading?: LocalizedText
  isOnDesk?: true
  /** Why a column is not exported. */
  exemptBecause?: string
}

export type PersonalTable = {
  /** The kind of record that a row belongs to. Rows of `every` have a subject such as "booking:<id>" as their key. */
  record?: RecordKind | 'every'
  /** The column with the id of the record. */
  key?: string
  /** SQL expression that is unique for each row. */
  rowKey: string
  /** Columns with the contacts by which a guest is found. */
  contact?:
    | { phone: string; email: string }
    | { phone: string }
    | { email: string }
    | { either: string }
  /** Whether an erasure deletes rows, or overwrites the columns that say so. */
  erasure: 'rows' | 'columns'
  /** SQL condition of the rows of erased guests. */
  erasedWhen?: string
  /** SQL condition of rows with health data, which are deleted first. */
  sensitive?: string
  /** The name of the rows in the export, if a record has several. */
  list?: string
  /** The columns that become keys and values, if the export has one object instead of a list. */
  entries?: { key: string; value: string }
  columns: Readonly<Record<string, PersonalColumn>>
}
