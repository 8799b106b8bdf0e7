/** The dependencies of the desk's screens. */

import type { ContentIssue } from '../content/content-errors.ts'
import type { PhotoDesk } from '../content/share-image.ts'
import type { Absences } from '../domain/absence/absences.ts'
import type { TransferActions } from '../domain/bank/decisions.ts'
import type { BookingConflict } from '../domain/booking/conflicts.ts'
import type { BookingContext } from '../domain/booking/context.ts'
import type { ExtraPlaces } from '../domain/booking/extra-places.ts'
import type { StaffActions } from '../domain/booking/staff-actions.ts'
import type { ClosedDays } from '../domain/closed-days/closed-days.ts'
import type { DayPaces } from '../domain/online-limits/day-paces.ts'
import type { OnlinePauses } from '../domain/online-limits/pauses.ts'
import type { Resource } from '../domain/scheduling/rules.ts'
import type { DayShifts } from '../domain/shifts/day-shifts.ts'
import type { SoldOutOffers } from '../domain/sold-out/sold-out.ts'
import type { RelyingParty, StaffAccess } from '../domain/staff/staff.ts'
import type { Shop } from '../domain/trade/trade.ts'
import type { WaitlistActions } from '../domain/waitlist/staff.ts'
import type { Request } from '../http/message.ts'
import type { Handler } from '../http/server.ts'
import type { ChannelTraits, OpenChannel } from '../kernel/channel.ts'
import type { Locale, LocalizedText } from '../kernel/locale.ts'
import type { Clock } from '../kernel/time.ts'
import type { Store } from '../store/sql.ts'

/** Whether the content folder as it is on disk is the content in use. */
export type ContentState = { sinceMs: number } & (
  | { kind: 'loaded' }
  /** The folder has errors. The previous content stays in use until they are fixed. */
  | {
      kind: 'invalid'
      errors: readonly ContentIssue[]
      /** When the content in use was accepted, if the process has started with the stored content. */
      storedAtMs?: number | undefined
    }
  /** The folder is valid but conflicts with upcoming bookings. The owner decides. */
  | { kind: 'held'; fingerprint: string; conflictCount: number }
)

/** Texts of files that are not written yet; null for a file that is removed. */
export type ChangedFiles = ReadonlyMap<string, string | null>

/** The content folder with changes: its errors, or its shop and the bookings that it could no longer serve. */
export type ContentTrial =
  | { errors: readonly ContentIssue[]; shop?: never; conflicts?: never }
  | { errors: readonly []; shop: Shop; conflicts: readonly BookingConflict[] }

/** The choice of another trade, which is possible only in a fresh sample shop. */
export type TradeChange = {
  /** All trades that the program knows. */
  names: readonly string[]
  /** Why the trade cannot be changed, and what to do; undefined if it can. */
  explain(): Promise<LocalizedText | undefined>
  /** Does nothing if it cannot be changed. */
  change(trade: string, actor: string): Promise<void>
}

export type ContentReloader = {
  /** Path of the content folder. */
  folder: string
  tradeChange: TradeChange
  state(): ContentState
  /** Whether the folder was invalid at the start and the stored content is in use since then. */
  hasStoredContent(): boolean
  /** Upcoming bookings that the content in use cannot serve. */
  conflicts(): Promise<BookingConflict[]>
  /** Upcoming bookings that only the new content cannot serve. */
  newConflicts(): Promise<BookingConflict[]>
  /** Publishes the new content despite conflicts, in all processes that have the same folder. */
  accept(fingerprint: string, actor: string): Promise<void>
  /** Checks changes of files before they are written. */
  tryChanges(files: ChangedFiles): Promise<ContentTrial>
  /** Applies what was just written to the folder. With `acceptedBy`, despite conflicts. */
  reload(acceptedBy?: string): Promise<void>
}

export type DeskChannel = Pick<ChannelTraits, 'name' | 'label' | 'audience'> & {
  /** Names of the settings that configure it. */
  requiredSettings: readonly string[]
  /** Undefined if the channel is not configured. */
  listTargets: OpenChannel['listTargets'] | undefined
}

export type DeskContext = {
  shop: Shop
  /** All guests are invented. */
  isDemo: boolean
  store: Store
  secret: string
  now: Clock
  /** Public URL of the site. */
  base: string
  /** URL of the desk. */
  deskUrl: string
  relyingParty: RelyingParty
  /** The keyed hash of the client address, for counting failed attempts. */
  clientOf(request: Request): string
  staffAccess: StaffAccess
  bookingContext: BookingContext
  staffActions: StaffActions
  closedDays: ClosedDays
  extraPlaces: ExtraPlaces
  soldOutOffers: SoldOutOffers
  onlinePauses: OnlinePauses
  dayPaces: DayPaces
  dayShifts: DayShifts
  absences: Absences
  waitlist: WaitlistActions
  transfers: TransferActions
  /** Whether a service reports bank transfers. */
  receivesTransfers: boolean
  /** Undefined if the content folder is not watched. */
  content: ContentReloader | undefined
  /** The site of content that is not in use, with what staff have changed. */
  createSite(shop: Shop): Handler
  /** Undefined if there is no place for converted photos. */
  photoDesk: PhotoDesk | undefined
  offerName(id: string): LocalizedText
  /** Whether the trade asks how many guests come; otherwise it asks for the treatment. */
  asksPartySize: boolean
  /** Undefined if the content no longer has it. */
  findResource(id: string): Resource | undefined
  channels: {
    list: readonly DeskChannel[]
    pushKey: string
    /** Budget of emails to unconfirmed addresses. */
    firstEmailsPerHour: number
  }
  /** Called after a change of closed days or sold-out offers; rebuilds the shop. */
  onStaffChange(): Promise<void>
  /** The display name of an actor in the history. */
  actorName(actor: string, locale: Locale): Promise<string>
}
