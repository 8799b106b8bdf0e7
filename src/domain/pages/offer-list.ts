/** A list page: its offers in groups, with filters. The title, the heading and the result say what was filtered. */
import type { Block, Document, QueryParams } from '../../content/document.ts'
import type { FilterForm, Mark, OfferGroup, OfferRow } from '../../content/offer-list.ts'
import type { Locale, LocalizedText } from '../../kernel/locale.ts'
import { plural } from '../../kernel/plural.ts'
import { type Named, type Offer, pictureNamesOf } from '../catalogue/offer.ts'
import { availabilityText } from '../catalogue/sold-out.ts'
import {
  type ChosenFilter,
  filterGroups,
  filterQuery,
  type ListFilter,
  offeredOptions,
  passesFilters,
  readFilters,
  withoutOption,
} from './filters.ts'
import { priceTag } from './offers.ts'
import type { FindPicture } from './pictures.ts'

export type ListSource = {
  path: string
  title: LocalizedText
  /** What the list has, without filters; by default its count. */
  intro?: LocalizedText
  /** "dish", "dishes". */
  nouns: { vi: string; en: { one: string; other: string } }
  /** Names the links to the groups. */
  groupsLabel: LocalizedText
  /** All offers of the list. */
  offers: readonly Offer[]
  categories: readonly Named[]
  filters: readonly ListFilter[]
  find: FindPicture
  marksOf?(offer: Offer, locale: Locale): readonly Mark[]
  /** Of an offer that differs from others by a variant only; these are one row with several prices. */
  variantOf?(offer: Offer): { name: LocalizedText; variant: LocalizedText } | undefined
  texts?: ListTexts
}

/** What a trade says about its filters; by default their options one after the other. */
export type ListTexts = {
  /** The title of the filtered page. */
  title(title: string, chosen: readonly ChosenFilter[], locale: Locale): string
  /** What is filtered, before the count. */
  summary(chosen: readonly ChosenFilter[], locale: Locale): string
  caution(chosen: readonly ChosenFilter[], locale: Locale): string | undefined
  /** Where the guest may go with these filters. */
  links(chosen: readonly ChosenFilter[], locale: Locale): readonly ResultLink[]
  /** Parameters of the link to booking. */
  bookingQuery(chosen: readonly ChosenFilter[]): string
}

export type ResultLink = { text: string; href: string; main?: boolean }

export type FilteredList = Pick<Document, 'title' | 'heading' | 'rejection' | 'bookingQuery'> & {
  list: Block
  matching: readonly Offer[]
  chosen: readonly ChosenFilter[]
}

export function filterList(source: ListSource, query: QueryParams, locale: Locale): FilteredList {
  const { chosen, rejection } = readFilters(source.filters, query)
  const passing = source.offers.filter((offer) => passesFilters(offer, chosen))
  // What does not know all that was asked must not look like an answer to it.
  const matching = rejection ? [] : passing
  const isFiltered = chosen.length > 0
  const texts = source.texts ?? plainTexts
  const title = source.title[locale]
  const heading = isFiltered ? texts.title(title, chosen, locale) : title
  const bookingQuery = texts.bookingQuery(chosen)
  return {
    title: rejection
      ? `${labels.error[locale]}: ${title}`
      : isFiltered
        ? `${heading}, ${countOf(source, countOffers(matching), countOffers(source.offers), locale)}`
        : title,
    heading: rejection ? title : heading,
    ...(rejection && { rejection }),
    ...(bookingQuery !== '' && { bookingQuery }),
    matching,
    chosen,
    list: {
      kind: 'offers',
      label: source.groupsLabel[locale],
      ...withForm(source, chosen, countOffers(passing), locale),
      result: {
        ...(rejection
          ? { tone: 'problem' as const, text: rejection[locale] }
          : describeResult(source, chosen, countOffers(matching), locale)),
        chips: chipsOf(source.path, chosen, locale),
        links: rejection ? [allLink(source, locale)] : resultLinks(source, chosen, locale),
      },
      groups: groupsOf(source, matching, bookingQuery, locale),
    },
  }
}

function describeResult(
  source: ListSource,
  chosen: readonly ChosenFilter[],
  count: number,
  locale: Locale,
) {
  if (chosen.length === 0) {
    const text = source.intro?.[locale] ?? nounsOf(source, countOffers(source.offers), locale)
    return { tone: 'plain' as const, text }
  }
  const texts = source.texts ?? plainTexts
  const caution = texts.caution(chosen, locale)
  return {
    tone: 'note' as const,
    text: `${texts.summary(chosen, locale)}: ${countOf(source, count, countOffers(source.offers), locale)}.`,
    ...(caution !== undefined && { caution }),
  }
}

function resultLinks(
  source: ListSource,
  chosen: readonly ChosenFilter[],
  locale: Locale,
): readonly ResultLink[] {
  if (chosen.length === 0) return []
  return [...(source.texts ?? plainTexts).links(chosen, locale), allLink(source, locale)]
}

function allLink(source: ListSource, locale: Locale): ResultLink {
  const all = nounsOf(source, countOffers(source.offers), locale)
  return {
    text: { vi: `Xem cả ${all}`, en: `Show all ${all}` }[locale],
    href: `${source.path}#results`,
  }
}

function chipsOf(path: string, chosen: readonly ChosenFilter[], locale: Locale) {
  return chosen.flatMap(({ filter, options }) =>
    options.map((option) => {
      const text = filter.describe(option, locale)
      return {
        text,
        label: { vi: `${text}: bỏ điều kiện này`, en: `${text}: remove this filter` }[locale],
        href: `${path}${filterQuery(withoutOption(chosen, option))}#results`,
      }
    }),
  )
}

