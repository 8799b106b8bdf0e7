/** What the desk's screens are made of. */

import type { StaffDesk } from '../domain/booking/staff.ts'
import type { Closing } from '../domain/closing/closed-days.ts'
import type { Site, StaffRoom } from '../domain/staff/room.ts'
import type { Shop } from '../domain/trade.ts'
import type { Locale, Words } from '../kernel/locale.ts'
import type { Clock } from '../kernel/time.ts'
import type { Store } from '../store/sql.ts'

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
  offerName(id: string): Words
  /** How many places each channel reaches; those that are not set up are absent. */
  channels: { targets: Readonly<Record<string, number | undefined>>; pushKey: string }
  /** Called when days were closed or opened: the shop is built anew. */
  closedDaysChanged(): Promise<void>
  /** Who did something, by the actor that the history names. */
  nameOf(actor: string, locale: Locale): Promise<string>
}
