/** The page that lists all services: a question that leads to a suggestion, and a filter by variant or duration. */
import { type Block, heading, type Page, paragraph } from '../../content/document.ts'
import { pageUrl } from '../../content/page-url.ts'
import { type Business, vatText } from '../../content/shop.ts'
import type { Named, Offer } from '../../domain/catalogue/offer.ts'
import type { ChosenFilter, ListFilter } from '../../domain/pages/filters.ts'
import {
  describeChosen,
  filterList,
  type ListSource,
  type ResultLink,
} from '../../domain/pages/offer-list.ts'
import { type FindPicture, sharedPicture } from '../../domain/pages/pictures.ts'
import { forEachLocale, type Locale, type LocalizedText } from '../../kernel/locale.ts'
import type { AppointmentTrade } from './declaration.ts'
import { servicesById } from './services.ts'
import { rankServices } from './suggestion.ts'
import type { AppointmentValues, Service } from './values.ts'
import { label, namesOf } from './words.ts'

type Services = ReadonlyMap<string, Service>

export function listPage(
  trade: AppointmentTrade,
  values: AppointmentValues,
  offers: readonly Offer[],
  find: FindPicture,
  business: Business,
): Page {
  const { words, listPage: texts } = trade
  const names = namesOf(words)
  const services = servicesById(values)
  const categories = values.services.map(({ category }) => category)
  const byTag = tagFilter(trade, values)
  const other = words.variant ? variantFilter(words.variant, values, services) : durationFilter
  const filters = [...(values.tags.length > 0 ? [byTag] : []), other]
  const source: ListSource = {
    path: `/${names.services}`,
    title: texts.title,
    intro: forEachLocale((locale) => `${texts.description[locale]}${vatText(business)[locale]}.`),
    nouns: { vi: words.service.vi, en: { one: words.service.en, other: names.services } },
    groupsLabel: label({ vi: `nhóm ${words.service.vi}`, en: `kinds of ${names.services}` }),
    offers: offers.filter(({ id }) => services.has(id)),
    categories,
    filters,
    find,
    variantOf: ({ id }) => {
      const { listed, variant } = services.get(id) ?? {}
      return listed && variant && { name: listed.name, variant: label(variant.name) }
    },
    texts: {
      title: (title, chosen, locale) => `${title}: ${describeChosen(chosen, locale)}`,
      summary: describeChosen,
      caution: (chosen, locale) =>
        chosenIds(chosen, byTag.name).length > 0 ? onlySuggestion[locale] : undefined,
      links: (chosen, locale) => suggestionLinks(services, offers, chosen, byTag, locale),
      bookingQuery: () => '',
    },
  }

  return {
    path: source.path,
    kind: 'page',
    title: texts.title,
    queryNames: filters.map(({ name }) => name),
    document(locale, query = new Map()) {
      const { list, matching: _, chosen, ...filtered } = filterList(source, query, locale)
      return {
        ...filtered,
        description: `${texts.description[locale]}${vatText(business)[locale]}.`,
        ...sharedPicture(find(names.services, categories[0]?.id ?? '')),
        blocks: [
          ...guideBlocks(trade, values, source.path, chosen, locale),
          list,
          ...variantBlocks(trade, values, locale),
          ...(texts.end?.(values, locale) ?? healthBlocks(values, locale)),
        ],
      }
    },
  }
}

const choice: LocalizedText = { vi: 'lựa chọn ở đây', en: 'one of the choices' }

/** Asked by the guide, so the form does not offer it. */
function tagFilter({ words, listPage }: AppointmentTrade, values: AppointmentValues): ListFilter {
  return {
    name: words.tag.en,
    legend: listPage.question,
    options: values.tags,
    offered: [],
    noun: choice,
    describe: ({ name }, locale) => name[locale],
    matches: ({ tags }, wanted) => wanted.every((tag) => tags.includes(tag)),
  }
}

function variantFilter(
  variant: NonNullable<AppointmentTrade['words']['variant']>,
  values: AppointmentValues,
  services: Services,
): ListFilter {
  return {
    name: variant.noun,
    legend: variant.label,
    options: (values.variants ?? []).map((one) => ({ ...one, name: label(one.name) })),
    anyLabel: { vi: 'Tất cả', en: 'All' },
    noun: choice,
    describe: ({ name }, locale) => name[locale],
    matches({ id }, [wanted]) {
      const own = services.get(id)?.variant
      return own === undefined || own.id === wanted
    },
  }
}

