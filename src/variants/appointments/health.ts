/** What a trade asks about health, the advice for the boxes, and the rule of the first months. */
import type {
  Answers,
  GuestQuestion,
  QuestionConsent,
} from '../../domain/scheduling/guest-question.ts'
import type { Locale, LocalizedText } from '../../kernel/locale.ts'
import type { FieldError } from '../../kernel/problem.ts'
import { healthArgumentText, maxHealthArguments } from './arguments.ts'
import { healthCues, healthSynonyms, healthWords, pregnancyMonth } from './health-words.ts'
import type { HealthBox, Service } from './values.ts'

/** The boxes, and a text. The trade adds the texts that mention its people. */
export function healthQuestions(
  boxes: readonly HealthBox[],
  texts: Pick<GuestQuestion, 'label' | 'hint' | 'description'> & { consent: QuestionConsent },
): GuestQuestion[] {
  return [
    {
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
        'More about the health boxes, in the guest’s words; at most 500 characters. Only staff see it.',
      example: 'Tôi mang thai tháng thứ năm.',
      tool: { description: 'More about them, in the guest’s words: month of pregnancy, allergy.' },
      sensitivity: 'health',
      audience: 'staff',
      consent: texts.consent,
    },
  ]
}

const detailsName = 'health_details'

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

type HealthInput = Readonly<Record<string, unknown>>

/** The ticked box that excludes this service in the first months, and the month if the guest said it. */
function findFirstMonths(
  boxes: readonly HealthBox[],
  service: Service | undefined,
  input: HealthInput,
) {
  const ids = [input.health ?? []].flat()
  const box = boxes.find(
    ({ id, not_in_first_months: months }) =>
      months !== undefined && ids.includes(id) && service?.listed.ask_first.includes(id),
  )
  const details = input[detailsName]
  return box && { box, month: typeof details === 'string' ? pregnancyMonth(details) : undefined }
}

/** The error of a request for a service that is not offered in the first months. */
export function firstMonthsErrors(
  boxes: readonly HealthBox[],
  service: Service | undefined,
  input: HealthInput,
): FieldError[] {
  const found = findFirstMonths(boxes, service, input)
  const months = found?.box.not_in_first_months ?? 0
  if (found?.month === undefined || found.month > months) return []
  const message: LocalizedText = {
    vi: `Trong ${months} tháng đầu thai kỳ chúng tôi không nhận ${service?.name.vi}.`,
    en: `In the first ${months} months of pregnancy we do not take bookings of ${service?.name.en}.`,
  }
  return [{ name: detailsName, code: 'not_open', message }]
}

/** What the guest must confirm if the month is not known. */
export function firstMonthsQuestion(
  boxes: readonly HealthBox[],
  service: Service | undefined,
  input: HealthInput,
): LocalizedText | undefined {
  const found = findFirstMonths(boxes, service, input)
  if (!found || found.month !== undefined) return undefined
  const months = found.box.not_in_first_months
  return {
    vi: `Trong ${months} tháng đầu thai kỳ chúng tôi không nhận ${service?.name.vi}: bạn đang ở tháng thứ mấy?`,
    en: `In the first ${months} months of pregnancy we do not take bookings of ${service?.name.en}: which month is it?`,
  }
}
