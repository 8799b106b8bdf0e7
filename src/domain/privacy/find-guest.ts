/** Finds all rows of the guest with a phone number or an email address. */
import { parsePhone } from '../../kernel/phone.ts'
import type { Sql } from '../../store/sql.ts'
import { type PersonalTable, type RecordKind, recordKinds } from '../guest/personal-data.ts'
import { personalTableEntries } from '../guest/personal-tables.ts'
import { PrivacyError } from './errors.ts'

/** A normalized phone number, or an email address in lower case. */
export type GuestQuery = { by: 'phone' | 'email'; value: string }

/** Ids of the records of each kind, and the contacts that lead to them. */
export type GuestRows = Record<RecordKind, string[]> & {
  /** Contacts that belong to this guest and to no other known one. */
  phones: string[]
  emails: string[]
  /** Number of rows with one of these contacts and a different one; they may belong to another guest. */
  elsewhere: number
}

export function parseGuestQuery(input: string): GuestQuery {
  const phone = parsePhone(input)
  if (phone !== undefined) return { by: 'phone', value: phone }
  const email = input.trim().toLowerCase()
  if (!/^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(email)) throw new PrivacyError('not_understood')
  return { by: 'email', value: email }
}

type ContactType = GuestQuery['by']

type ContactRow = { kind: RecordKind; id: string; phone: string; email: string | null }

const otherType = { phone: 'email', email: 'phone' } as const

export async function findGuest(sql: Sql, { by, value }: GuestQuery): Promise<GuestRows> {
  const all = await findByContact(sql, by, value)
  const otherContacts = new Set(all.map((one) => one[otherType[by]]))
  const ownContacts: string[] = []
  let elsewhere = 0
  for (const contact of otherContacts) {
    if (!contact) continue
    const found = await findByContact(sql, otherType[by], contact)
    const foreign = found.filter((one) => one[by] !== value).length
    if (foreign === 0) ownContacts.push(contact)
    elsewhere += foreign
  }
  const emails = by === 'email' ? [value] : ownContacts
  const phones = by === 'phone' ? [value] : ownContacts
  const guestRows: GuestRows = {
    ...{ bookings: [], orders: [], leads: [], waitlist: [], subscribers: [], requests: [] },
    ...{ profiles: [], cards: [] },
    ...{ phones, emails, elsewhere },
  }
  for (const { kind, id } of [...all, ...(await findBySingleContact(sql, phones, emails))])
    guestRows[kind].push(id)
  return guestRows
}

export function isEmpty(guestRows: GuestRows): boolean {
  return recordKinds.every((kind) => guestRows[kind].length === 0)
}

type ContactTable = {
  name: string
  kind: RecordKind
  key: string | undefined
  contact: NonNullable<PersonalTable['contact']>
}

const contactTables: readonly ContactTable[] = personalTableEntries.flatMap(
  ([name, { record: kind, key, contact }]) =>
    contact && kind && kind !== 'every' ? [{ name, kind, key, contact }] : [],
)

/** Rows with a phone number and an email address. */
async function findByContact(
  sql: Sql,
  contactType: ContactType,
  value: string,
): Promise<ContactRow[]> {
  const found: ContactRow[] = []
  for (const { name, kind, key, contact } of contactTables) {
    if (!('phone' in contact && 'email' in contact)) continue
    const columns = { phone: contact.phone, email: `LOWER(${contact.email})` }
    const rows = await sql.all<Omit<ContactRow, 'kind'>>(
      `SELECT ${key} AS id, ${columns.phone} AS phone, ${columns.email} AS email FROM ${name}
       WHERE ${columns[contactType]} = ?`,
      value,
    )
    found.push(...rows.map((row) => ({ ...row, kind })))
  }
  return found
}

/** Rows with one contact, which belong to the guest if the contact does. */
async function findBySingleContact(
  sql: Sql,
  phones: readonly string[],
  emails: readonly string[],
): Promise<{ kind: RecordKind; id: string }[]> {
  const found: { kind: RecordKind; id: string }[] = []
  for (const { name, kind, key, contact } of contactTables) {
    if ('phone' in contact && 'email' in contact) continue
    const [column, values] = singleContact(contact, phones, emails)
    for (const value of values) {
      const rows = await sql.all<{ id: string }>(
        `SELECT ${key} AS id FROM ${name} WHERE ${column} = ?`,
        value,
      )
      found.push(...rows.map(({ id }) => ({ kind, id })))
    }
  }
  return found
}

type SingleContact = Exclude<ContactTable['contact'], { phone: string; email: string }>

/** The column of the contact, and the contacts that it can contain. */
function singleContact(
  contact: SingleContact,
  phones: readonly string[],
  emails: readonly string[],
): [column: string, values: readonly string[]] {
  if ('either' in contact) return [contact.either, [...phones, ...emails]]
  return 'phone' in contact ? [contact.phone, phones] : [contact.email, emails]
}
