/** What differs between the services that report bank transfers, and what their adapters share. */
import { createHash, createHmac, timingSafeEqual } from 'node:crypto'
import type { Request } from '../../http/message.ts'
import type { BankNotification } from '../../kernel/bank-notification.ts'
import { isDate, isTime, minute, minutesOf, startOfDay } from '../../kernel/time.ts'

export type BankAdapter = {
  /** As in the texts for the owner. */
  name: string
  /** Whether the service has sent this request. `body` is the parsed JSON. */
  isAuthentic(request: Request, body: unknown, key: string, now: number): boolean
  /** One for each transaction; outgoing ones are left out. Undefined if the body is not one of the service. */
  parse(body: unknown, now: number): readonly ParsedTransfer[] | undefined
}

/** `invalid` for a transaction without a usable id or amount. */
export type ParsedTransfer = BankNotification | 'invalid'

export type PayloadFields = Readonly<Record<string, unknown>>

export function isPayloadFields(value: unknown): value is PayloadFields {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** In constant time, also if the lengths differ. */
export function isSameSecret(one: string, other: string): boolean {
  const digestOf = (text: string) => createHash('sha256').update(text).digest()
  return timingSafeEqual(digestOf(one), digestOf(other))
}

export function signatureOf(
  algorithm: 'sha256' | 'sha512',
  key: string,
  ...parts: (string | Buffer)[]
): string {
  const hmac = createHmac(algorithm, key)
  for (const part of parts) hmac.update(part)
  return hmac.digest('hex')
}

export function headerOf({ headers }: Request, name: string): string | undefined {
  const value = headers[name]
  return typeof value === 'string' ? value : undefined
}

/** The id of a transaction: a number, or a short text. */
export function parseId(value: unknown): string | undefined {
  if (typeof value === 'number') return Number.isSafeInteger(value) ? String(value) : undefined
  return typeof value === 'string' && /^[\w.:-]{1,64}$/.test(value) ? value : undefined
}

/** Larger than any transfer; sums of such amounts are still exact. */
const maxAmount = 1_000_000_000_000

/** Whole dong, negative for an outgoing transfer. */
export function parseAmount(value: unknown): number | undefined {
  const amount = typeof value === 'string' && /^-?[0-9]{1,15}$/.test(value) ? Number(value) : value
  if (typeof amount !== 'number' || !Number.isInteger(amount)) return undefined
  return Math.abs(amount) <= maxAmount ? amount : undefined
}

const maxTextLength = 500

/** The first of the values that is a text with content. */
export function parseText(...values: readonly unknown[]): string {
  const texts = values.flatMap((value) => (typeof value === 'string' ? [value.trim()] : []))
  return (texts.find((text) => text !== '') ?? '').slice(0, maxTextLength)
}

/** Those that are account numbers; a service that hides digits ("****6789") names none that could be compared. */
export function parseAccounts(...values: readonly unknown[]): string[] {
  return values.flatMap((value) => {
    const account = typeof value === 'number' ? String(value) : value
    return typeof account === 'string' && /^[A-Za-z0-9 .-]{4,40}$/.test(account) ? [account] : []
  })
}

/** "2026-11-18 14:02:37" in Vietnam time; the time of the notification if it is anything else. */
export function parseTime(value: unknown, now: number): number {
  const [, date = '', time = '', seconds = '0'] =
    /^(\d{4}-\d{2}-\d{2})[ T](\d{2}:\d{2})(?::(\d{2}))?/.exec(String(value)) ?? []
  if (!isDate(date) || !isTime(time)) return now
  const at = startOfDay(date) + minutesOf(time) * minute + Number(seconds) * 1_000
  // A wrong clock of the bank must not sort the transfer into the future.
  return Math.min(at, now)
}
