/** What a guest declared about health, in a few words. */
import { answerRows, isHealthQuestion } from '../domain/guest/questions.ts'
import type { Answers } from '../domain/scheduling/guest-question.ts'
import type { Locale } from '../kernel/locale.ts'
import type { DeskContext } from './context.ts'

/** The words of the guest say the same as the boxes, if there are any. */
export function formatHealth({ shop }: DeskContext, answers: Answers, locale: Locale): string {
  const questions = shop.booking.questions.filter(isHealthQuestion)
  const rowsOf = (some: typeof questions) => answerRows(some, answers, locale)
  const ticked = rowsOf(questions.filter(({ choice }) => choice !== 'text'))
  const rows = ticked.length > 0 ? ticked : rowsOf(questions)
  return rows.map(([, answer]) => answer).join(', ')
}
