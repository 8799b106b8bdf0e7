/**
 * What the engine knows of a trade: resources that are held for a while, and ways to hold them. It
 * never learns the trade's words.
 */
import type { z } from 'zod'
import type { Locale, LocalizedText } from '../../kernel/locale.ts'
import type { FieldError } from '../../kernel/problem.ts'

/** What is held: a table, a therapist, a room; `group` is where or what they are together. */
export type Resource = { id: string; name: LocalizedText; group: LocalizedText }

/** Resources of a kind, whose ids begin with its name: for whoever is told that one is gone. */
export type ResourceKind = {
  /** What one of them is called: "Kỹ thuật viên". */
  noun: LocalizedText
  /** Where the owner lists them. */
  file: string
  /** What staff are told of a booking whose own is gone. */
  missingText: LocalizedText
}

/** A resource held from the start for so many minutes. */
export type Hold = { resource: string; minutes: number }

/** One way to serve a wish at a start. */
export type Option = {
  holds: readonly Hold[]
  /** The lower, the better it fits. Among equals the least busy of `spread` is taken. */
  preference: number
  /** Resources over which work is spread fairly. */
  balanceAcross: readonly string[]
  /** What the guest is told of it, in the names of the wire: a table type, a therapist. */
  assignment: Assignment
}

export type Assignment = Readonly<Record<string, string | readonly string[]>>

/** A time of a day at which a wish may begin, in minutes after midnight. */
export type Start = { at: number; minutes: number }

/** `special` where the reason is the day's own, "A wedding", and does not say itself that the door is shut. */
export type Closed = { open: false; reason: LocalizedText; special?: true }

export type BookableStarts = { open: true; starts: readonly Start[] } | Closed

/** What somebody would like, in the words of the trade; plain JSON. */
export type BookingRequestDetails = { offerId: string; partySize: number } & Readonly<
  Record<string, unknown>
>

/** One wish, or for a month's question each of those it leaves open; or all that is wrong. */
export type ParsedDetails =
  | { details: readonly [BookingRequestDetails, ...BookingRequestDetails[]]; errors?: never }
  | { details?: never; errors: FieldError[] }

/** Words of a typed line that stand for a member of a request. */
export type Phrase = {
  phrase: string
  field: string
  value: string
  /** One of these must stand before it, where the words alone may mean something else. */
  after?: readonly string[]
}

export type BookingRules = {
  /** Begins every booking code, easy to say, and without the letters that are read as digits. */
  codePrefix: string
  horizonDays: number
  /** The members of a booking request that are this trade's own. */
  requestFields: z.ZodRawShape
  /** The members of a question for free times. */
  queryFields: z.ZodRawShape
  /** Which of the request's members are kept apart because they tell of a guest's body. */
  sensitiveField: string
  parseDetails(
    input: Readonly<Record<string, unknown>>,
    of: 'request' | 'day' | 'month',
  ): ParsedDetails
  noticeMinutes(details: BookingRequestDetails): number
  /** What such a booking pays before the visit, in dong; a trade that asks for none has no rule. */
  deposit?(details: BookingRequestDetails, assignment: Assignment): number
  /** When such a wish may begin on a day, whatever is already held. */
  bookableStarts(details: BookingRequestDetails, date: string): BookableStarts
  /** A start at any quarter hour while the door is open: staff need no timetable. */
  startAt(details: BookingRequestDetails, date: string, at: number): Start | undefined
  options(details: BookingRequestDetails, date: string, start: Start): readonly Option[]
  /** What staff may call the trade's own members in a typed line. */
  quickEntryPhrases(): readonly Phrase[]
  /** A place or a person that the guest asked for beside the offer, if any. */
  requestedResource?(details: BookingRequestDetails): LocalizedText | undefined
  /** What staff call those members where a typed line is shown as it was understood. */
  detailLabels: Readonly<Record<string, LocalizedText>>
  /** Every resource there is, in the order in which staff look for it. */
  resources: readonly Resource[]
  resourceKinds: Readonly<Record<string, ResourceKind>>
  /** How staff write a booking in one line. */
  quickEntryExample: LocalizedText
  /** What a guest is told where that day will not do, though the door is open. */
  dayUnavailableText: LocalizedText
  /** What a guest may have told of his body, by the ids that are kept. */
  sensitiveFlags: readonly { id: string; name: LocalizedText }[]
  /** Whether staff must speak with the guest first, given what he told of his body. */
  requiresStaffCall(details: BookingRequestDetails, sensitiveFlags: readonly string[]): boolean
  /** What the answer to a request tells beyond what every trade tells. */
  toResponseFields(
    details: BookingRequestDetails,
    assignment: Assignment,
    requiresStaffCall: boolean,
    locale: Locale,
  ): Record<string, unknown>
  /** The schemas of what `tell` and a free time tell. */
  responseFields: z.ZodRawShape
  slotFields: z.ZodRawShape
  toSlotFields(free: readonly Option[]): Record<string, unknown>
}
