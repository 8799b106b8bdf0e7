/**
 * The tables with data of guests, declared once. The export for the guest, erasure, retention, the search for
 * mentions, the vacuum, the CSV files and the queries of the desk read this list. `exempt-columns.ts` names all other
 * columns, and `test/personal-data.test.ts` compares both with the schema.
 */
import type { LocalizedText } from '../../kernel/locale.ts'
import { bookingTables } from './personal/booking-tables.ts'
import { contactTables } from './personal/contact-tables.ts'
import { orderTables } from './personal/order-tables.ts'
import { sharedTables } from './personal/shared-tables.ts'
import type { PersonalColumn, PersonalTable } from './personal-data.ts'

export const personalTables = {
  ...bookingTables,
  ...orderTables,
  ...contactTables,
  ...sharedTables,
}

export type PersonalTableName = keyof typeof personalTables

export const personalTableEntries: readonly (readonly [name: string, table: PersonalTable])[] =
  Object.entries(personalTables)

/** Names and declarations of the columns of a table that have a property. */
export function columnsWith(
  table: PersonalTable,
  property: keyof PersonalColumn,
): (readonly [name: string, column: PersonalColumn])[] {
  return Object.entries(table.columns).filter(([, column]) => column[property] !== undefined)
}

/** The columns that the desk shows, for a SELECT. */
export function deskColumns(name: PersonalTableName): string {
  return columnsWith(personalTables[name], 'isOnDesk')
    .map(([column]) => `${name}.${column} AS ${column}`)
    .join(', ')
}

export type CsvColumn = { name: string; heading: LocalizedText }

export function csvColumns(name: PersonalTableName): CsvColumn[] {
  return Object.entries<PersonalColumn>(personalTables[name].columns).flatMap(
    ([column, { csvHeading }]) => (csvHeading ? [{ name: column, heading: csvHeading }] : []),
  )
}
