/** Rows of the table `answers`: the responses of writes, stored under their idempotency keys. */
import type { Locale } from '../../kernel/locale.ts'

export type StoredResponse<Output> = {
  status: number
  location: string | null
  locale: Locale
  output: Output
  /** The output as JSON, written once for the row and for the reply; undefined if it is read from a row. */
  text?: string | undefined
}

export type StoredResponseRow = {
  digest: string
  status: number
  location: string | null
  locale: Locale
  body: string
}

/** A key belongs to one operation, so a row contains an output of the operation that looks for it. */
export function toStoredResponse<Output>({
  status,
  location,
  locale,
  body,
}: StoredResponseRow): StoredResponse<Output> {
  return { status, location, locale, output: JSON.parse(body) }
}
