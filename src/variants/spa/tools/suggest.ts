/** Tool that suggests a treatment and an alternative. It makes no diagnosis and promises no results. */
import { z } from 'zod'
import type { ToolContext } from '../../../domain/trade/tool-context.ts'
import { argumentReaders } from '../../../kernel/argument-reader.ts'
import type { Locale } from '../../../kernel/locale.ts'
import { formatMoney } from '../../../kernel/money.ts'
import { type NamedValue, readNames } from '../../../kernel/name-reader.ts'
import { caution, describeTool, readTool, type Tool } from '../../../kernel/tool.ts'
import { healthArgument, minutesArgument } from '../../appointments/arguments.ts'
import { firstMonthsQuestion, formatHealthAdvice } from '../../appointments/health.ts'
import { allTreatments } from '../assortment.ts'
import type { SpaFiles, Treatment } from '../files.ts'

export function suggestTreatment(files: SpaFiles, { pageIndex }: ToolContext): Tool {
  const feelings = files.tags
  const { boxes, disclaimer } = files.health
  const about = (what: 'skin' | 'body') => feelings.filter((one) => one.about === what)
  const names = new Map(feelings.map(({ id, name }) => [id, name]))

  const brief = (treatment: Treatment, felt: readonly string[], locale: Locale) => ({
    service_id: treatment.id,
    name: treatment.name[locale],
    duration_minutes: treatment.minutes,
    price_vnd: treatment.price,
    fits: treatment.listed.tags
      .filter((id) => felt.includes(id))
      .map((id) => names.get(id)?.[locale] ?? id),
    url: pageIndex.addresses(`/treatments/${treatment.id}`, locale).html,
  })
  const suggestion = z.object({
    service_id: z.string(),
    name: z.string(),
    duration_minutes: z.int(),
    price_vnd: z.int(),
    fits: z.array(z.string()),
    url: z.string(),
  })

  return readTool({
    name: 'suggest_treatment',
    title: 'Suggest a treatment',
    ...describeTool(
      'Suggests one treatment and one alternative from how skin and body feel, the available minutes and the health ' +
        'boxes that apply.',
      caution('It is no diagnosis and no promise of results.'),
      'With a skin condition under treatment or a wound no facial is suggested and needs_doctor_first is true.',
    ),
    changesWith: 'content',
    input: z.strictObject({
      skin: feelingList(about('skin'), 'How the skin feels, by id.'),
      body: feelingList(about('body'), 'How the body feels, by id.'),
      minutes: minutesArgument('Available minutes.'),
      health: healthArgument(boxes),
    }),
    output: z.object({
      suggestion: suggestion.nullable(),
      alternative: suggestion.nullable(),
      needs_doctor_first: z.boolean(),
      why: z.string(),
      ask_first: z.array(z.string()).describe('Advice of the front desk on the health boxes.'),
      disclaimer: z.string(),
    }),
    run({ skin = [], body = [], minutes, health = [] }, { locale }) {
      const ticked = boxes.filter(({ id }) => health.includes(id))
      const doctorFirst = ticked.some(({ doctor_before_facial }) => doctor_before_facial)
      const felt = [...skin, ...body]
      const [first, second] = findMatchingTreatments(files, {
        felt,
        minutes,
        health,
        facials: !doctorFirst,
      })
      return {
        suggestion: first ? brief(first, felt, locale) : null,
        alternative: second ? brief(second, felt, locale) : null,
        needs_doctor_first: doctorFirst,
        why: [
          explainSuggestion(first, { felt, minutes, doctorFirst }, locale, names),
          ...[first, second].flatMap(
            (one) => firstMonthsQuestion(boxes, one, { health })?.[locale] ?? [],
          ),
          ...formatHealthAdvice(ticked, first?.listed.ask_first ?? [], locale),
        ].join(' '),
        ask_first: ticked.map(({ advice }) => advice[locale]),
        disclaimer: disclaimer[locale],
      }
    },
    summarize({ suggestion, alternative, why }, locale) {
      if (!suggestion) return why
      const show = ({ name, duration_minutes, price_vnd }: typeof suggestion) =>
        `${name} (${duration_minutes} ${{ vi: 'phút', en: 'minutes' }[locale]}, ${formatMoney(price_vnd, locale)})`
      const other = alternative
        ? { vi: ` Hoặc ${show(alternative)}.`, en: ` Or ${show(alternative)}.` }[locale]
        : ''
      return `${show(suggestion)}.${other} ${why}`
    },
  })
}

type SuggestionQuery = {
  felt: readonly string[]
  minutes: number | undefined
  health: readonly string[]
  facials: boolean
}

/** Fewest concerns about the health boxes first, then most matching feelings, then the longest within the minutes. */
function findMatchingTreatments(
  files: SpaFiles,
  { felt, minutes, health, facials }: SuggestionQuery,
): Treatment[] {
  const matchCount = ({ listed }: Treatment) => listed.tags.filter((id) => felt.includes(id)).length
  const askFirstCount = ({ listed }: Treatment) =>
    listed.ask_first.filter((id) => health.includes(id)).length
  return allTreatments(files)
    .filter(
      (one) =>
        one.listed.guests === 1 &&
        (facials || !one.listed.facial) &&
        one.minutes <= (minutes ?? Number.POSITIVE_INFINITY) &&
        (felt.length === 0 || matchCount(one) > 0),
    )
    .sort(
      (one, other) =>
        askFirstCount(one) - askFirstCount(other) ||
        matchCount(other) - matchCount(one) ||
        (minutes === undefined ? one.minutes - other.minutes : other.minutes - one.minutes),
    )
}

function explainSuggestion(
  first: Treatment | undefined,
  {
    felt,
    minutes,
    doctorFirst,
  }: { felt: readonly string[]; minutes: number | undefined; doctorFirst: boolean },
  locale: Locale,
  names: ReadonlyMap<string, { vi: string; en: string }>,
): string {
  const doctor = doctorFirst
    ? {
        vi: 'Xin hỏi bác sĩ trước khi làm da mặt; chúng tôi không gợi ý liệu trình nào cho mặt.',
        en: 'Please ask a doctor before any facial; none is suggested here.',
      }[locale]
    : ''
  if (!first) {
    const none = {
      vi: 'Không có liệu trình nào vừa với những điều này; quầy sẽ tư vấn qua điện thoại.',
      en: 'No treatment matches all of this; the front desk can advise by phone.',
    }[locale]
    return `${none} ${doctor}`.trim()
  }
  const matches = first.listed.tags
    .filter((id) => felt.includes(id))
    .map((id) => names.get(id)?.[locale])
  const reason =
    matches.length > 0
      ? { vi: `Hợp với: ${matches.join('; ')}.`, en: `Suitable for: ${matches.join('; ')}.` }[
          locale
        ]
      : {
          vi: minutes ? `Vừa trong ${minutes} phút.` : 'Một lựa chọn để bắt đầu.',
          en: minutes ? `It takes at most ${minutes} minutes.` : 'A good option to start with.',
        }[locale]
  return `${reason} ${doctor}`.trim()
}

function feelingList(known: readonly NamedValue[], description: string) {
  const idList = known.map(({ id, name }) => `${id} (${name.en})`).join('; ')
  return z
    .array(z.enum(known.map(({ id }) => id)))
    .max(8)
    .optional()
    .meta({ description: `${description} ${idList}` })
    .register(argumentReaders, { read: readNames(known, { acceptsPartialMatch: true }) })
}
