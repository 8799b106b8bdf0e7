/** Pages that are made per request: free times, forms, the status of a booking. GET shows, POST submits. */
import type { z } from 'zod'
import type { Locale, LocalizedText } from '../kernel/locale.ts'
import type { ReadOperation, WriteOperation } from '../kernel/operation.ts'
import type { Problem } from '../kernel/problem.ts'
import type { Document } from './document.ts'
import type { FormValues } from './form-values.ts'

export type DynamicPage = {
  /** With {names} for whole segments; the English page has the same path under /en. */
  path: string
  /** A page without it is in no list of pages and has no canonical URL. */
  listing?: PageListing
  /** What a page about one booking or order shows, for programs that ask for its URL. */
  record?: PageRecord
  show(request: PageRequest): ShownPage | Promise<ShownPage>
  /** Handles a POST; without it the page is read-only. */
  submit?(request: PageRequest & { sent: FormValues }): Promise<PageResult>
}

type PageListing = {
  title: LocalizedText
  /** What the page asks for; it depends on the content only. */
  outline(locale: Locale): Document
}

export type PageRecord = {
  /** Name of the operation with which a guest asks staff to change it, or to call. */
  followUp: string
  /** A card, whose balance needs more than the path; all others have a status. */
  isCard?: true
}

export type PageRequest = {
  locale: Locale
  /** The path segments that the pattern names. */
  pathParams: Readonly<Record<string, string>>
  query: FormValues
  /** The URL that a form on this page posts to. */
  address: string
  client: OperationClient
  draft: DraftAccess
}

/**
 * What the guest typed and has not sent yet: the browser stores it, so that a page can show it again after a
 * redirect. It contains personal data, so it is not part of a URL.
 */
export type DraftAccess = {
  read(): FormValues | undefined
  /** Whether the browser can store so much. */
  canStore(values: FormValues): boolean
}

/** A document, a redirect, a file to download, or a QR code to download as an image. */
export type PageResult =
  | { document: Document; status?: number }
  /** `draft` replaces the stored one. */
  | { seeOther: string; draft?: FormValues }
  | { file: { type: string; name: string; body: string } }
  | { qr: { name: string; code: string } }

/**
 * A document that all guests get, because it depends on nothing but the address, the minute and what `client.read`
 * returned. It is created only if the response cache has none.
 */
type SharedDocument = { createDocument: () => Document }

export type ShownPage = PageResult | SharedDocument

/** How a page calls an operation: with the same checks, limits and texts as a client of the API. */
export type OperationClient = {
  /** A new token for a form of this operation. */
  issueToken(operation: { name: string }): string
  /** A new idempotency key. */
  createRequestId(): string
  /** Values that are not text are converted by the schema of the operation. */
  read<Schema extends z.ZodObject, Output>(
    operation: ReadOperation<Schema, Output>,
    values: Readonly<Record<string, string>>,
  ): Promise<OperationResult<Output>>
  submit<Schema extends z.ZodObject, Output>(
    operation: WriteOperation<Schema, Output>,
    values: FormValues,
    options: { key?: string; dryRun?: boolean },
  ): Promise<OperationResult<Output>>
  /** A dry run with a draft, which a page shows without a submitted form. */
  check<Schema extends z.ZodObject, Output>(
    operation: WriteOperation<Schema, Output>,
    values: FormValues,
  ): Promise<OperationResult<Output>>
}

export type OperationResult<Output> =
  | { output: Output; problem?: undefined }
  | { output?: undefined; problem: Problem }
