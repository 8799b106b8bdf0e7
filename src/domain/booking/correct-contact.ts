/** Who a booking is for, put right: a name that was misheard, a number or an address that is another now. */
import { z } from 'zod'
import { BookingActionError } from '../../kernel/action-errors.ts'
import { foldDiacritics } from '../../kernel/fold-diacritics.ts'
import type { Sql } from '../../store/sql.ts'
import { emailField, nameField, phoneField } from '../guest/fields.ts'
import { erasedName } from '../privacy/anonymize.ts'
import type { BookingRow } from './status.ts'
import type { Transition } from './transitions.ts'

export type Contact = { name: string; phone: string; email: string | null }

const empty = z.string().trim().length(0)

/** As guests write it themselves; whoever came in from the street may have left neither. */
const contact = z.object({
  name: nameField,
  phone: empty.or(phoneField),
  email: empty.transform(() => null).or(z.string().trim().pipe(emailField)),
})

export function parseContact(input: Record<keyof Contact, string>): Contact {
  const parsed = contact.safeParse(input)
  if (!parsed.success || parsed.data.name === erasedName)
    throw new BookingActionError('contact_wrong')
  return parsed.data
}

/** What it was before is written down nowhere: a history names nobody. */
export async function correctGuest(
  sql: Sql,
  { id }: BookingRow,
  { name, phone, email }: Contact,
): Promise<Transition> {
  // Nobody writes again of whom was erased.
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
