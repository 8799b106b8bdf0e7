/** Arguments and read-back texts for the questions of the trade. */
import type { z } from 'zod'
import { argumentReaders } from '../../kernel/argument-reader.ts'
import type { Locale, LocalizedText } from '../../kernel/locale.ts'
import { readName, readNames } from '../../kernel/name-reader.ts'
import { isMentioned, mentionedOptions } from '../guest/note.ts'
import { answerField, answerRows, maxAnswerLength } from '../guest/questions.ts'
import type { Answers, GuestQuestion } from '../scheduling/guest-question.ts'

export function questionArguments(questions: readonly GuestQuestion[]): z.ZodRawShape {
  return Object.fromEntries(
    questions.map((question) => {
      const { description, maxAnswers, ...reading } = question.tool
      const bounds = question.choice === 'text' ? { maxLength: maxAnswerLength } : {}
      const field = answerField(question, maxAnswers)
        .optional()
        .meta({ description, ...bounds })
      if (question.choice === 'text') return [question.name, field]
      const read = question.choice === 'many' ? readNames : readName
      const options = { ...reading, unknownHint: otherAnswerHint(question) }
      const reader = { ...reading, read: read(question.options, options) }
      return [question.name, field.register(argumentReaders, reader)]
    }),
  )
}

/** An allergy or condition without an id is not left out. */
function otherAnswerHint({ inNote }: GuestQuestion): LocalizedText | undefined {
  if (!inNote) return undefined
  return {
    vi: `Điều khác gửi ở ${inNote.details}.`,
    en: `Another one is sent in ${inNote.details}.`,
  }
}

/**
 * "must avoid: Milk", or what the trade says if the guest answered nothing: not if the note or the guest's own words
 * mention something of the kind.
 */
export function readBackAnswers(
  questions: readonly GuestQuestion[],
  answers: Answers,
  note: string | undefined,
  locale: Locale,
): string[] {
  return questions.flatMap((question) => {
    const [row] = answerRows([question], answers, locale)
    if (!row) {
      const { noneText, inNote } = question
      const isAnswered = (answers[inNote?.details ?? ''] ?? []).length > 0
      return noneText && !isAnswered && !isMentioned(question, note) ? [noneText[locale]] : []
    }
    const [heading, text] = row
    const stated = text.replace(/[.;,]+$/, '')
    return [`${heading.charAt(0).toLocaleLowerCase(locale)}${heading.slice(1)}: ${stated}`]
  })
}

/** Options that stay in the note, because it names them without saying that the guest must avoid them. */
export function noteWarnings(
  questions: readonly GuestQuestion[],
  answers: Answers,
  note: string | undefined,
  locale: Locale,
): string[] {
  return questions.flatMap((question) => {
    const ids = mentionedOptions(question, note).filter(
      (id) => !answers[question.name]?.includes(id),
    )
    if (ids.length === 0) return []
    const names = question.options
      .filter(({ id }) => ids.includes(id))
      .map(({ name }) => name[locale])
    return [
      {
        vi: `Ghi chú có nhắc đến: ${names.join(', ')}. Điều này chưa được ghi vào mục “${question.label.vi}”; nếu cần ghi, xin nói rõ.`,
        en: `The note mentions: ${names.join(', ')}. This is not recorded under “${question.label.en}”; if it should be, please say so.`,
      }[locale],
    ]
  })
}
