/** A screen of the desk: what it shows, and what its forms do. */

import type { Member, Session } from '../domain/staff/staff.ts'
import type { Request } from '../http/message.ts'
import type { Locale } from '../kernel/locale.ts'
import type { Html } from '../ui/html.ts'

/** One request of somebody who is signed in. */
export type Visit = {
  member: Member
  session: Session
  /** What the cookie holds. */
  token: string
  locale: Locale
  /** The names in the screen's path. */
  at: Readonly<Record<string, string>>
  query: URLSearchParams
  form: URLSearchParams
  request: Request
  /** The newest event before anything was read: what comes after it is told to the open screen. */
  newest: string
}

export type Notice = { tone: 'good' | 'problem' | 'note'; body: Html }

export type Page = {
  title: string
  body: Html
  status?: number
  notice?: Notice | undefined
  /** Which tab it belongs to. */
  tab?: string
  /** It is not fetched anew by itself: its parts are made for one sitting. */
  stays?: boolean
  /** Wide screens, such as the timeline, take the whole window. */
  wide?: boolean
}

export type Shown =
  | Page
  | { seeOther: string }
  | { file: { name: string; type: string; body: string } }
  | { json: unknown; status?: number }

export type Screen = {
  /** A literal path with {names}. */
  path: string
  /** Only the owner comes here. */
  ownerOnly?: boolean
  show?(visit: Visit): Promise<Shown>
  act?(visit: Visit): Promise<Shown>
}
