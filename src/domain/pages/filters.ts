/** Filters of a list page: which values the query may have, which offers pass, and the form that asks for them. */
import type { QueryParams } from '../../content/document.ts'
import type { FilterGroup } from '../../content/offer-list.ts'
import { formatPageQuery } from '../../content/page-query.ts'
import { forEachLocale, type Locale, type LocalizedText } from '../../kernel/locale.ts'
import { findNearest } from '../../kernel/nearest.ts'
import type { Named, Offer } from '../catalogue/offer.ts'

export type ListFilter = {
  /** The query parameter. */
  name: string
  legend: LocalizedText
  hint?: LocalizedText
  options: readonly Named[]
  /** Those that the form offers; by default all. None if the page asks elsewhere. */
  offered?: readonly Named[]
  /** The label of the choice of none: only one option can be chosen then. */
  anyLabel?: LocalizedText
  /** What a chosen option means, standing alone: "No peanuts". */
  describe(option: Named, locale: Locale): string
  /** "an allergen that we know" */
  noun: LocalizedText
  /** Whether an offer passes all chosen options. */
  matches(offer: Offer, chosen: readonly string[]): boolean
}

export type ChosenFilter = { filter: ListFilter; options: readonly Named[] }

export type ReadFilters = {
  /** The filters with a value. */
  chosen: readonly ChosenFilter[]
  /** What the query has that no filter knows. Such a query has no result. */
  rejection: LocalizedText | undefined
}

export function readFilters(filters: readonly ListFilter[], query: QueryParams): ReadFilters {
  const read = filters.map((filter) => {
    const values = query.get(filter.name)?.split(',') ?? []
    const options = filter.options.filter(({ id }) => values.includes(id))
    const unknown = values.filter((value) => !options.some(({ id }) => id === value))
    return { filter, options, errors: errorsOf(filter, options, unknown) }
  })
  const errors = read.flatMap((one) => one.errors)
  return {
    chosen: read.filter(({ options }) => options.length > 0),
    rejection:
      errors.length === 0
        ? undefined
        : forEachLocale((locale) =>
            [...errors, chooseFromList].map((text) => text[locale]).join(' '),
          ),
  }
}

function errorsOf(
  filter: ListFilter,
  options: readonly Named[],
  unknown: readonly string[],
): LocalizedText[] {
  const isTooMany = filter.anyLabel !== undefined && options.length > 1
  return [
    ...unknown.map((value) => unknownText(filter, value)),
    ...(isTooMany ? [onlyOneText(filter)] : []),
  ]
}

/** A longer text is no name; the page does not repeat it. */
const maxShownLength = 40

function unknownText({ options, noun }: ListFilter, value: string): LocalizedText {
  const near = findNearest(value, options, ({ id, name }) => [id, name.vi, name.en])
  const shown =
    value.length > maxShownLength ? `${value.slice(0, maxShownLength)}…` : value.slice(0)
  return {
    vi: `“${shown}” không phải ${noun.vi}.${near ? ` Có phải bạn muốn nói: ${near.name.vi}?` : ''}`,
    en: `“${shown}” is not ${noun.en}.${near ? ` Did you mean: ${near.name.en}?` : ''}`,
  }
}

function onlyOneText({ legend }: ListFilter): LocalizedText {
  return { vi: `${legend.vi}: chỉ chọn được một.`, en: `${legend.en}: only one is possible.` }
}

const chooseFromList: LocalizedText = {
  vi: 'Xin chọn trong danh sách.',
  en: 'Choose from the list.',
}

export function passesFilters(offer: Offer, chosen: readonly ChosenFilter[]): boolean {
  return chosen.every(({ filter, options }) =>
    filter.matches(
      offer,
      options.map(({ id }) => id),
    ),
  )
}

/** The query with these options, which a link of the page may have. */
export function filterQuery(chosen: readonly ChosenFilter[]): string {
  return formatPageQuery(
    new Map(
      chosen
        .filter(({ options }) => options.length > 0)
        .map(({ filter, options }) => [filter.name, options.map(({ id }) => id).join(',')]),
    ),
  )
}

/** The same filters without one of the options. */
export function withoutOption(
  chosen: readonly ChosenFilter[],
  removed: Named,
): readonly ChosenFilter[] {
  return chosen.map(({ filter, options }) => ({
    filter,
    options: options.filter((option) => option !== removed),
  }))
}

export function offeredOptions({ offered, options }: ListFilter): readonly Named[] {
  return offered ?? options
}

/** The fields of the form, with what is chosen. */
export function filterGroups(
  filters: readonly ListFilter[],
  chosen: readonly ChosenFilter[],
  locale: Locale,
): FilterGroup[] {
  return filters
    .filter((filter) => offeredOptions(filter).length > 0)
    .map((filter): FilterGroup => {
      const selected = chosen.find((one) => one.filter === filter)?.options ?? []
      const shown = filter.options.filter(
        (option) => offeredOptions(filter).includes(option) || selected.includes(option),
      )
      const any = filter.anyLabel && {
        value: '',
        label: filter.anyLabel[locale],
        isChosen: selected.length === 0,
      }
      return {
        name: filter.name,
        legend: filter.legend[locale],
        ...(filter.hint && { hint: filter.hint[locale] }),
        isSingle: any !== undefined,
        options: [
          ...(any ? [any] : []),
          ...shown.map((option) => ({
            value: option.id,
            label: option.name[locale],
            isChosen: selected.includes(option),
          })),
        ],
      }
    })
}
