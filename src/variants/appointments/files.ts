/**
 * Content schemas of trades with appointments. Owners write the words of their trade (`therapists`, `room`); code has
 * one name for each (`people`, `place`).
 */
import { z } from 'zod'
import { yamlFile, yamlFolder } from '../../content/folder.ts'
import {
  choice,
  clockTime,
  entry,
  idFrom,
  integerBetween,
  key,
  listOf,
  localizedText,
  namedEntry,
  offerFields,
  optionalList,
  personFields,
  quarterHours,
  singleLine,
  slug,
  span,
  vatKind,
  vndAmount,
  weekdays,
} from '../../content/vocabulary.ts'
import { namesOf, type VariantWords, type Words } from './words.ts'

const aliasHint = { vi: 'cách nhân viên vẫn gọi', en: 'what staff say' }

/** Other names of a service that staff use in quick entry. */
export const shortNames = optionalList(singleLine(aliasHint, 40), {
  vi: 'tên gọi tắt',
  en: 'short names',
})

/** Minutes and price of a service that has no variants. */
export const onePrice = { minutes: quarterHours, price: vndAmount }

/** Minutes and price of a service, or both for each variant. */
export function pricesByVariant(words: Words & { variant: VariantWords }) {
  const { variants } = namesOf(words)
  const price = { variant: idFrom(`${variants}.yaml`), minutes: quarterHours, price: vndAmount }
  return {
    minutes: quarterHours.optional(),
    price: vndAmount.optional(),
    variants: listOf(renamedEntry({ variant: words.variant.noun }, price)).optional(),
  }
}

/** The folder of the services, one file for each category. `fields` has the prices and what only this trade asks. */
export function servicesFolder<Fields extends z.ZodRawShape>(words: Words, fields: Fields) {
  const { services, tags, places, byVariant } = namesOf(words)
  const names = {
    tags,
    place: words.place.en,
    variants: byVariant,
    shortNames: 'said',
  }
  const service = renamedEntry(names, {
    ...offerFields,
    vat: vatKind,
    tags: optionalList(idFrom(`${tags}.yaml`), {
      vi: `${words.tag.vi} lấy từ ${tags}.yaml`,
      en: `${tags} from ${tags}.yaml`,
    }),
    includes: listOf(localizedText(160)),
    /** The kind of place that it needs. */
    place: idFrom(`${places}.yaml`),
    /** Health boxes that require a talk with the guest first. */
    ask_first: optionalList(idFrom('health.yaml'), {
      vi: 'ô sức khoẻ lấy từ health.yaml',
      en: 'boxes from health.yaml',
    }),
    ...fields,
  })
  const group = {
    category: namedEntry,
    kind: choice(['treatment', 'package']),
    services: listOf(service),
  }
  return yamlFolder(services, renamedEntry({ services }, group))
}

/** `explained` is the member that says how to tell: `reaches: to the chin`. */
export function variantsFile(words: Words, explained: string) {
  const variant = renamedEntry(
    { explanation: explained, shortNames: 'said' },
    {
      id: slug,
      name: localizedText(40),
      explanation: localizedText(80),
      shortNames: listOf(singleLine(aliasHint, 20)),
    },
  )
  return listFile(namesOf(words).variants, variant)
}

export function tagsFile<Fields extends z.ZodRawShape>(words: Words, fields: Fields) {
  return listFile(namesOf(words).tags, entry({ ...namedEntry.shape, ...fields }))
}

/** People with their shifts and with the services that they perform. */
export function peopleFile<Fields extends z.ZodRawShape>(words: Words, fields: Fields) {
  const { people, services } = namesOf(words)
  const person = { ...worker, ...fields, skills: listOf(idFrom(services)) }
  return listFile(people, renamedEntry({ skills: services }, person))
}

/** Kinds of places, and the places. A place has a `kind`, or several `kinds`. */
export function placesFile<Fields extends z.ZodRawShape, More extends z.ZodRawShape>(
  words: Words,
  fields: Fields,
  more: More,
) {
  const { places } = namesOf(words)
  const file = {
    kinds: listOf(entry({ id: key, name: localizedText(60) })),
    places: listOf(entry({ id: slug, name: localizedText(60), ...fields })),
    ...more,
  }
  return yamlFile(`${places}.yaml`, renamedEntry({ places }, file))
}

/**
 * A health condition that a guest can tick, and the advice of the shop. The trade adds what follows from it.
 * `not_in_first_months`: in so many first months of a pregnancy, services that ask about the box are not booked.
 */
export const healthBox = {
  id: key,
  name: localizedText(80),
  advice: localizedText(300),
  not_in_first_months: integerBetween(1, 9).optional(),
}

export const policyFile = yamlFile(
  'policy.yaml',
  entry({
    first_start: clockTime,
    last_start: clockTime,
    start_every_minutes: quarterHours,
    horizon_days: integerBetween(1, 365),
    notice_minutes: integerBetween(0, 20160),
    free_change_hours: integerBetween(0, 336),
    hold_minutes: integerBetween(5, 120),
    included: listOf(localizedText(200)),
    not_included: listOf(localizedText(200)),
  }),
)

/** A person who works in a shift. */
const worker = { ...personFields, weekdays, hours: span }

/** A file with one list; its value is the list. */
function listFile<Item extends z.ZodType>(list: string, item: Item) {
  const file = renamedEntry({ items: list }, { items: listOf(item) })
  return yamlFile(
    `${list}.yaml`,
    file.transform(({ items }) => items),
  )
}

/** An entry whose members have other names in the file than in code. */
function renamedEntry<Shape extends z.ZodRawShape>(
  names: Readonly<Record<string, string>>,
  shape: Shape,
) {
  const members = Object.keys(shape).map((name) => ({ name, inFile: names[name] ?? name }))
  return entry(
    Object.fromEntries(members.map(({ name, inFile }) => [inFile, shape[name] as z.ZodType])),
  )
    .transform((value) =>
      Object.fromEntries(
        members
          .filter(({ inFile }) => value[inFile] !== undefined)
          .map(({ name, inFile }) => [name, value[inFile]]),
      ),
    )
    .pipe(z.custom<z.output<z.ZodObject<Shape>>>())
}
