/**
 * What the engine knows of a trade: resources that are held for a while, and ways to hold them. It
 * never learns the trade's words.
 */
import type { z } from 'zod'
import type { Locale, Words } from '../../kernel/locale.ts'
import type { FieldFault } from '../../kernel/problem.ts'

/** What is held: a table, a therapist, a room; `group` is where or what they are together. */
export type Resource = { id: string; name: Words; group: Words }

/** Resources of a kind, whose ids begin with its name: for whoever is told that one is gone. */
export type ResourceKind = {
  /** What one of them is called: "Kỹ thuật viên". */
  noun: Words
  /** Where the owner lists them. */
  file: string
  /** What staff are told of a booking whose own is gone. */
  lacking: Words
}

/** A resource held from the start for so many minutes. */
export type Hold = { resource: string; minutes: number }

/** One way to serve a wish at a start. */
export type Option = {
  holds: readonly Hold[]
  /** The lower, the better it fits. Among equals the least busy of `spread` is taken. */
  rank: number
  /** Resources over which work is spread fairly. */
  spread: readonly string[]
  /** What the guest is told of it, in the names of the wire: a table type, a therapist. */
  given: Given
}

export type Given = Readonly<Record<string, string | readonly string[]>>

/** A time of a day at which a wish may begin, in minutes after midnight. */
export type Start = { at: number; minutes: number }

/** `special` where the reason is the day's own, "A wedding", and does not say itself that the door is shut. */
export type Shut = { open: false; reason: Words; special?: true }

export type Opening = { open: true; starts: readonly Start[] } | Shut

/** What somebody would like, in the words of the trade; plain JSON. */
export type Wish = { offerId: string; partySize: number } & Readonly<Record<string, unknown>>

/** One wish, or for a month's question each of those it leaves open; or all that is wrong. */
export type Asked =
  | { wishes: readonly [Wish, ...Wish[]]; faults?: never }
  | { wishes?: never; faults: FieldFault[] }

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
  questionFields: z.ZodRawShape
  /** Which of the request's members are kept apart because they tell of a guest's body. */
  sensitive: string
  readWish(input: Readonly<Record<string, unknown>>, of: 'request' | 'day' | 'month'): Asked
  noticeMinutes(wish: Wish): number
  /** What such a booking pays before the visit, in dong; a trade that asks for none has no rule. */
  deposit?(wish: Wish, given: Given): number
  /** When such a wish may begin on a day, whatever is already held. */
  opening(wish: Wish, date: string): Opening
  /** A start at any quarter hour while the door is open: staff need no timetable. */
  startAt(wish: Wish, date: string, at: number): Start | undefined
  options(wish: Wish, date: string, start: Start): readonly Option[]
  /** What staff may call the trade's own members in a typed line. */
  vocabulary(): readonly Phrase[]
  /** A place or a person that the guest asked for beside the offer, if any. */
  wished?(wish: Wish): Words | undefined
  /** What staff call those members where a typed line is shown as it was understood. */
  wishNames: Readonly<Record<string, Words>>
  /** Every resource there is, in the order in which staff look for it. */
  resources: readonly Resource[]
  kinds: Readonly<Record<string, ResourceKind>>
  /** How staff write a booking in one line. */
  lineExample: Words
  /** What a guest is told where that day will not do, though the door is open. */
  declinesDay: Words
  /** What a guest may have told of his body, by the ids that are kept. */
  marks: readonly { id: string; name: Words }[]
  /** Whether staff must speak with the guest first, given what he told of his body. */
  needsAttention(wish: Wish, marks: readonly string[]): boolean
  /** What the answer to a request tells beyond what every trade tells. */
  tell(wish: Wish, given: Given, attention: boolean, locale: Locale): Record<string, unknown>
  /** The schemas of what `tell` and a free time tell. */
  toldFields: z.ZodRawShape
  slotFields: z.ZodRawShape
  tellSlot(free: readonly Option[]): Record<string, unknown>
}
