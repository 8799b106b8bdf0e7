/**
 * The contract between the booking engine and a trade: resources, options, starts and `BookingRules`. The engine does
 * not know the terms of the trade.
 */
import type { z } from 'zod'
import type { DateRange, TimeRange } from '../../kernel/date-range.ts'
import type { Locale, LocalizedText } from '../../kernel/locale.ts'
import type { FieldError } from '../../kernel/problem.ts'
import type { Answers, GuestQuestion } from './guest-question.ts'
import type { Pace } from './pace.ts'
import type { BrokenRule } from './staff-rules.ts'

/** What a booking occupies: a table, a therapist, a room; `group` is an area or a type. */
export type Resource = {
  id: string
  name: LocalizedText
  group: LocalizedText
  /** Only staff assign it: it is kept for bookings by phone. */
  isForStaff?: boolean
  /** The service days on which it is there, if not always. */
  dates?: DateRange
  /** Where it stands in its group, if the content says so. */
  position?: FloorPosition
}

/** Columns and rows of a grid, from 1 on, and how many of them it takes. */
type FloorPosition = { column: number; row: number; width: number; height: number }

/** A kind of resource; the ids of its resources begin with its name. Used in messages about removed resources. */
type ResourceKind = {
  /** The noun for one of them: "Kỹ thuật viên". */
  noun: LocalizedText
  /** The content file that lists them. */
  file: string
  /** Message to staff about a booking whose resource was removed. */
  missingText: LocalizedText
}

/**
 * A resource occupied from the start for a number of minutes, and for `before` minutes ahead of it. What lies outside
 * the stay of the guest is a buffer: time to prepare the place, and to clear it.
 */
export type Hold = { resource: string; minutes: number; before?: number }

/** One way to serve a request at a start. */
export type Option = {
  holds: readonly Hold[]
  /** Lower is better. Among equals the least loaded of `balanceAcross` is chosen. */
  preference: number
  /** Resources that share the work evenly. */
  balanceAcross: readonly string[]
  /** What the response contains, with the field names of the API: a table type, a therapist. */
  assignment: Assignment
}

/** An option that staff may choose. Without broken rules, the shop would choose it as well. */
export type StaffOption = Option & { broken: readonly BrokenRule[] }

export type Assignment = Readonly<Record<string, string | readonly string[]>>

/** A day of service and a time in it. `at` is in minutes after its midnight, and 1440 or more in the night after it. */
export type ServiceTime = { date: string; at: number }

/** As clients and guests say it. */
export type CalendarTime = { date: string; time: string }

/** Opening hours may last past midnight: see `service-days.ts`. */
export type ServiceDays = {
  /** Whether the shop is open after midnight on some day. */
  hasNights: boolean
  /** The service day of a calendar date and time. */
  find(start: CalendarTime): ServiceTime
  /** The service day of a moment. */
  dateAt(atMs: number): string
  /** From the end of the night before the first day to the end of the last night. */
  rangeOf(days: DateRange): TimeRange
  /** A time of day within a service that begins on any day: "00:30" → 1470 if the shop is open then after midnight. */
  minutesOf(time: string): number
}

/** A time at which a booking may start, in minutes after midnight of its service day. */
export type Start = { at: number; minutes: number }

/** A start and its service day. */
export type ServiceStart = { date: string; start: Start }

/** Starts from one time to another, both included, in minutes after midnight of the service day. */
export type StartWindow = { from: number; to: number }

/** Why a day or a time is not possible; part of the public interface. */
export const rejectionCodes = [
  'past',
  'too_far',
  /** The shop is closed. */
  'closed',
  /** Staff have marked the offer as unavailable. */
  'sold_out',
  /** No booking starts at this time. */
  'no_start',
  /** No one who can do it is on duty, or the requested person is not. */
  'off',
  /** Fewer people are on duty than are needed. */
  'understaffed',
  /** Nothing fits a party of this size, even if all is free. */
  'party_size',
  /** Less time is left than the notice. */
  'too_soon',
  'full',
  /** Staff have paused online bookings; the reason is their message. */
  'paused',
] as const

type RejectionCode = (typeof rejectionCodes)[number]

export type Rejection = { code: RejectionCode; reason: LocalizedText }

/** `special`: the reason is that of a special day ("A wedding") and does not itself say that the shop is closed. */
export type Closed = Rejection & { open: false; special?: true }

export type BookableStarts = { open: true; starts: readonly Start[] } | Closed

/** The details of a booking request in the fields of the trade; plain JSON, stored with the booking. */
export type BookingRequestDetails = { offerId: string; partySize: number } & Readonly<
  Record<string, unknown>
>

/** The details of one request, or for a month query all possible ones; or all errors. */
export type ParsedDetails =
  | { details: readonly [BookingRequestDetails, ...BookingRequestDetails[]]; errors?: never }
  | { details?: never; errors: FieldError[] }

/** Phrases of a quick entry that stand for a field of a request. */
export type Phrase = {
  phrase: string
  field: string
  value: string
  /** One of these must come before the phrase, if the phrase alone is ambiguous. */
  after?: readonly string[]
}

/** The places that staff can add for a day: the noun, the areas or kinds, and the usual number of seats. */
type ExtraPlaceChoice = {
  noun: LocalizedText
  kinds: readonly { id: string; name: LocalizedText }[]
  seats: number
  /** The kind of resource: "table". */
  resourceKind: string
}

/** Whether a request must say how many guests come. */
export function requiresPartySize({ requestFields }: Pick<BookingRules, 'requestFields'>): boolean {
  const field = requestFields.party_size as z.ZodType | undefined
  return field !== undefined && !field.safeParse(undefined).success
}

