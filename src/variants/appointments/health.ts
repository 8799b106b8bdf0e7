/** The health boxes that a trade asks about, and the advice for them. */
import type {
  Answers,
  GuestQuestion,
  QuestionConsent,
} from '../../domain/scheduling/guest-question.ts'
import type { Locale } from '../../kernel/locale.ts'
import { healthArgumentText, maxHealthArguments } from './arguments.ts'
import { healthSynonyms } from './health-words.ts'
import type { HealthBox } from './values.ts'

/** The trade adds the texts that mention its people. */
export function healthQuestion(
  boxes: readonly HealthBox[],
  texts: Pick<GuestQuestion, 'label' | 'hint' | 'description'> & { consent: QuestionConsent },
): GuestQuestion {
  return {
    ...texts,
    name: 'health',
    choice: 'many',
    options: boxes,
    maxAnswers: 20,
    heading: { vi: 'Sức khoẻ', en: 'Health' },
    noneText: { vi: 'không đánh dấu gì về sức khoẻ', en: 'no health box ticked' },
    tool: {
      description: healthArgumentText,
      maxAnswers: maxHealthArguments,
      aliases: ['health_boxes', 'health_conditions', 'conditions'],
      synonyms: healthSynonyms,
    },
    sensitivity: 'health',
    audience: 'staff',
  }
}

/** Whether the guest ticked one of these boxes. */
export function hasTicked(answers: Answers, boxes: readonly Pick<HealthBox, 'id'>[]): boolean {
  return boxes.some(({ id }) => answers.health?.includes(id))
}

/** Advice for the ticked boxes that matter for a service. */
export function formatHealthAdvice(
  ticked: readonly HealthBox[],
  healthBoxIds: readonly string[],
  locale: Locale,
): string[] {
  return ticked
    .filter(({ id }) => healthBoxIds.includes(id))
    .map(({ name, advice }) => `${name[locale]}: ${advice[locale]}`)
}
