/** Filters of a trade's offers. Each is declared once: the API and the tools have the same values and results. */
import { z } from 'zod'
import { type ArgumentReading, argumentReaders } from '../../kernel/argument-reader.ts'
import { forEachLocale, type LocalizedText } from '../../kernel/locale.ts'
import { formatMoney } from '../../kernel/money.ts'

/** What a filter may look at: an offer, or the dish or service behind it. */
export type Filterable = { id: string; price: number; minutes?: number | undefined }

export type OfferFilter<Field extends z.ZodType = z.ZodType> = {
  field: Field
  description: string
  example: unknown
  matches(one: Filterable, value: unknown): boolean
  /** Words of a search that mean this filter: "mild". */
  phrases?: readonly FilterPhrase[]
  /** Words that mean it after a negation: "not spicy". */
  negated?: readonly FilterPhrase[]
  /** The parameter of the list page that filters by the same values. */
  listParameter?: string
  /** Stated in every response for which the filter was used. */
  disclaimer?: LocalizedText
}

export type FilterPhrase = { text: string; value: unknown }

/** By the name of the parameter. */
export type OfferFilters = Readonly<Record<string, OfferFilter>>

/** Makes the compiler check that `matches` fits the field. */
export function offerFilter<Field extends z.ZodType>(
  filter: Omit<OfferFilter<Field>, 'matches'> & {
    matches(one: Filterable, value: z.output<Field>): boolean
  },
): OfferFilter<Field> {
  return filter
}

export function maxPriceFilter(description: string) {
  return offerFilter({
    field: z.int().min(0).max(100_000_000).register(argumentReaders, { read: readAmount }),
    description,
    example: 500_000,
    matches: ({ price }, max) => price <= max,
  })
}

/** "500k", "500.000 ₫", "500 000", "1.5tr" and "1 million" in dong. */
export function readAmount(value: unknown): ArgumentReading {
  if (typeof value !== 'string') return { value }
  const text = value
    .trim()
    .toLowerCase()
    .replace(/^(?:under|below|up to|max|at most|dưới|tối đa|không quá)\s+/u, '')
    .replace(/\s*(₫|đ|vnd|vnđ|dong|đồng)$/, '')
    .replace(/(?<=[0-9])\s(?=[0-9]{3}(?![0-9]))/g, '.')
  const [, number = '', unit = ''] =
    /^([0-9][0-9.,]*)\s*(k|nghìn|ngàn|thousand|tr|triệu|trieu|m|million)?$/.exec(text) ?? []
  if (number === '') return { value }
  if (unit === '' && !/^[0-9]{1,3}([.,][0-9]{3})*$/.test(number)) return { value }
  const thousands = unit === '' ? number.replace(/[.,]/g, '') : number.replace(',', '.')
  const amount = Math.round(Number(thousands) * (amountUnits[unit] ?? 1))
  return Number.isFinite(amount)
    ? { value: amount, as: forEachLocale((locale) => formatMoney(amount, locale)) }
    : { value }
}

const amountUnits: Readonly<Record<string, number>> = {
  k: 1_000,
  nghìn: 1_000,
  ngàn: 1_000,
  thousand: 1_000,
  tr: 1_000_000,
  triệu: 1_000_000,
  trieu: 1_000_000,
  m: 1_000_000,
  million: 1_000_000,
}

/** The arguments of a tool. */
export function filterArguments<Filters extends OfferFilters>(filters: Filters) {
  return mapFields(filters, ({ field, description }) => field.optional().meta({ description })) as {
    [Name in keyof Filters]: z.ZodOptional<Filters[Name]['field']>
  }
}

/** The query parameters of the API; a list is written with commas. */
export function filterParameters(filters: OfferFilters): z.ZodRawShape {
  return mapFields(filters, ({ field, description, example }) => {
    const isList = field instanceof z.ZodArray
    return field.optional().meta({
      description: isList ? `${description} Separate several with commas.` : description,
      example,
      ...(isList && { param: { style: 'form', explode: false } }),
    })
  })
}

function mapFields(filters: OfferFilters, toField: (filter: OfferFilter) => z.ZodType) {
  return Object.fromEntries(
    Object.entries(filters).map(([name, filter]) => [name, toField(filter)]),
  )
}

export type FilterValues = Readonly<Record<string, unknown>>

/** A filter without a value matches everything. */
export function createMatcher(
  filters: OfferFilters,
  values: FilterValues,
): (one: Filterable) => boolean {
  const used = usedFilters(filters, values)
  return (one) => used.every(([name, { matches }]) => matches(one, values[name]))
}

/** The same text for equal values; empty without values. */
export function filterKey(filters: OfferFilters, values: FilterValues): string {
  const used = usedFilters(filters, values).map(([name]) => {
    const value = values[name]
    return [name, Array.isArray(value) ? [...new Set(value)].toSorted() : value]
  })
  return used.length === 0 ? '' : JSON.stringify(used)
}

export function filterDisclaimers(filters: OfferFilters, values: FilterValues): LocalizedText[] {
  return usedFilters(filters, values).flatMap(([, { disclaimer }]) => disclaimer ?? [])
}

function usedFilters(filters: OfferFilters, values: FilterValues) {
  return Object.entries(filters).filter(([name]) => values[name] !== undefined)
}
