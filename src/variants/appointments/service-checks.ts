/** Content checks of the services: ids, prices and what they refer to. */
import {
  checkEntryReferences,
  checkKnownId,
  checkListedOnce,
  checkUniqueCategories,
  checkUniqueIds,
  orRemoveHint,
  type UsedIds,
} from '../../content/checks.ts'
import { checkPrices, type PricedEntry } from '../../content/price-checks.ts'
import type { Report } from '../../content/report.ts'
import type { SharedFiles } from '../../content/shop.ts'
import type { AppointmentCheck, AppointmentTrade } from './declaration.ts'
import { allServices } from './services.ts'
import type { AppointmentValues } from './values.ts'
import { namesOf } from './words.ts'

export function serviceChecks(trade: AppointmentTrade): AppointmentCheck[] {
  const variants = trade.words.variant === undefined ? [] : ['variants']
  return [
    {
      needs: ['services', ...variants, ...(trade.otherOffers?.files ?? [])],
      run: (values: AppointmentValues, report) => checkIds(trade, values, report),
    },
    {
      needs: ['services', ...variants],
      run: (values: AppointmentValues, report) => checkVariantPrices(trade, values, report),
    },
    {
      needs: ['services'],
      run: (values: AppointmentValues, report) => checkLikelyPrices(trade, values, report),
    },
    {
      needs: ['services', 'tags', 'places', 'health', 'business'],
      run: (values: AppointmentValues & SharedFiles, report) =>
        checkReferences(trade, values, report),
    },
  ]
}

function checkIds(trade: AppointmentTrade, values: AppointmentValues, report: Report): void {
  const { services, variants = [] } = values
  const names = namesOf(trade.words)
  const others = trade.otherOffers?.groups(values) ?? []
  const usedIds: UsedIds = new Map()
  checkUniqueCategories([...services, ...others.map(({ file }) => file)], report)
  checkUniqueIds(variants, names.variants, variants, report)
  for (const group of services)
    checkUniqueIds(group, names.services, group.services, report, usedIds)
  for (const { file, list, entries } of others) checkUniqueIds(file, list, entries, report, usedIds)
  for (const { id, variant, listed } of allServices(values)) {
    const group = services.find((one) => one.services.includes(listed))
    if (!variant || !group || !usedIds.has(id)) continue
    const label = trade.words.variant?.label.vi.toLocaleLowerCase('vi')
    report.error(
      group,
      [names.services, group.services.indexOf(listed)],
      (name) => ({
        vi: `${name.vi} cho ${label} ${variant.id} sẽ thành "${id}", trùng tên một ${trade.words.service.vi} khác`,
        en: `${name.en} for ${variant.id} would be "${id}", which is the id of another ${trade.words.service.en}`,
      }),
      { vi: 'id khác cho một trong hai', en: 'another id for one of them' },
    )
  }
}

/** A service has one price, or a price for each variant. Without variants the schema requires the price. */
function checkVariantPrices(
  { words }: AppointmentTrade,
  { services, variants }: AppointmentValues,
  report: Report,
): void {
  if (!words.variant || !variants) return
  const { noun } = words.variant
  const names = namesOf(words)
  const label = {
    vi: words.variant.label.vi.toLocaleLowerCase('vi'),
    en: words.variant.label.en.toLowerCase(),
  }
  for (const group of services) {
    group.services.forEach(({ minutes, price, next_price, variants: prices }, index) => {
      const at = [names.services, index]
      const hasOnePrice = minutes !== undefined && price !== undefined
      const hasSeveral =
        prices !== undefined && [minutes, price, next_price].every((one) => one === undefined)
      if (!(hasOnePrice && prices === undefined) && !hasSeveral) {
        report.error(
          group,
          at,
          (name) => ({
            vi: `không rõ giá của ${name.vi}`,
            en: `the price of ${name.en} is not clear`,
          }),
          {
            vi: `minutes và price, hoặc ${names.byVariant} với mỗi ${label.vi} một dòng`,
            en: `minutes and price, or ${names.byVariant} with a line for each ${label.en}`,
          },
        )
      }
      const ids = (prices ?? []).map(({ variant }) => variant)
      const list = [...at, names.byVariant]
      ids.forEach((id, number) => {
        const path = [...list, number, noun]
        checkKnownId(group, path, id, variants, report, orRemoveHint)
      })
      checkListedOnce(group, list, ids, report)
    })
  }
}

function checkLikelyPrices(
  { words }: AppointmentTrade,
  { services }: AppointmentValues,
  report: Report,
): void {
  const names = namesOf(words)
  const all = services.flatMap((of) =>
    of.services.flatMap(({ price, next_price, variants = [] }, index): PricedEntry[] => {
      const at = [names.services, index]
      return [
        ...(price === undefined ? [] : [{ of, path: [...at, 'price'], price, next: next_price }]),
        ...variants.map((one, number) => ({
          of,
          path: [...at, names.byVariant, number, 'price'],
          price: one.price,
          next: one.next_price,
        })),
      ]
    }),
  )
  checkPrices(all, report)
}

function checkReferences(
  { words }: AppointmentTrade,
  { services, tags, places, health, business }: AppointmentValues & SharedFiles,
  report: Report,
): void {
  const names = namesOf(words)
  checkUniqueIds(tags, names.tags, tags, report)
  checkUniqueIds(health, 'boxes', health.boxes, report)
  const known = {
    [names.tags]: tags,
    ask_first: health.boxes,
    not_with: health.boxes,
    [words.place.en]: places.kinds,
    vat: business.vat,
  }
  for (const group of services) {
    const entries = group.services.map((one) => ({
      [names.tags]: one.tags,
      ask_first: one.ask_first,
      not_with: one.not_with,
      [words.place.en]: one.place,
      vat: one.vat,
    }))
    checkEntryReferences(group, names.services, entries, known, report)
  }
  const listed = services.flatMap((group) => group.services)
  checkEntryReferences(health, 'boxes', health.boxes, { suggest_instead: listed }, report)
}
