/** What follows from the questions of a trade: request and response fields, and the answers in words. */
import { z } from 'zod'
import type { Locale } from '../../kernel/locale.ts'
import type { Answers, GuestQuestion } from '../scheduling/guest-question.ts'
import { multiLineField } from './fields.ts'

type Questions = readonly GuestQuestion[]

/** Fields of a booking request; all of them are optional. */
export function questionFields(questions: Questions): z.ZodRawShape {
  return fieldsOf(questions, (question) => {
    const [first] = question.options
    const example = question.choice === 'many' ? [first?.id] : (first?.id ?? question.example)
    return answerField(question).optional().meta({ description: question.description, example })
  })
}

/** Fields of a response, for the answers that everyone with the code may see. */
export function answerResponseFields(questions: Questions): z.ZodRawShape {
  return fieldsOf(questions.filter(isForGuests), (question) =>
    answerField(question).optional().describe(question.description),
  )
}

export function toAnswerResponse(
  questions: Questions,
  answers: Answers,
): Record<string, string | readonly string[]> {
  return Object.fromEntries(
    questions.filter(isForGuests).flatMap(({ name, choice, options }) => {
      // Without options that the owner has removed, which the schema of the response no longer lists.
      const isOption = (id: string) => choice === 'text' || options.some((one) => one.id === id)
      const [first, ...others] = (answers[name] ?? []).filter(isOption)
      if (first === undefined) return []
      return [[name, choice === 'many' ? [first, ...others] : first]]
    }),
  )
}

/** The schema of an answer, without a description. */
export function answerField(
  { choice, options, maxAnswers = options.length }: GuestQuestion,
  limit = maxAnswers,
): z.ZodType {
  if (choice === 'text') return multiLineField(maxAnswerLength)
  const id = z.enum(options.map((option) => option.id))
  return choice === 'one' ? id : z.array(id).max(limit)
}

/** Of an answer in the guest's own words. */
export const maxAnswerLength = 500

function fieldsOf(questions: Questions, field: (question: GuestQuestion) => z.ZodType) {
  return Object.fromEntries(questions.map((question) => [question.name, field(question)]))
}

/** The answers in the fields of a request or a response, each option once. */
export function readAnswers(
  questions: Questions,
  fields: Readonly<Record<string, unknown>>,
): Answers {
  return Object.fromEntries(
    questions.flatMap(({ name }) => {
      const ids = ([fields[name] ?? []].flat() as string[]).filter((id) => id !== '')
      return ids.length > 0 ? [[name, [...new Set(ids)]]] : []
    }),
  )
}

/**
 * Heading and text of each answer, in the order of the options. One that the owner has removed is shown by its id, and
 * the words of a guest as they are.
 */
export function answerRows(
  questions: Questions,
  answers: Answers,
  locale: Locale,
): [heading: string, text: string][] {
  return questions.flatMap(({ name, heading, options }) => {
    const ids = answers[name] ?? []
    const chosen = options.filter(({ id }) => ids.includes(id))
    const removed = ids.filter((id) => !chosen.some((option) => option.id === id))
    const texts = [...chosen.map((option) => option.name[locale]), ...removed]
    return texts.length > 0 ? [[heading[locale], texts.join(', ')] as [string, string]] : []
  })
}

export function isForGuests({ audience }: GuestQuestion): boolean {
  return audience === 'guest'
}

export function isHealthQuestion({ sensitivity }: GuestQuestion): boolean {
  return sensitivity === 'health'
}

export function isOrdinaryQuestion(question: GuestQuestion): boolean {
  return !isHealthQuestion(question)
}
