/** Corrects the guest's name, phone or email on a booking. */
import { z } from 'zod'
import { BookingActionError } from '../../kernel/action-errors.ts'
import { foldDiacritics } from '../../kernel/fold-diacritics.ts'
import type { Sql } from '../../store/sql.ts'
import { emailField, erasedName, phoneField, staffNameField } from '../guest/fields.ts'
import type { StoredBooking } from './rows.ts'
import type { Transition } from './transitions.ts'

export type Contact = { name: string; phone: string; email: string | null }

const empty = z.string().trim().length(0)

/** A walk-in may leave neither phone nor email. */
const contact = z.object({
  name: staffNameField,
  phone: empty.or(phoneField),
  email: empty.transform(() => null).or(z.string().trim().pipe(emailField)),
})

export function parseContact(input: Record<keyof Contact, string>): Contact {
  const parsed = contact.safeParse(input)
  if (!parsed.success || parsed.data.name === erasedName)
    throw new BookingActionError('contact_wrong')
  return parsed.data
}

/** The previous values are not recorded: the audit log contains no personal data. */
export async function correctGuest(
  sql: Sql,
  { id }: StoredBooking,
  { name, phone, email }: Contact,
): Promise<Transition> {
  // An erased guest stays erased.
  const changed = await sql.run(
    `UPDATE booking_guests SET name = ?, folded = ?, phone = ?, email = ?
     WHERE booking_id = ? AND name <> ?`,
    name,
    foldDiacritics(name),
    phone,
    email,
    id,
    erasedName,
  )
  if (changed === 0) throw new BookingActionError('wrong_state')
  return {}
}
