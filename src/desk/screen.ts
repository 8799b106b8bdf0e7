/** A screen of the desk: what it shows, and what its forms do. */

import type { Member, Session } from '../domain/staff/staff.ts'
import type { Request } from '../http/message.ts'
import type { Locale } from '../kernel/locale.ts'
import type { Html } from '../ui/html.ts'

/** One request of somebody who is signed in. */
export type ScreenRequest = {
  member: Member
  session: Session
  /** What the cookie holds. */
  token: string
  locale: Locale
  /** The names in the screen's path. */
  pathParams: Readonly<Record<string, string>>
  query: URLSearchParams
  form: URLSearchParams
  request: Request
  /** The newest event before anything was read: what comes after it is told to the open screen. */
  lastEventId: string
}

export type Notice = { tone: 'good' | 'problem' | 'note'; body: Html }

export type ScreenPage = {
  title: string
  body: Html
  status?: number
  notice?: Notice | undefined
  /** Which tab it belongs to. */
  tab?: string
  /** It is not fetched anew by itself: its parts are made for one sitting. */
  disableAutoRefresh?: boolean
  /** Wide screens, such as the timeline, take the whole window. */
  wide?: boolean
}

export type ScreenResult =
  | ScreenPage
  | { seeOther: string }
  | { file: { name: string; type: string; body: string } }
  | { json: unknown; status?: number }

export type Screen = {
  /** A literal path with {names}. */
  path: string
  /** Only the owner comes here. */
  ownerOnly?: boolean
  show?(screenRequest: ScreenRequest): Promise<ScreenResult>
  submit?(screenRequest: ScreenRequest): Promise<ScreenResult>
}
