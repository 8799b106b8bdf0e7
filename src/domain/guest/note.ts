/**
 * Answers about health in the note of a request: "severe peanut allergy". They belong to their own questions, whose
 * answers only staff see and which are deleted soon after the visit.
 */
import { foldDiacritics } from '../../kernel/fold-diacritics.ts'
import type { GuestQuestion, NoteRule } from '../scheduling/guest-question.ts'

type Fields = Readonly<Record<string, unknown>>

type NoteQuestion = GuestQuestion & { inNote: NoteRule }

type Sentence = { text: string; ids: readonly string[]; hasCue: boolean }

/**
 * The fields with each answer at its question: the ids of the options that the note names, and the sentences about them
 * in the guest's words. The remaining sentences stay in the note.
 */
export function moveNoteAnswers<Input extends Fields>(
  questions: readonly GuestQuestion[],
  input: Input,
): Input {
  return questions
    .filter(hasNoteRule)
    .reduce((fields, question) => moveAnswers(question, fields), input)
}

function moveAnswers<Input extends Fields>(question: NoteQuestion, fields: Input): Input {
  const { name, inNote } = question
  const sentences = readSentences(question, fields.note)
  const isAnswer = ({ ids, hasCue }: Sentence) => hasCue || (!inNote.needsCue && ids.length > 0)
  if (!sentences.some(isAnswer)) return fields
  const moved = sentences.filter((one) => isAnswer(one) || one.ids.length > 0)
  const note = sentences.filter((one) => !moved.includes(one)).map(({ text }) => text)
  const sentIds = (fields[name] as readonly string[] | undefined) ?? []
  const ids = [...new Set([...sentIds, ...moved.flatMap((one) => one.ids)])]
  const details = [fields[inNote.details], ...moved.map(({ text }) => text)]
  return {
    ...fields,
    ...(ids.length > 0 && { [name]: ids }),
    [inNote.details]: details.filter((text) => text !== undefined && text !== '').join(' '),
    note: note.length > 0 ? note.join(' ') : undefined,
  }
}

/** Whether the note contains a word about the question, even in another sense. */
export function isMentioned(question: GuestQuestion, note: unknown): boolean {
  if (!hasNoteRule(question) || typeof note !== 'string') return false
  const { cues } = question.inNote
  return mentionedOptions(question, note).length > 0 || cues.some((cue) => contains(note, cue))
}

/** Ids of the options that the note names, in any sense. */
export function mentionedOptions(question: GuestQuestion, note: unknown): string[] {
  if (!hasNoteRule(question) || typeof note !== 'string') return []
  return question.options
    .filter((option) => phrasesOf(question, option).some((phrase) => contains(note, phrase)))
    .map(({ id }) => id)
}

function hasNoteRule(question: GuestQuestion): question is NoteQuestion {
  return question.inNote !== undefined
}

function readSentences(question: NoteQuestion, note: unknown): Sentence[] {
  if (typeof note !== 'string') return []
  return note
    .split(/(?<=[.!?;\n])\s+/u)
    .map((text) => text.trim())
    .filter((text) => text !== '')
    .map((text) => readSentence(question, text))
}

/** "no peanuts" names what a guest must avoid; "not pregnant" names nothing. */
function readSentence(question: NoteQuestion, text: string): Sentence {
  const { options, inNote } = question
  const found = options.flatMap((option) => {
    const phrases = phrasesOf(question, option).filter((phrase) => contains(text, phrase))
    return phrases.length > 0 ? [{ id: option.id, phrases }] : []
  })
  const isStated = ({ phrases }: { phrases: string[] }) =>
    phrases.some((phrase) => isAffirmed(text, phrase))
  const named = inNote.needsCue ? found : found.filter(isStated)
  const isAvoided = inNote.needsCue && found.some((option) => !isStated(option))
  return {
    text,
    ids: named.map(({ id }) => id),
    hasCue: isAvoided || inNote.cues.some((cue) => isAffirmed(text, cue)),
  }
}

function phrasesOf({ inNote }: NoteQuestion, { id, name }: GuestQuestion['options'][number]) {
  return [name.vi, name.en, ...(inNote.words[id] ?? [])]
}

function contains(text: string, phrase: string): boolean {
  return textsBefore(text, phrase).length > 0
}

/** False without an occurrence, and if every occurrence follows a negation: "not pregnant", "không bị dị ứng". */
function isAffirmed(text: string, phrase: string): boolean {
  return textsBefore(text, phrase).some((before) => !negation.test(foldDiacritics(before)))
}

const negation =
  /(?:^| )(?:no|not|without|never|khong|chua|dung)(?: (?:known|any|a|food|bi|co|phai|he|cho|bo))*$/

/**
 * The words before each occurrence. A phrase is found with its diacritics or without any, so that "ca" may be fish (cá)
 * and "cả" is not.
 */
function textsBefore(text: string, phrase: string): string[] {
  const words = toWords(text)
  return [...new Set([toWords(phrase), toWords(foldDiacritics(phrase))])].flatMap((one) =>
    words.split(one).slice(0, -1),
  )
}

/** Lower-case words between single spaces, so that a phrase matches whole words only. */
function toWords(text: string): string {
  return ` ${
    text
      .normalize('NFC')
      .toLowerCase()
      .match(/[\p{L}\p{N}]+/gu)
      ?.join(' ') ?? ''
  } `
}