const durationFilter: ListFilter = {
  name: 'minutes',
  legend: { vi: 'Bạn có bao nhiêu thời gian?', en: 'How much time do you have?' },
  options: ['45', '60', '90', '120'].map((id) => ({
    id,
    name: { vi: `${id} phút`, en: `${id} minutes` },
  })),
  anyLabel: { vi: 'Bao lâu cũng được', en: 'Any duration' },
  noun: choice,
  describe: ({ name }, locale) => ({ vi: `Tối đa ${name.vi}`, en: `Up to ${name.en}` })[locale],
  matches: ({ minutes = 0 }, [max]) => minutes <= Number(max),
}

const onlySuggestion: LocalizedText = {
  vi: 'Đây chỉ là gợi ý, không phải chẩn đoán. Xin nói trước với chúng tôi về sức khoẻ của bạn.',
  en: 'This is a suggestion, not a diagnosis. Please tell us about your health beforehand.',
}

function chosenIds(chosen: readonly ChosenFilter[], name: string): readonly string[] {
  const found = chosen.find(({ filter }) => filter.name === name)
  return found?.options.map(({ id }) => id) ?? []
}

/** The best two for what the guest feels or needs. What is for two, or sold out, is only in the list. */
function suggestionLinks(
  services: Services,
  offers: readonly Offer[],
  chosen: readonly ChosenFilter[],
  byTag: ListFilter,
  locale: Locale,
): ResultLink[] {
  const felt = chosenIds(chosen, byTag.name)
  if (felt.length === 0) return []
  const byId = new Map(offers.map((offer) => [offer.id, offer]))
  const passes = ({ id, listed }: Service) => {
    const offer = byId.get(id)
    return (
      offer !== undefined &&
      offer.soldOut?.until !== null &&
      (listed.guests ?? 1) === 1 &&
      chosen.every(({ filter, options }) =>
        filter.matches(
          offer,
          options.map((option) => option.id),
        ),
      )
    )
  }
  const [minutes] = chosenIds(chosen, durationFilter.name)
  const ranked = rankServices([...services.values()].filter(passes), {
    felt,
    minutes: minutes === undefined ? undefined : Number(minutes),
    boxes: [],
  })
  const texts = [
    { vi: 'Gợi ý', en: 'We suggest' },
    { vi: 'Hoặc', en: 'Or' },
  ]
  return ranked.slice(0, texts.length).map(({ id, name, minutes: duration }, at) => ({
    text: `${texts[at]?.[locale]}: ${name[locale]} · ${duration}\u00a0${{ vi: 'phút', en: 'minutes' }[locale]}`,
    href: byId.get(id)?.path ?? '',
    main: at === 0,
  }))
}

/** One closed question; its answers are links, in groups if there are many. */
function guideBlocks(
  { words, listPage }: AppointmentTrade,
  values: AppointmentValues,
  path: string,
  chosen: readonly ChosenFilter[],
  locale: Locale,
): Block[] {
  if (values.tags.length === 0) return []
  const others = Object.fromEntries(
    chosen
      .filter(({ filter }) => filter.name !== words.tag.en)
      .map(({ filter, options }) => [filter.name, options.map(({ id }) => id).join(',')]),
  )
  const answers = (name: LocalizedText, tags: readonly Named[]): Block => ({
    kind: 'choices',
    as: 'answers',
    label: name[locale],
    choices: tags.map((tag) => ({
      text: tag.name[locale],
      href: `${pageUrl(path, { ...others, [words.tag.en]: tag.id })}#results`,
      current: chosenIds(chosen, words.tag.en).includes(tag.id),
    })),
  })
  const groups = listPage.tagGroups?.(values) ?? []
  const blocks =
    groups.length < 2
      ? [answers(listPage.question, values.tags)]
      : groups.map(
          ({ name, tags }): Block => ({
            kind: 'disclosure',
            title: name[locale],
            blocks: [answers(name, tags)],
          }),
        )
  return [{ kind: 'disclosure', title: listPage.question[locale], blocks }]
}

function variantBlocks(
  { words }: AppointmentTrade,
  values: AppointmentValues,
  locale: Locale,
): Block[] {
  if (!words.variant) return []
  const rows = (values.variants ?? []).map(({ name, explanation }): [string, string[]] => [
    label(name)[locale],
    [explanation[locale]],
  ])
  return [heading(words.variant.heading[locale], namesOf(words).variants), { kind: 'facts', rows }]
}

function healthBlocks({ health }: AppointmentValues, locale: Locale): Block[] {
  if (!health.disclaimer) return []
  return [
    heading({ vi: 'Sức khoẻ', en: 'Your health' }[locale], 'health'),
    paragraph(health.disclaimer[locale]),
  ]
}
