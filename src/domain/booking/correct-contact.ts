/** Who a booking is for, put right: a name that was misheard, a number or an address that is another now. */
import { z } from 'zod'
import { StaffObstacle } from '../../kernel/action-errors.ts'
import { fold } from '../../kernel/fold-diacritics.ts'
import type { Sql } from '../../store/sql.ts'
import { emailField, nameField, phoneField } from '../guest/fields.ts'
import { nobody } from '../privacy/anonymize.ts'
import type { BookingRow } from './status.ts'
import type { Outcome } from './transitions.ts'

export type Contact = { name: string; phone: string; email: string | null }

const empty = z.string().trim().length(0)

/** As guests write it themselves; whoever came in from the street may have left neither. */
const contact = z.object({
  name: nameField,
  phone: empty.or(phoneField),
  email: empty.transform(() => null).or(z.string().trim().pipe(emailField)),
})

export function readContact(written: Record<keyof Contact, string>): Contact {
  const read = contact.safeParse(written)
  if (!read.success || read.data.name === nobody) throw new StaffObstacle('contact_wrong')
  return read.data
}

/** What it was before is written down nowhere: a history names nobody. */
export async function correctGuest(
  sql: Sql,
  { id }: BookingRow,
  { name, phone, email }: Contact,
): Promise<Outcome> {
  // Nobody writes again of whom was erased.
  const changed = await sql.run(
    `UPDATE booking_guests SET name = ?, folded = ?, phone = ?, email = ?
     WHERE booking_id = ? AND name <> ?`,
    name,
    fold(name),
    phone,
    email,
    id,
    nobody,
  )
  if (changed === 0) throw new StaffObstacle('wrong_state')
  return {}
}
