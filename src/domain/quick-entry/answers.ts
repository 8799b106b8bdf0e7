/** Finds answers to the questions of the trade in the note of a quick entry: "sinh nhật bé Na". */
import { foldDiacritics } from '../../kernel/fold-diacritics.ts'
import type { Answers, GuestQuestion } from '../scheduling/guest-question.ts'

/** The note stays complete, because "bánh sinh nhật" says more than its answer. */
export function findAnswers(questions: readonly GuestQuestion[], note: string): Answers {
  const text = toWords(note)
  return Object.fromEntries(
    questions.flatMap(({ name, choice, options }) => {
      const ids = options
        .filter(({ phrases = [] }) => phrases.some((phrase) => text.includes(toWords(phrase))))
        .map(({ id }) => id)
      const found = choice === 'one' ? ids.slice(0, 1) : ids
      return found.length > 0 ? [[name, found]] : []
    }),
  )
}

/** Folded words between single spaces, so that a phrase matches whole words only. */
function toWords(text: string): string {
  return ` ${foldDiacritics(text)
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '')
    .join(' ')} `
}
