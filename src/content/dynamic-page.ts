/** Pages that are made per request: free times, forms, the status of a booking. GET shows, POST submits. */
import type { Locale, LocalizedText } from '../kernel/locale.ts'
import type { Document } from './document.ts'

export type DynamicPage = {
  /** With {names} for whole segments; the English page has the same path under /en. */
  path: string
  /** A page without it is in no list of pages and has no canonical URL. */
  listing?: PageListing
  /** What a page about one booking or order shows, for programs that ask for its URL. */
  record?: PageRecord
  show(request: PageRequest): PageResult | Promise<PageResult>
  /** Handles a POST; without it the page is read-only. */
  submit?(request: PageRequest & { sent: URLSearchParams }): Promise<PageResult>
}

type PageListing = {
  title: LocalizedText
  /** What the page asks for; it depends on the content only. */
  outline(locale: Locale): Document
}

export type PageRecord = {
  /** The API path of the same record, with the {names} of the page. */
  endpoint: string
  /** Name of the operation with which a guest asks staff to change it, or to call. */
  followUp: string
}

export type PageRequest = {
  locale: Locale
  /** The path segments that the pattern names. */
  pathParams: Readonly<Record<string, string>>
  query: URLSearchParams
  /** The URL that a form on this page posts to. */
  address: string
  api: ApiClient
}

/** A document, a redirect, a file to download, or a QR code to download as an image. */
export type PageResult =
  | { document: Document; status?: number }
  | { seeOther: string }
  | { file: { type: string; name: string; body: string } }
  | { qr: { name: string; code: string } }

/** How a page uses the API: with the same checks, limits and texts as any other client. */
export type ApiClient = {
  /** A new token for a form of this operation. */
  issueToken(operation: string): string
  /** A new idempotency key. */
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
