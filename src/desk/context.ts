/** What the desk's screens are made of. */

import type { Fault } from '../content/content-errors.ts'
import type { Misfit } from '../domain/booking/conflicts.ts'
import type { StaffDesk } from '../domain/booking/staff-actions.ts'
import type { Closing } from '../domain/closed-days/closed-days.ts'
import type { Site, StaffRoom } from '../domain/staff/staff.ts'
import type { Shop } from '../domain/trade/trade.ts'
import type { Locale, Words } from '../kernel/locale.ts'
import type { Clock } from '../kernel/time.ts'
import type { Store } from '../store/sql.ts'

/** What is served of the folder that the owner edits. */
export type ContentState = { since: number } & (
  | { kind: 'open' }
  /** Nothing of it is served until its faults are mended. */
  | { kind: 'faulty'; faults: readonly Fault[] }
  /** It is in order, but bookings to come would not fit: it waits for the owner's word. */
  | { kind: 'waiting'; fingerprint: string }
)

export type NewContent = {
  /** Where it stands on this machine. */
  folder: string
  state(): ContentState
  /** Bookings to come that do not fit what is served now. */
  misfits(): Promise<Misfit[]>
  /** Those that fit now and would not fit what waits. */
  broken(): Promise<Misfit[]>
  /** Takes it although bookings would not fit; every process that has the same folder does. */
  accept(fingerprint: string, actor: string): Promise<void>
}

export type DeskParts = {
  shop: Shop
  store: Store
  secret: string
  now: Clock
  /** The public address of the site, and the desk's own. */
  base: string
  deskUrl: string
  /** To whom passkeys belong. */
  site: Site
  room: StaffRoom
  staffDesk: StaffDesk
  closing: Closing
  /** Where the shop is one whose folder may change. */
  content: NewContent | undefined
  offerName(id: string): Words
  /** How many places each channel reaches; those that are not set up are absent. */
  channels: { targets: Readonly<Record<string, number | undefined>>; pushKey: string }
  /** Called when days were closed or opened: the shop is built anew. */
  closedDaysChanged(): Promise<void>
  /** Who did something, by the actor that the history names. */
  nameOf(actor: string, locale: Locale): Promise<string>
}
