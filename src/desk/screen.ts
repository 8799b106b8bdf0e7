/** The contract between the desk and its screens. */

import type { Member, Session } from '../domain/staff/staff.ts'
import type { Request } from '../http/message.ts'
import type { Locale } from '../kernel/locale.ts'
import type { EncodedHtml, Html } from '../ui/html.ts'

/** A request of a signed-in staff member. */
export type ScreenRequest = {
  member: Member
  session: Session
  /** The session token of the cookie. */
  token: string
  locale: Locale
  /** The values of {names} in the screen's path. */
  pathParams: Readonly<Record<string, string>>
  query: URLSearchParams
  form: URLSearchParams
  /** Uploaded files by the name of their field. */
  uploads: ReadonlyMap<string, Buffer>
  request: Request
  /** The newest event when the request was received. The open page then subscribes to later ones. */
  lastEventId: string
  /** Of the store when the request was received. Undefined if the engine cannot say whether anything was written. */
  dataVersion: string | undefined
}

export type Notice = { tone: 'good' | 'problem' | 'note'; body: Html }

export type ScreenPage = {
  title: string
  body: Html | EncodedHtml
  status?: number
  notice?: Notice | undefined
  /** The path of the tab to mark as current. */
  tab?: string
  /** The open page is not refreshed automatically, because its forms are valid only once. */
  disableAutoRefresh?: boolean
  /** The number of requests that wait for staff, if the screen has loaded them. */
  waitingCount?: number
  /** Uses the full width of the window. */
  isFullWidth?: boolean
  retryAfterSeconds?: number | undefined
  /** The browser loads the page again, because something is not ready yet. */
  reloadAfterSeconds?: number | undefined
}

export type ScreenResult = (
  | ScreenPage
  | { seeOther: string }
  | { file: { name: string; type: string; body: string | Buffer } }
  | { picture: { type: string; bytes: Buffer } }
  | { json: unknown; status?: number }
  /** A part of a page, which a script inserts. */
  | { fragment: Html }
) & {
  /** The new token of the session, which replaces the one of the request. */
  newToken?: string
}

export type Screen = {
  /** May contain {names}. */
  path: string
  isOwnerOnly?: boolean
  /** The largest body of its form, if it takes files. */
  maxBodyBytes?: number
  /**
   * A privileged action: the member must have signed in within the last ten minutes, or confirm now that it is them.
   * The dispatcher of the desk checks it for every method.
   */
  needsFreshSignIn?: boolean
  show?(screenRequest: ScreenRequest): Promise<ScreenResult>
  submit?(screenRequest: ScreenRequest): Promise<ScreenResult>
}
