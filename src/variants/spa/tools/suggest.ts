/** Tool that suggests a treatment and an alternative. It makes no diagnosis and promises no results. */
import { z } from 'zod'
import { filterArguments, maxPriceFilter } from '../../../domain/catalogue/filters.ts'
import { namedOption } from '../../../domain/catalogue/named-option.ts'
import { describeField } from '../../../domain/tools/arguments.ts'
import { availabilityField, toAvailabilityField } from '../../../domain/tools/sold-out.ts'
import type { ToolContext } from '../../../domain/trade/tool-context.ts'
import { argumentReaders } from '../../../kernel/argument-reader.ts'
import { customIssue, oneOf } from '../../../kernel/input.ts'
import type { Locale, LocalizedText } from '../../../kernel/locale.ts'
import { formatMoney } from '../../../kernel/money.ts'
import { type NamedValue, readNames, type Synonym } from '../../../kernel/name-reader.ts'
import { caution, describeTool, readTool, type Tool } from '../../../kernel/tool.ts'
import { healthArguments, minutesArgument } from '../../appointments/arguments.ts'
import { formatHealthAdvice } from '../../appointments/health.ts'
import {
  explainExclusion,
  findExclusion,
  namedInstead,
  proposeInstead,
  type ReportedHealth,
  readHealth,
} from '../../appointments/health-rules.ts'
import { rankServices } from '../../appointments/suggestion.ts'
import { allTreatments } from '../assortment.ts'
import { type SpaFiles, type Treatment, words } from '../files.ts'

export const suggestToolName = 'suggest_treatment'

export function suggestTreatment(
  files: SpaFiles,
  { assortment, catalogue, pageIndex, rules }: ToolContext,
): Tool {
  const feelings = files.tags
  const { boxes, disclaimer } = files.health
  const about = (what: 'skin' | 'body') => feelings.filter((one) => one.about === what)
  const isOffered = ({ id }: Treatment) => catalogue.find(id)?.soldOut?.until !== null
  const names = new Map(feelings.map(({ id, name }) => [id, name]))

  const brief = (treatment: Treatment, felt: readonly string[], locale: Locale) => ({
    service_id: treatment.id,
    name: treatment.name[locale],
    duration_minutes: treatment.minutes,
    price_vnd: treatment.price,
    fits: treatment.listed.tags
      .filter((id) => felt.includes(id))
      .map((id) => names.get(id)?.[locale] ?? id),
    ...toAvailabilityField(catalogue.find(treatment.id), locale),
    url: pageIndex.addresses(`/treatments/${treatment.id}`, locale).html,
  })
  const suggestion = z.object({
    service_id: z.string(),
    name: z.string(),
    duration_minutes: z.int(),
    price_vnd: z.int(),
    fits: z.array(z.string()),
    ...availabilityField,
    url: z.string(),
  })

  return readTool({
    name: suggestToolName,
    title: 'Suggest a treatment',
    ...describeTool(
      'Suggests one treatment and one alternative from how skin and body feel and which health conditions apply.',
      caution('It is no diagnosis and no promise of results.'),
      'With a skin condition under treatment or a wound no facial is suggested. What a condition rules out is left out, ' +
        'and why says so.',
    ),
    changesWith: 'content',
    input: z.strictObject({
      ...feelingArguments(about('skin'), about('body')),
      minutes: minutesArgument('Available minutes.'),
      category: describeField(
        namedOption(assortment.categories).optional(),
        'A category’s id or name.',
        { maxLength: 100 },
      ),
      ...filterArguments({ max_price: maxPriceFilter('Maximum price in dong.') }),
      ...askedHealth(boxes),
    }),
    output: z.object({
      suggestion: suggestion.nullable(),
      alternative: suggestion.nullable(),
      needs_doctor_first: z.boolean().describe('A condition calls for a doctor.'),
      why: z.string(),
      ask_first: z.array(z.string()).describe('Advice of the front desk on the health conditions.'),
      ...(disclaimer && { disclaimer: z.string() }),
    }),
    run({ skin = [], body = [], minutes, category, max_price: maxPrice, ...written }, { locale }) {
      const reported = readHealth(files, rules.questions, written)
      const ticked = boxes.filter((box) => reported.boxes.includes(box))
      const noFacial = ticked.some(({ doctor_before_facial }) => doctor_before_facial)
      const felt = [...skin, ...body]
      const offered = allTreatments(files).filter(
        (one) =>
          one.listed.guests === 1 &&
          !(noFacial && one.listed.facial) &&
          (category === undefined || one.category === category) &&
          one.price <= (maxPrice ?? Number.POSITIVE_INFINITY) &&
          one.minutes <= (minutes ?? Number.POSITIVE_INFINITY) &&
          isOffered(one),
      )
      const matching = rankServices(offered, { felt, minutes, boxes: ticked })
      const possible = matching.filter((one) => !findExclusion(one, reported))
      const isLess = possible.length < matching.length
      const instead = isLess ? namedInstead(offered, reported) : []
      const [first, second] = [...new Set([...possible, ...instead])]
      const leftOut = explainLeftOut(matching, reported)
      const concerned = [
        ...((first ?? matching[0])?.listed.ask_first ?? []),
        ...matching.flatMap((one) => findExclusion(one, reported)?.box.id ?? []),
      ]
      return {
        suggestion: first ? brief(first, felt, locale) : null,
        alternative: second ? brief(second, felt, locale) : null,
        needs_doctor_first: noFacial || ticked.some(({ doctor_first }) => doctor_first),
        why: [
          ...(first || leftOut.length === 0
            ? [explainSuggestion(first, { felt, minutes, noFacial }, locale, names)]
            : []),
          ...leftOut.map((text) => text[locale]),
          ...(isLess && !first
            ? proposeInstead(namedInstead(allTreatments(files).filter(isOffered), reported)).map(
                (text) => text[locale],
              )
            : []),
          ...formatHealthAdvice(ticked, concerned, locale),
        ].join(' '),
        ask_first: ticked.map(({ advice }) => advice[locale]),
        ...(disclaimer && { disclaimer: disclaimer[locale] }),
      }
    },
    summarize({ suggestion, alternative, why }, locale) {
      if (!suggestion) return why
      const show = ({ name, duration_minutes, price_vnd, availability }: typeof suggestion) => {
        const minutes = `${duration_minutes} ${{ vi: 'phút', en: 'minutes' }[locale]}`
        const facts = [
          minutes,
          formatMoney(price_vnd, locale),
          ...(availability ? [availability] : []),
        ]
        return `${name} (${facts.join(', ')})`
      }
      const other = alternative
        ? { vi: ` Hoặc ${show(alternative)}.`, en: ` Or ${show(alternative)}.` }[locale]
        : ''
      return `${show(suggestion)}.${other} ${why}`
    },
  })
}