/** The rules of guests on the site, the API and with assistants: without the places that are kept for staff. */
export function rulesForGuests(rules: BookingRules): BookingRules {
  const forStaff = new Set(
    rules.resources.flatMap(({ id, isForStaff }) => (isForStaff ? [id] : [])),
  )
  if (forStaff.size === 0) return rules
  const isForGuests = ({ holds }: Option) => holds.every(({ resource }) => !forStaff.has(resource))
  return {
    ...rules,
    options: (details, date, start) => rules.options(details, date, start).filter(isForGuests),
  }
}

export type BookingRules = {
  /** Prefix of every booking code: easy to say, without letters that look like digits. */
  codePrefix: string
  serviceDays: ServiceDays
  horizonDays: number
  /** The distance of two starts that follow one another. */
  startEveryMinutes: number
  /** Fields of a booking request that only this trade has, without its questions. */
  requestFields: z.ZodRawShape
  /** What the trade asks the guest beyond that; the answers are stored apart. */
  questions: readonly GuestQuestion[]
  /** Fields of an availability query. */
  queryFields: z.ZodRawShape
  /** The starts that a query asks for by a name, such as that of a meal. */
  namedWindow?(input: Readonly<Record<string, unknown>>): StartWindow | undefined
  parseDetails(
    input: Readonly<Record<string, unknown>>,
    of: 'request' | 'day' | 'month',
  ): ParsedDetails
  /**
   * What the answers of a guest rule out in such a request, or leave open. A guest cannot send it; staff see the
   * messages and decide. An offer that is sold out then is not proposed instead.
   */
  answerErrors?(
    input: Readonly<Record<string, unknown>>,
    now: number,
    isSoldOut?: (offerId: string) => boolean,
  ): readonly FieldError[]
  noticeMinutes(details: BookingRequestDetails): number
  /** The pace of online bookings on a service day, if there is one. */
  paceOn?(date: string): Pace | undefined
  /** The message to guests if staff have paused online bookings at some start of the window. */
  pauseOn?(
    details: BookingRequestDetails,
    date: string,
    window: StartWindow,
  ): LocalizedText | undefined
  /** The deposit in dong; a trade without deposits has no such rule. */
  deposit?(details: BookingRequestDetails, assignment: Assignment): number
  /** The least that the guests of such a place spend, in dong; zero or absent without a minimum. */
  minimumSpend?(assignment: Assignment): number
  /** How long a place is kept for a guest who is late. */
  holdMinutes(details: BookingRequestDetails): number
  /** Until how many hours before the start a guest can cancel free of charge; undefined if the shop has no rule. */
  freeCancellationHours(details: BookingRequestDetails): number | undefined
  /** The starts of a service day for such a request, regardless of occupancy. Every `date` below is a service day. */
  bookableStarts(details: BookingRequestDetails, date: string): BookableStarts
  /** A start at any quarter hour of the opening hours, for staff, who are not bound to the schedule of starts. */
  startAt(details: BookingRequestDetails, date: string, at: number): Start | undefined
  /** The length of a stay, regardless of opening hours; undefined if the offer is gone. */
  stayMinutes(details: BookingRequestDetails): number | undefined
  /** Why no such booking can start in this part of an open day, if no one on duty is the reason. */
  whyNoStaff(
    details: BookingRequestDetails,
    date: string,
    window: StartWindow,
  ): Rejection | undefined
  options(details: BookingRequestDetails, date: string, start: Start): readonly Option[]
  /**
   * The ways to serve a request with all of these resources, also against the rules, each with the rules that it
   * breaks. None if a resource does not exist or if they cannot be used together.
   */
  staffOptions(
    details: BookingRequestDetails,
    date: string,
    start: Start,
    resources: readonly string[],
  ): readonly StaffOption[]
  /** What staff could take when nothing fits by the rules, best first: of other kinds, or several together. */
  staffProposals(
    details: BookingRequestDetails,
    date: string,
    start: Start,
    isFree: (option: Option) => boolean,
  ): readonly StaffOption[]
  /** When a resource is on duty on a service day, in minutes after its midnight; undefined if it always is. */
  dutyOn?(resource: string, date: string): readonly { from: number; to: number }[] | undefined
  /** The resources of an assignment. */
  resourcesOf(assignment: Assignment): readonly string[]
  /** Phrases for the trade's own fields in a quick entry. */
  quickEntryPhrases(): readonly Phrase[]
  /** The resource that the guest requested besides the offer, if any. */
  requestedResource?(details: BookingRequestDetails): LocalizedText | undefined
  /** Labels of the trade's own fields in the preview of a quick entry. */
  detailLabels: Readonly<Record<string, LocalizedText>>
  /** The places that staff can add for a day. */
  extraPlace: ExtraPlaceChoice
  /** All resources, in the order of the timeline. */
  resources: readonly Resource[]
  resourceKinds: Readonly<Record<string, ResourceKind>>
  /** Example of a quick entry. */
  quickEntryExample: LocalizedText
  /** Why the day is not possible for this request although the shop is open. */
  dayUnavailableText: LocalizedText
  /** Whether staff must call the guest first, because of what was booked or of the answers. */
  requiresStaffCall(details: BookingRequestDetails, answers: Answers): boolean
  /** Fields of the response to a request that only this trade has. */
  toResponseFields(
    details: BookingRequestDetails,
    assignment: Assignment,
    requiresStaffCall: boolean,
    locale: Locale,
  ): Record<string, unknown>
  /** Schemas of the trade's fields in responses and slots. */
  responseFields: z.ZodRawShape
  slotFields: z.ZodRawShape
  /** `countLeft` says how many more equal requests some of the options can serve. */
  toSlotFields(
    free: readonly Option[],
    countLeft: (options: readonly Option[]) => number,
  ): Record<string, unknown>
}
