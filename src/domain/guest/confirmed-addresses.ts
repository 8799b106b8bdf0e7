/**
 * Addresses whose owner has confirmed them: by following the signed link in an email to the address and pressing the
 * button there. A call by staff confirms a booking, not an address.
 */
import { createHmac, timingSafeEqual } from 'node:crypto'
import { normalizeCode } from '../../kernel/booking-code.ts'
import type { Clock } from '../../kernel/time.ts'
import type { Sql, Store } from '../../store/sql.ts'
import { hashAddress, hashMailbox } from './mailbox.ts'

/** What an email with such a link is about. */
const records = {
  booking:
    'SELECT email FROM booking_guests JOIN bookings ON bookings.id = booking_id WHERE code = ?',
  order: 'SELECT email FROM order_guests JOIN orders ON orders.id = order_id WHERE code = ?',
  waitlist: 'SELECT email FROM waitlist WHERE code = ?',
} as const

export type LinkedRecord = { kind: keyof typeof records; code: string }

type AddressState = 'unconfirmed' | 'confirmed'

export type AddressConfirmation = {
  /** Undefined if the token is not from an email to the current address of the record. */
  find(record: LinkedRecord, token: string | undefined): Promise<AddressState | undefined>
  /** False if the token is invalid. */
  confirm(record: LinkedRecord, token: string | undefined): Promise<boolean>
}

export function createAddressConfirmation(
  store: Store,
  secret: string,
  now: Clock,
): AddressConfirmation {
  const findEmail = async (sql: Sql, record: LinkedRecord, token: string | undefined) => {
    if (token === undefined) return undefined
    const code = normalizeCode(record.code)
    const row = await sql.get<{ email: string | null }>(records[record.kind], code)
    if (!row?.email) return undefined
    const actual = Buffer.from(token)
    const expected = Buffer.from(addressToken(secret, record, row.email))
    const isValid = actual.length === expected.length && timingSafeEqual(actual, expected)
    return isValid ? row.email : undefined
  }

  return {
    async find(record, token) {
      const email = await findEmail(store.read, record, token)
      if (email === undefined) return undefined
      const isConfirmed = await isConfirmedAddress(store.read, secret, email)
      return isConfirmed ? 'confirmed' : 'unconfirmed'
    },
    confirm: (record, token) =>
      store.write(async (sql) => {
        const email = await findEmail(sql, record, token)
        if (email === undefined) return false
        await sql.run(
          `INSERT INTO confirmed_addresses (address, confirmed_at) VALUES (?, ?)
           ON CONFLICT (address) DO UPDATE SET confirmed_at = excluded.confirmed_at`,
          hashAddress(secret, email),
          now(),
        )
        return true
      }),
  }
}

/** For the link in an email about this record. Only the owner of the address receives it. */
export function addressToken(secret: string, { kind, code }: LinkedRecord, email: string): string {
  return createHmac('sha256', secret)
    .update(`address ${kind} ${normalizeCode(code)} ${email.toLowerCase()}`)
    .digest('base64url')
}

/** A confirmed newsletter subscription confirms its address too, until the subscriber leaves. */
export async function isConfirmedAddress(
  sql: Sql,
  secret: string,
  email: string,
): Promise<boolean> {
  if ((await findConfirmation(sql, secret, email)) !== undefined) return true
  const subscription = await sql.get(
    "SELECT id FROM subscribers WHERE email = ? AND state = 'confirmed'",
    email.toLowerCase(),
  )
  return subscription !== undefined
}

/** When the address was confirmed with the link about a booking or an order. */
export async function findConfirmation(
  sql: Sql,
  secret: string,
  email: string,
): Promise<number | undefined> {
  const row = await sql.get<{ confirmed_at: number }>(
    'SELECT confirmed_at FROM confirmed_addresses WHERE address = ?',
    hashAddress(secret, email),
  )
  return row?.confirmed_at
}

/** The counted emails stay, without their mailbox: the budget of the shop is not larger after an erasure. */
export async function eraseAddress(sql: Sql, secret: string, email: string): Promise<void> {
  const [address, mailbox] = [hashAddress(secret, email), hashMailbox(secret, email)]
  await sql.run('DELETE FROM confirmed_addresses WHERE address = ?', address)
  await sql.run('DELETE FROM mails WHERE address = ?', mailbox)
  await sql.run("UPDATE first_emails SET mailbox = '' WHERE mailbox = ?", mailbox)
}
