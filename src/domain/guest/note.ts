/**
 * Answers about health in the note of a request: "severe peanut allergy". They belong to their own questions, whose
 * answers only staff see and which are deleted soon after the visit.
 */
import { foldDiacritics } from '../../kernel/fold-diacritics.ts'
import { memoize } from '../../kernel/memoize.ts'
import type { GuestQuestion, NoteRule } from '../scheduling/guest-question.ts'

type Fields = Readonly<Record<string, unknown>>

type NoteQuestion = GuestQuestion & { inNote: NoteRule }

type Sentence = { text: string; ids: readonly string[]; hasCue: boolean }

/**
 * The fields with each answer at its question: the ids of the options that the note and the details name, and the
 * sentences about them in the guest's words. The remaining sentences stay in the note.
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
  // "I am 2 months pregnant" in the details is also the answer, even if the option was not chosen.
  const inDetails = inNote.needsCue ? [] : readSentences(question, fields[inNote.details])
  const stated = inDetails.flatMap((one) => one.ids)
  const isAnswer = ({ ids, hasCue }: Sentence) => hasCue || (!inNote.needsCue && ids.length > 0)
  if (stated.length === 0 && !sentences.some(isAnswer)) return fields
  const isMoved = (one: Sentence) => isAnswer(one) || one.ids.length > 0
  // "Peanut allergy; my daughter": the person belongs to the allergy.
  const moved = sentences.some(isAnswer)
    ? sentences.filter((one, index) => {
        const before = sentences[index - 1]
        return isMoved(one) || (before && isMoved(before) && isPerson(one.text))
      })
    : []
  const note = sentences.filter((one) => !moved.includes(one)).map(({ text }) => text)
  const sentIds = (fields[name] as readonly string[] | undefined) ?? []
  const ids = [...new Set([...sentIds, ...stated, ...moved.flatMap((one) => one.ids)])]
  const details = [fields[inNote.details], ...moved.map(({ text }) => text)]
  return {
    ...fields,
    ...(ids.length > 0 && { [name]: ids }),
    [inNote.details]: details
      .filter((text) => text !== undefined && text !== '')
      .join(' ')
      .replace(/[;,\s]+$/u, ''),
    ...(moved.length > 0 && { note: note.length > 0 ? note.join(' ') : undefined }),
  }
}

/** Nothing but who it is: "my daughter", "con gái tôi". */
function isPerson(text: string): boolean {
  return person.test(toWords(foldDiacritics(text)))
}

const person = new RegExp(
  '^ (?:(?:it s|it is|this is|for|la|cho) )?(?:' +
    '(?:my|our) (?:wife|husband|partner|daughter|son|child|kid|baby|mother|mom|mum|father|dad|friend|sister|brother)' +
    '|(?:vo|chong|con gai|con trai|be|con|me|bo|ba|ban|chi|em)(?: gai| trai)?(?: cua)? (?:toi|minh|em|anh|chung toi)' +
    ') $',
  'u',
)

/** Whether the note contains a word about the question, even in another sense. */
export function isMentioned(question: GuestQuestion, note: unknown): boolean {
  if (!hasNoteRule(question) || typeof note !== 'string') return false
  const { cues } = question.inNote
  const words = toWords(note)
  return mentionedOptions(question, note).length > 0 || cues.some((cue) => contains(words, cue))
}

/** Ids of the options that the note names, in any sense. */
export function mentionedOptions(question: GuestQuestion, note: unknown): string[] {
  if (!hasNoteRule(question) || typeof note !== 'string') return []
  return findOptions(question, toWords(note)).map(({ id }) => id)
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
  const { inNote } = question
  const words = toWords(text)
  const found = findOptions(question, words)
  const isStated = ({ phrases }: { phrases: string[] }) =>
    phrases.some((phrase) => isAffirmed(words, phrase))
  const named = inNote.needsCue ? found : found.filter(isStated)
  const isAvoided = inNote.needsCue && found.some((option) => !isStated(option))
  return {
    text,
    ids: named.map(({ id }) => id),
    hasCue: isAvoided || inNote.cues.some((cue) => isAffirmed(words, cue)),
  }
}

/** The options that the text names, each with the phrases that name it. */
function findOptions(question: NoteQuestion, words: string): { id: string; phrases: string[] }[] {
  const named = question.options.map((option) => ({
    id: option.id,
    phrases: phrasesOf(question, option).filter((phrase) => contains(words, phrase)),
  }))
  return named.flatMap(({ id, phrases }) => {
    const others = named.flatMap((other) => (other.id === id ? [] : other.phrases))
    const own = phrases.filter((phrase) => contains(withoutLonger(words, phrase, others), phrase))
    return own.length > 0 ? [{ id, phrases: own }] : []
  })
}

/** The words without the longer phrases of other options that contain this one: "tree nuts" are not "nuts". */
function withoutLonger(words: string, phrase: string, others: readonly string[]): string {
  const folded = (text: string) => formsOf(text).at(-1) ?? ''
  const short = folded(phrase)
  return others
    .filter((other) => folded(other) !== short && folded(other).includes(short))
    .flatMap(formsOf)
    .reduce((rest, long) => rest.split(long).join(' , '), words)
}

function phrasesOf({ inNote }: NoteQuestion, { id, name }: GuestQuestion['options'][number]) {
  return [name.vi, name.en, ...(inNote.words[id] ?? [])]
}

function contains(words: string, phrase: string): boolean {
  return formsOf(phrase).some((form) => words.includes(form))
}

/** False without an occurrence, and if every occurrence follows a negation: "not pregnant", "không bị dị ứng". */
function isAffirmed(words: string, phrase: string): boolean {
  return formsOf(phrase)
    .filter((form) => words.includes(form))
    .flatMap((form) => words.split(form).slice(0, -1))
    .some((before) => !negation.test(foldDiacritics(before)))
}

const negation =
  /(?:^| )(?:no|not|without|never|khong|chua|dung)(?: (?:known|any|a|food|bi|co|phai|he|cho|bo))*$/

/**
 * A phrase is found with its diacritics or without any, so that "ca" may be fish (cá) and "cả" is not. The phrases are
 * those of the content and of the program.
 */
const formsOf = memoize(
  (phrase: string): readonly string[] => [
    ...new Set([toWords(phrase), toWords(foldDiacritics(phrase))]),
  ],
  2000,
)

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
