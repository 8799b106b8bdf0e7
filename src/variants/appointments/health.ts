/** What a trade asks about health, and the advice for the boxes. */
import type {
  Answers,
  GuestQuestion,
  QuestionConsent,
} from '../../domain/scheduling/guest-question.ts'
import type { Locale } from '../../kernel/locale.ts'
import { healthArgumentText, healthDetailsText, maxHealthArguments } from './arguments.ts'
import { healthCues, healthSynonyms, healthWords } from './health-words.ts'
import type { HealthBox } from './values.ts'

/** The boxes, and a text; nothing in a shop without boxes. The trade adds the texts that mention its people. */
export function healthQuestions(
  boxes: readonly HealthBox[],
  texts: Pick<GuestQuestion, 'label' | 'hint' | 'description'> & { consent: QuestionConsent },
): GuestQuestion[] {
  if (boxes.length === 0) return []
  return [
    {
      ...texts,
      name: 'health',
      choice: 'many',
      options: boxes,
      maxAnswers: 20,
      heading: { vi: 'Sức khoẻ', en: 'Health' },
      noneText: { vi: 'không báo gì về sức khoẻ', en: 'no health conditions reported' },
      tool: {
        description: healthArgumentText,
        maxAnswers: maxHealthArguments,
        aliases: ['health_boxes', 'health_conditions', 'conditions'],
        synonyms: healthSynonyms,
      },
      inNote: { details: detailsName, cues: healthCues, words: healthWords, needsCue: false },
      sensitivity: 'health',
      audience: 'staff',
    },
    {
      name: detailsName,
      choice: 'text',
      options: [],
      label: { vi: 'Nói thêm về sức khoẻ', en: 'More about your health' },
      hint: {
        vi: 'Ví dụ mang thai tháng thứ mấy, hoặc dị ứng với gì.',
        en: 'Such as the month of a pregnancy, or what you are allergic to.',
      },
      heading: { vi: 'Về sức khoẻ', en: 'About health' },
      description:
        'More about the health conditions, in the guest’s words; at most 500 characters. Only staff see it.',
      example: 'Tôi mang thai tháng thứ năm.',
      tool: { description: healthDetailsText },
      sensitivity: 'health',
      audience: 'staff',
      consent: texts.consent,
    },
  ]
}

export const detailsName = 'health_details'

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
