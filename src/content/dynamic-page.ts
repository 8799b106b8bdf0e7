/** Pages that are made for one visitor: free times, forms, the state of a booking. */
import type { Locale, LocalizedText } from '../kernel/locale.ts'
import type { Document } from './document.ts'

export type DynamicPage = {
  /** With {names} for whole segments; English stands at the same path under /en. */
  path: string
  /** What it is called where pages are listed; without it nobody is led there. */
  listingTitle?: LocalizedText
  show(request: PageRequest): PageResult | Promise<PageResult>
  /** What a POST does; without it the page can only be looked at. */
  submit?(request: PageRequest & { sent: URLSearchParams }): Promise<PageResult>
}

export type PageRequest = {
  locale: Locale
  /** The parts of the path that the pattern names. */
  pathParams: Readonly<Record<string, string>>
  query: URLSearchParams
  /** Where a form on this page posts to. */
  address: string
  api: ApiClient
}

/** A document; or the address to go on to; or a file to keep; or a QR code as a picture to keep. */
export type PageResult =
  | { document: Document; status?: number }
  | { seeOther: string }
  | { file: { type: string; name: string; body: string } }
  | { qr: { name: string; code: string } }

/** What a page may ask of the rest, through the API's own door: same checks, same limit, same words. */
export type ApiClient = {
  /** A fresh token for a form of this operation. */
  issueToken(operation: string): string
  /** A fresh id for a request: sent twice, it counts once. */
  createRequestId(): string
  read(address: string, locale: Locale): Promise<ApiResponse>
  submit(
    endpoint: string,
    fields: URLSearchParams,
    options: { locale: Locale; key?: string; dryRun?: boolean },
  ): Promise<ApiResponse>
}

export type ApiResponse = { status: number; body: ApiResponseBody }

export type ApiResponseBody = Readonly<Record<string, unknown>> & {
  detail?: string
  fields?: readonly { name: string; code: string; message: string }[]
  alternatives?: readonly { date: string; time: string; weekday: string }[]
  next_step?: string
  code?: string
}
