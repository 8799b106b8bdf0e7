/** Pages that are made for one visitor: free times, forms, the state of a booking. */
import type { Locale, Words } from '../kernel/locale.ts'
import type { Document } from './document.ts'

export type LivePage = {
  /** With {names} for whole segments; English stands at the same path under /en. */
  path: string
  /** What it is called where pages are listed; without it nobody is led there. */
  listed?: Words
  show(visit: Visit): Shown | Promise<Shown>
  /** What a POST does; without it the page can only be looked at. */
  act?(visit: Visit & { sent: URLSearchParams }): Promise<Shown>
}

export type Visit = {
  locale: Locale
  /** The parts of the path that the pattern names. */
  at: Readonly<Record<string, string>>
  query: URLSearchParams
  /** Where a form on this page posts to. */
  address: string
  doors: Doors
}

/** A document; or the address to go on to; or a file to keep; or a QR code as a picture to keep. */
export type Shown =
  | { document: Document; status?: number }
  | { seeOther: string }
  | { file: { type: string; name: string; body: string } }
  | { qr: { name: string; code: string } }

/** What a page may ask of the rest, through the API's own door: same checks, same limit, same words. */
export type Doors = {
  /** A fresh token for a form of this operation. */
  token(operation: string): string
  /** A fresh id for a request: sent twice, it counts once. */
  requestId(): string
  read(address: string, locale: Locale): Promise<Answered>
  submit(
    endpoint: string,
    fields: URLSearchParams,
    how: { locale: Locale; key?: string; dryRun?: boolean },
  ): Promise<Answered>
}

export type Answered = { status: number; body: AnsweredBody }

export type AnsweredBody = Readonly<Record<string, unknown>> & {
  detail?: string
  fields?: readonly { name: string; code: string; message: string }[]
  alternatives?: readonly { date: string; time: string; weekday: string }[]
  next_step?: string
  code?: string
}
