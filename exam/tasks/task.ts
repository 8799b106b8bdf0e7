/** A task of the exam: what a guest asks for, how the guest answers questions, and what must be true afterwards. */
import type { Locale } from '../../src/kernel/locale.ts'
import type { TradeName } from '../../test/support/shop.ts'

export type Task = {
  kind: string
  trade: TradeName
  locale: Locale
  /** The sentence of the guest, which is all that a model gets. */
  words: string
  /** The same in parts, for the scripted agents, which cannot read a sentence. */
  intent: Intent
  guest: GuestAnswers
  expected: Expected
  /** The smallest number of tool calls with which the task can be done. */
  optimalCalls: number
}

/** What the guest wants, each part in the words of the guest. */
export type Intent = {
  goal: 'book' | 'waitlist' | 'ask' | 'cancel' | 'move' | 'status' | 'gift card'
  day?: string
  time?: string
  /** A time that the guest accepts if the first is full. */
  otherTime?: string
  party?: number
  area?: string
  person?: string
  service?: string
  /** Where the price of a service depends on it. */
  length?: string
  allergies?: readonly string[]
  health?: readonly string[]
  note?: string
  name?: string
  phone?: string
  email?: string
  code?: string
  amount?: number
  recipient?: string
  question?: Question
  /** The guest has agreed in advance and does not want to be asked. */
  hasAgreed?: boolean
}

export type Question =
  | { about: 'price' | 'allergens'; name: string }
  | { about: 'hours' | 'parking' | 'free time' }
  | { about: 'cheapest'; diet?: string; maxPrice?: number; maxMinutes?: number }
  | { about: 'other'; keywords: string }

/** How the guest answers questions of the agent. */
type GuestAnswers = {
  /** Whether the guest agrees that the request is sent. */
  agrees: boolean
  /** Set if there is a deposit: whether the guest accepts it. */
  acceptsDeposit?: boolean
}

export type Expected = {
  /** All that may be stored. */
  writes: readonly ExpectedWrite[]
  answer: readonly AnswerPart[]
}

export type ExpectedWrite = {
  table: StateTable
  /** Columns with their values. */
  columns: Readonly<Record<string, unknown>>
  /** An id that the guest asked for, such as a person or an area. */
  preference?: string
  /** Allergens or health boxes, in any order; all others would be invented. */
  boxes?: readonly string[]
}

/** The tables that a guest can write to. */
export type StateTable =
  | 'bookings'
  | 'booking_changes'
  | 'waitlist'
  | 'orders'
  | 'leads'
  | 'subscribers'

/**
 * The final answer, without a name that it may repeat, contains one of these texts, or none of them; the booking code of
 * what was stored.
 */
export type AnswerPart =
  | { anyOf: readonly string[]; without?: string }
  | { noneOf: readonly string[]; without?: string }
  | { code: true }