/** No form if there is nothing to choose. */
function withForm(
  source: ListSource,
  chosen: readonly ChosenFilter[],
  count: number,
  locale: Locale,
): { filter?: FilterForm } {
  const groups = filterGroups(source.filters, chosen, locale)
  if (groups.length === 0) return {}
  const isAsked = ({ filter }: ChosenFilter) => offeredOptions(filter).length > 0
  const number = chosen.filter(isAsked).reduce((sum, { options }) => sum + options.length, 0)
  const shown = nounsOf(source, count, locale)
  return {
    filter: {
      address: `${source.path}#results`,
      title: number > 0 ? `${labels.filter[locale]} (${number})` : labels.filter[locale],
      hidden: chosen
        .filter((one) => !isAsked(one))
        .map(({ filter, options }) => [filter.name, options.map(({ id }) => id).join(',')]),
      groups,
      button: { vi: `Xem ${shown}`, en: `Show ${shown}` }[locale],
    },
  }
}

/** Empty groups are omitted. Photos and drawings are not mixed. The pages of the offers lead to booking, too. */
function groupsOf(
  source: ListSource,
  matching: readonly Offer[],
  carried: string,
  locale: Locale,
): OfferGroup[] {
  const { offers, categories, find } = source
  const hasPhotos = offers.some(({ photo }) => photo !== undefined)
  const pictureOf = (offer: Offer) =>
    hasPhotos ? offer.photo?.name : find(...pictureNamesOf(offer))
  return categories.flatMap(({ id, name }): OfferGroup[] => {
    const inGroup = matching.filter(({ category }) => category === id)
    if (inGroup.length === 0) return []
    const count = countOffers(inGroup)
    const all = countOffers(offers.filter(({ category }) => category === id))
    const picture = hasPhotos ? undefined : find(id)
    return [
      {
        id,
        title: name[locale],
        count: count < all ? countOf(source, count, all, locale) : nounsOf(source, all, locale),
        ...(picture && { picture }),
        rows: groupVariants(inGroup).map((offers) => {
          const row = toRow(source, offers, pictureOf, locale)
          return { ...row, href: `${row.href}${carried}` }
        }),
      },
    ]
  })
}

/** The variants of one service are one row. */
function groupVariants(offers: readonly Offer[]): [Offer, ...Offer[]][] {
  const groups = Map.groupBy(offers, ({ id, variantOf }) => variantOf ?? id)
  return [...groups.values()] as [Offer, ...Offer[]][]
}

function countOffers(offers: readonly Offer[]): number {
  return groupVariants(offers).length
}

function toRow(
  source: ListSource,
  [offer, ...others]: readonly [Offer, ...Offer[]],
  pictureOf: (offer: Offer) => string | undefined,
  locale: Locale,
): OfferRow {
  const picture = pictureOf(offer)
  const shared = others.length > 0 ? source.variantOf?.(offer) : undefined
  const badges = [offer, ...(shared ? others : [])].map((one) => availabilityText(one)?.[locale])
  // Staff mark single variants: the row has the text only if it is true for all of them.
  const badge = new Set(badges).size === 1 ? badges[0] : undefined
  return {
    title: (shared?.name ?? offer.name)[locale],
    href: offer.path,
    ...(offer.description && { text: offer.description[locale] }),
    ...(badge !== undefined && { badge }),
    ...(picture && { picture }),
    ...(shared
      ? { variants: [offer, ...others].map((one) => toVariant(source, one, locale)) }
      : { price: priceTag(offer, locale) }),
    marks: source.marksOf?.(offer, locale) ?? [],
  }
}

function toVariant(source: ListSource, offer: Offer, locale: Locale) {
  const badge = availabilityText(offer)?.[locale]
  return {
    text: (source.variantOf?.(offer)?.variant ?? offer.name)[locale],
    href: offer.path,
    price: [priceTag(offer, locale), badge].filter(Boolean).join(' · '),
  }
}

/** "20 of 31 dishes" */
function countOf(source: ListSource, count: number, of: number, locale: Locale): string {
  const all = nounsOf(source, of, locale)
  if (count === 0) {
    return { vi: `không có ${source.nouns.vi} nào trong ${all}`, en: `none of ${all}` }[locale]
  }
  return { vi: `${count} trong ${all}`, en: `${count} of ${all}` }[locale]
}

/** "31 dishes" */
function nounsOf({ nouns }: Pick<ListSource, 'nouns'>, count: number, locale: Locale) {
  return locale === 'vi' ? `${count} ${nouns.vi}` : `${count} ${plural(count, nouns.en)}`
}

/** Not joined by commas: a name may contain one. */
export function describeChosen(chosen: readonly ChosenFilter[], locale: Locale): string {
  return chosen
    .flatMap(({ filter, options }) => options.map((option) => filter.describe(option, locale)))
    .join(' · ')
}

const plainTexts: ListTexts = {
  title: (title, chosen, locale) => `${title}: ${describeChosen(chosen, locale)}`,
  summary: describeChosen,
  caution: () => undefined,
  links: () => [],
  bookingQuery: () => '',
}

const labels = {
  filter: { vi: 'Lọc', en: 'Filter' },
  error: { vi: 'Lỗi', en: 'Error' },
} satisfies Record<string, LocalizedText>
