/** What a trade asks of a guest who books on the site. */
import type { Business } from '../../content/shop.ts'
import type { Locale, LocalizedText } from '../../kernel/locale.ts'
import type { Clock } from '../../kernel/time.ts'
import type { Offer } from '../catalogue/offer.ts'
import type { BookingRules } from '../scheduling/rules.ts'
import type { FormField } from './form-page.ts'

/** What the pages of booking are made of. */
export type FlowParts = {
  form: BookingForm
  rules: BookingRules
  business: Business
  now: Clock
  base: string
  offerName(id: string): LocalizedText
  /** As long as the owner has it on his list. */
  findOffer(id: string): Offer | undefined
  /** What the owner calls the page of his rules. */
  policyTitle: LocalizedText
}

/** What was chosen so far, by the names of the address. */
export type Chosen = Readonly<Record<string, string>>

export type BookingForm = {
  title: LocalizedText
  intro: LocalizedText
  /** Asked one after the other, before the day. */
  steps: readonly BookingStep[]
  /** Further wishes, offered beside the calendar. */
  optionalSteps: readonly BookingStep[]
  /** Names that an address may carry from elsewhere, such as an offer's. */
  carried: readonly string[]
  /** Asked together with the guest's name. */
  fields: readonly FormField[]
  /** What a guest with these choices should know before he sends. */
  notes(chosen: Chosen, locale: Locale): string[]
  /** The same for a request as it was answered. */
  terms(response: Readonly<Record<string, unknown>>, locale: Locale): string[]
  /** What schema.org calls such a booking and such a place. */
  reservationType: string
  placeType: string
  /** What the answer to a request tells beyond what every trade tells, as rows of a summary. */
  summary(
    response: Readonly<Record<string, unknown>>,
    locale: Locale,
    reader: Reader,
  ): [term: string, text: string][]
}

/** Guests are spoken to; staff read of the guest. */
export type Reader = 'guest' | 'staff'

export type BookingStep = {
  /** The names that its choices set; any of them answers it. */
  names: readonly string[]
  /**
   * The name that a later step sets, where this one only narrows what that step offers: it is passed over
   * once that is chosen, and the book is not asked with it.
   */
  leadsTo?: string
  label: LocalizedText
  question: LocalizedText
  choices(chosen: Chosen, locale: Locale): StepChoice[]
}

export type StepChoice = { sets: Chosen; text: string; note?: string }

/** How the review and the status page name what both tell. */
export const summaryLabels = {
  what: { vi: 'Đặt', en: 'Booking' },
  when: { vi: 'Lúc', en: 'When' },
} satisfies Record<string, LocalizedText>

/** A choice that leaves it open; it is not part of the question to the book. */
export const anyValue = 'any'
