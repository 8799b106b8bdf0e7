/** What the desk's screens are made of. */

import type { ContentIssue } from '../content/content-errors.ts'
import type { BookingConflict } from '../domain/booking/conflicts.ts'
import type { StaffActions } from '../domain/booking/staff-actions.ts'
import type { ClosedDays } from '../domain/closed-days/closed-days.ts'
import type { RelyingParty, StaffAccess } from '../domain/staff/staff.ts'
import type { Shop } from '../domain/trade/trade.ts'
import type { Locale, LocalizedText } from '../kernel/locale.ts'
import type { Clock } from '../kernel/time.ts'
import type { Store } from '../store/sql.ts'

/** What is served of the folder that the owner edits. */
export type ContentState = { sinceMs: number } & (
  | { kind: 'open' }
  /** Nothing of it is served until its faults are mended. */
  | { kind: 'faulty'; errors: readonly ContentIssue[] }
  /** It is in order, but bookings to come would not fit: it waits for the owner's word. */
  | { kind: 'waiting'; fingerprint: string }
)

export type ContentReloader = {
  /** Where it stands on this machine. */
  folder: string
  state(): ContentState
  /** Bookings to come that do not fit what is served now. */
  conflicts(): Promise<BookingConflict[]>
  /** Those that fit now and would not fit what waits. */
  newConflicts(): Promise<BookingConflict[]>
  /** Takes it although bookings would not fit; every process that has the same folder does. */
  accept(fingerprint: string, actor: string): Promise<void>
}

export type DeskContext = {
  shop: Shop
  store: Store
  secret: string
  now: Clock
  /** The public address of the site, and the desk's own. */
  base: string
  deskUrl: string
  /** To whom passkeys belong. */
  relyingParty: RelyingParty
  staffAccess: StaffAccess
  staffDesk: StaffActions
  closedDays: ClosedDays
  /** Where the shop is one whose folder may change. */
  content: ContentReloader | undefined
  offerName(id: string): LocalizedText
  /** How many places each channel reaches; those that are not set up are absent. */
  channels: { targets: Readonly<Record<string, number | undefined>>; pushKey: string }
  /** Called when days were closed or opened: the shop is built anew. */
  onClosedDaysChanged(): Promise<void>
  /** Who did something, by the actor that the history names. */
  actorName(actor: string, locale: Locale): Promise<string>
}
