/** A question that a trade asks guests with a booking request. It is declared once; everything else derives from it. */
import type { LocalizedText } from '../../kernel/locale.ts'
import type { Synonym } from '../../kernel/name-reader.ts'

export type GuestQuestion = {
  /** The field of the API, the form and the tool; also stored with every answer. */
  name: string
  /** At most one of the options, any of them, or the guest's own words (then there are no options). */
  choice: 'one' | 'many' | 'text'
  options: readonly QuestionOption[]
  /** How many ids a request may contain; without it, the number of options. */
  maxAnswers?: number
  /** In the form of the site. */
  label: LocalizedText
  hint?: LocalizedText
  /** A short name of the question, before the answer: on the desk, in read-backs, exports and pages. */
  heading: LocalizedText
  /** In the read-back of a request without an answer. */
  noneText?: LocalizedText
  /** For integrators. */
  description: string
  /** An answer in the guest's own words, for integrators. */
  example?: string
  /** For models. */
  tool: {
    description: string
    maxAnswers?: number
    /** Other names of the argument. */
    aliases?: readonly string[]
    /** Words for the options besides their names. */
    synonyms?: readonly Synonym[]
  }
  /** If answers to it must not stay in the note of a request: see `guest/note.ts`. */
  inNote?: NoteRule
} & Confidentiality

/**
 * `health`: only staff see the answers, with a warning; no email, webhook, spreadsheet or response contains them, and
 * they are deleted soon after the visit. The guest agrees to a sentence about them (`guest/consent.ts`). `ordinary`:
 * deleted together with the data of the guest; with the audience
 * `guest`, the booking page and the API also show them to everyone who has the code.
 */
type Confidentiality =
  | { sensitivity: 'health'; audience: 'staff'; consent: QuestionConsent }
  | { sensitivity: 'ordinary'; audience: 'staff' | 'guest'; consent?: never }

/** When the answers are deleted follows from the retention that the owner declares. */
export type QuestionConsent = {
  /** What is asked and who sees the answers, in the words of the guest; without a period at the end. */
  statement: LocalizedText
  /** The noun for the visit, after which the answers are deleted: "the meal". */
  visit: LocalizedText
}

/** How a note shows that it answers a question. */
export type NoteRule = {
  /** The question that keeps the guest's words. */
  details: string
  /** Words that say that a sentence is about the question: "allergic". */
  cues: readonly string[]
  /** Words that stand for an option, by its id, in addition to its names. */
  words: Readonly<Record<string, readonly string[]>>
  /** Whether the word for an option needs a cue: a table at the fish tank is no allergy. */
  needsCue: boolean
}

type QuestionOption = {
  id: string
  name: LocalizedText
  /** Words in the note of a quick entry that stand for this answer. The note stays as it is. */
  phrases?: readonly string[]
  /** What the shop tells a guest with this answer. */
  advice?: LocalizedText
}

/** Ids of the chosen options, or one text, by the name of the question; questions without an answer are missing. */
export type Answers = Readonly<Record<string, readonly string[]>>