/** A sentence for each rule that excludes some of the treatments. */
function explainLeftOut(matching: readonly Treatment[], reported: ReportedHealth): LocalizedText[] {
  const excluded = matching.flatMap((one) => {
    const exclusion = findExclusion(one, reported)
    return exclusion ? [{ one, exclusion }] : []
  })
  const groups = Map.groupBy(excluded, ({ exclusion: { box, rule } }) => `${rule} ${box.id}`)
  return [...groups.values()].flatMap((group) => {
    const services = group.map(({ one }) => one)
    return group.slice(0, 1).map(({ exclusion }) => explainExclusion(exclusion, services, words))
  })
}

function explainSuggestion(
  first: Treatment | undefined,
  {
    felt,
    minutes,
    noFacial,
  }: { felt: readonly string[]; minutes: number | undefined; noFacial: boolean },
  locale: Locale,
  names: ReadonlyMap<string, { vi: string; en: string }>,
): string {
  const doctor = noFacial
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

/** Only what the spa has feelings for. */
function feelingArguments(skin: readonly NamedValue[], body: readonly NamedValue[]) {
  const all = {
    skin: feelingList(skin, 'How the skin feels, by id or name:'),
    body: feelingList(body, 'How the body feels, by id or name:'),
  }
  return {
    ...(skin.length > 0 && { skin: all.skin }),
    ...(body.length > 0 && { body: all.body }),
  } as typeof all
}

/** Only in a spa with health boxes. */
function askedHealth(boxes: SpaFiles['health']['boxes']) {
  const all = healthArguments(boxes)
  return (boxes.length > 0 ? all : {}) as typeof all
}

/** What guests call the feelings of the sample; ids that a shop does not have are left out. */
const feelingSynonyms: readonly Synonym[] = [
  { ids: ['cang-thang'], words: ['stress', 'stressed', 'anxious', 'anxiety', 'lo âu'] },
  { ids: ['kho-ngu'], words: ['insomnia', 'sleepless', 'mất ngủ'] },
  { ids: ['dau-nang'], words: ['headache', 'headaches', 'đau đầu', 'nhức đầu'] },
  { ids: ['moi-lung'], words: ['back pain', 'backache', 'đau lưng'] },
  { ids: ['ue-oai'], words: ['tired', 'exhausted', 'fatigue', 'mệt', 'mệt mỏi'] },
]

/** The ids are in the description only, with their names: definitions must stay short. */
function feelingList(known: readonly NamedValue[], description: string) {
  const idList = known.map(({ id, name }) => `${id} (${name.en})`).join('; ')
  const ids = known.map(({ id }) => id)
  const feeling = z
    .string()
    .superRefine((id, context) => {
      if (!ids.includes(id)) context.addIssue(customIssue('not_one_of', oneOf(ids)))
    })
    .meta({ maxLength: 100 })
  return z
    .array(feeling)
    .max(8)
    .optional()
    .meta({ description: `${description} ${idList}` })
    .register(argumentReaders, {
      read: readNames(known, { synonyms: feelingSynonyms, acceptsPartialMatch: true }),
    })
}
