/** Arguments and read-back texts for the questions of the trade. */
import type { z } from 'zod'
import { argumentReaders } from '../../kernel/argument-reader.ts'
import type { Locale } from '../../kernel/locale.ts'
import { readName, readNames } from '../../kernel/name-reader.ts'
import { answerField, answerRows } from '../guest/questions.ts'
import type { Answers, GuestQuestion } from '../scheduling/guest-question.ts'

export function questionArguments(questions: readonly GuestQuestion[]): z.ZodRawShape {
  return Object.fromEntries(
    questions.map((question) => {
      const { description, maxAnswers, ...reading } = question.tool
      const read = question.choice === 'many' ? readNames : readName
      const field = answerField(question, maxAnswers).optional().meta({ description })
      const reader = { ...reading, read: read(question.options, reading) }
      return [question.name, field.register(argumentReaders, reader)]
    }),
  )
}

/** "must avoid: Milk", or what the trade says if the guest answered nothing. */
export function readBackAnswers(
  questions: readonly GuestQuestion[],
  answers: Answers,
  locale: Locale,
): string[] {
  return questions.flatMap((question) => {
    const [row] = answerRows([question], answers, locale)
    if (!row) return question.noneText ? [question.noneText[locale]] : []
    const [heading, text] = row
    return [`${heading.charAt(0).toLocaleLowerCase(locale)}${heading.slice(1)}: ${text}`]
  })
}
