/** The booking form of a trade: its steps, fields and texts. */
import type { Locale, LocalizedText } from '../../kernel/locale.ts'

/** The choices so far, by query parameter. */
export type Chosen = Readonly<Record<string, string>>

export type BookingForm = {
  title: LocalizedText
  intro: LocalizedText
  /** What must be chosen before the day. */
  steps: readonly BookingStep[]
  /** Further choices. */
  optionalSteps: readonly BookingStep[]
  /** Choices that the guest need not make, such as two guests; each is shown as chosen and can be changed. */
  defaults(chosen: Chosen): Chosen
  /** The parts of a day under which its times are listed, in order. `from` is in minutes after midnight. */
  timeGroups: readonly { name: LocalizedText; from: number }[]
  /** Names of the places or people with which a free time is possible; empty if the guest cannot choose among them. */
  slotPlaces(slot: Readonly<Record<string, unknown>>, chosen: Chosen, locale: Locale): string[]
  /** Says that all times of a day are with one place or person. */
  onlyPlaceText(place: string): LocalizedText
  /** Choices that contradict each other, such as two guests and a service for one: what to say, and what stays. */
  findConflict?(chosen: Chosen): { text: LocalizedText; remaining: Chosen } | undefined
  /** Query parameters that links from other pages may set, such as an offer. */
  carried: readonly string[]
  /** Query parameters with answers to a question of the details, by the name of the question. */
  prefilled?: Readonly<Record<string, string>>
  /** Notices for a guest with these choices, shown before sending. */
  notes(chosen: Chosen, locale: Locale, now: number): string[]
  /** Terms of a booking, from the response to the request. */
  terms(response: Readonly<Record<string, unknown>>, locale: Locale): string[]
  /** schema.org types of the booking and of the place. */
  reservationType: 'FoodEstablishmentReservation' | 'EventReservation'
  placeType: string
  /** Summary rows for the response fields of the trade. */
  summary(
    response: Readonly<Record<string, unknown>>,
    locale: Locale,
    reader: Reader,
  ): [term: string, text: string][]
}

/** Texts for the guest say "you"; texts for staff say "the guest". */
export type Reader = 'guest' | 'staff'

export type BookingStep = {
  /** Query parameters that its choices set; any of them completes the step. */
  names: readonly string[]
  /**
   * The parameter of a later step whose choices this step narrows. The step is skipped once that parameter
   * is set, and its own parameters are not sent to the API.
   */
  leadsTo?: string
  label: LocalizedText
  question: LocalizedText
  choices(chosen: Chosen, locale: Locale): StepChoice[]
  /** What is current without a choice. A step that narrows another one is shown in the panel only if it has this. */
  current?(chosen: Chosen): Chosen
  /** The last choice: what guests call the shop for, such as a larger party. */
  callFor?: LocalizedText
}

export type StepChoice = { sets: Chosen; text: string; note?: string }

/** Labels shared by the review page, the status page and emails. */
export const summaryLabels = {
  what: { vi: 'Đặt', en: 'Booking' },
  when: { vi: 'Lúc', en: 'When' },
} satisfies Record<string, LocalizedText>

/** A choice without a preference; it is not sent to the API. */
export const anyValue = 'any'
