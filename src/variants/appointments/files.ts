/**
 * Content schemas of trades with appointments. Owners write the words of their trade (`therapists`, `room`); code has
 * one name for each (`people`, `place`).
 */
import { z } from 'zod'
import { optionalPriceFields, priceFields } from '../../content/dated-prices.ts'
import { yamlFileOr, yamlFolder } from '../../content/file-kinds.ts'
import { paceField } from '../../content/pace.ts'
import { bufferFields, nightTime, quarterHours, span, weekdays } from '../../content/time-fields.ts'
import {
  choice,
  entry,
  identified,
  idFrom,
  integerBetween,
  key,
  keyFrom,
  listOf,
  listOrNone,
  localizedText,
  namedEntry,
  offerFields,
  personFields,
  singleLine,
  slug,
  vatKind,
  yesOrNo,
} from '../../content/vocabulary.ts'
import { capitalize, groupLabel, namesOf, type VariantWords, type Words } from './words.ts'

const aliasHint = { vi: 'cách nhân viên vẫn gọi', en: 'what staff say' }

/** Other names of a service that staff use in quick entry. */
export const shortNames = listOrNone(singleLine(aliasHint, 40), {
  vi: 'tên gọi tắt',
  en: 'short names',
})

const healthBoxIds = listOrNone(keyFrom('health.yaml'), {
  vi: 'ô sức khoẻ lấy từ health.yaml',
  en: 'boxes from health.yaml',
})

/** Minutes and price of a service that has no variants. */
export const onePrice = { minutes: quarterHours, ...priceFields }

/** Minutes and price of a service, or both for each variant. */
export function pricesByVariant(words: Words & { variant: VariantWords }) {
  const { variants } = namesOf(words)
  const price = { variant: idFrom(`${variants}.yaml`), minutes: quarterHours, ...priceFields }
  return {
    minutes: quarterHours.optional(),
    ...optionalPriceFields,
    variants: listOf(renamedEntry({ variant: words.variant.noun }, price)).optional(),
  }
}

const kindWords = {
  'liệu trình': 'treatment',
  'dịch vụ': 'treatment',
  gói: 'package',
  combo: 'package',
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
    tags: listOrNone(idFrom(`${tags}.yaml`), {
      vi: `${words.tag.vi} lấy từ ${tags}.yaml`,
      en: `${tags} from ${tags}.yaml`,
    }),
    includes: listOrNone(localizedText(160), { vi: 'những gì đã gồm', en: 'texts' }),
    /** The kind of place that it needs; without it, the first kind. */
    place: keyFrom(`${places}.yaml`).optional(),
    /** Health boxes that require a talk with the guest first. */
    ask_first: healthBoxIds,
    /** Health boxes with which guests cannot book it; staff still can. */
    not_with: healthBoxIds,
    ...bufferFields,
    ...fields,
  })
  const { vi, en } = words.service
  const group = {
    /** Of a list in one file it may be left out. */
    category: namedEntry.default(() => ({
      id: services,
      name: { vi: capitalize(vi), en: `${capitalize(en)}s` },
    })),
    kind: choice(['treatment', 'package'], kindWords).default('treatment'),
    services: identified(listOf(service)),
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
  return optionalListFile(namesOf(words).variants, variant)
}

export function tagsFile<Fields extends z.ZodRawShape>(words: Words, fields: Fields) {
  return optionalListFile(
    namesOf(words).tags,
    entry({ id: slug, name: localizedText(60), ...fields }),
  )
}

/** People with their shifts and with the services that they perform; without them, the shop itself performs all. */
export function peopleFile<Fields extends z.ZodRawShape>(words: Words, fields: Fields) {
  const { people, services } = namesOf(words)
  const person = { ...worker, ...fields, skills: listOf(idFrom(services)).optional() }
  const schema = renamedEntry({ skills: services }, person)
  const items = identified(listOrNone(schema, { vi: 'những người làm', en: people }))
  return yamlFileOr(`${people}.yaml`, listSchema(people, items), {})
}

/** Kinds of places, and the places. A place has a `kind`, or several `kinds`. */
export function placesFile<Fields extends z.ZodRawShape, More extends z.ZodRawShape>(
  words: Words,
  fields: Fields,
  more: More,
) {
  const { places } = namesOf(words)
  const file = {
    kinds: listOf(entry({ id: key, name: localizedText(60) })).default(() => [
      { id: words.place.en, name: groupLabel(words.place) },
    ]),
    /** Without them, each person has a place. */
    places: identified(
      listOf(
        entry({
          id: slug.optional(),
          name: localizedText(60),
          /** False: only staff assign it, for bookings by phone and walk-ins. */
          online: yesOrNo.optional(),
          ...fields,
        }),
      ),
    ).optional(),
    ...more,
  }
  return yamlFileOr(`${places}.yaml`, renamedEntry({ places }, file), {})
}

/**
 * A health condition that a guest can tick, and the advice of the shop. The trade adds what follows from it.
 * `not_in_first_months`: in so many first months of a pregnancy, services that ask about the box are not booked.
 * `suggest_instead`: the services that are proposed in place of one that is not possible with the box.
 */
export function healthBox(words: Words) {
  const { services } = namesOf(words)
  return {
    id: key,
    name: localizedText(80),
    advice: localizedText(300),
    not_in_first_months: integerBetween(1, 9).optional(),
    suggest_instead: listOrNone(idFrom(services), {
      vi: `id lấy từ thư mục ${services}`,
      en: `ids from the folder ${services}`,
    }),
  }
}

export const policyFile = yamlFileOr(
  'policy.yaml',
  entry({
    /** Without them, all opening hours. */
    first_start: nightTime.optional(),
    /** May be after midnight. */
    last_start: nightTime.optional(),
    start_every_minutes: quarterHours.default(30),
    horizon_days: integerBetween(1, 365).default(30),
    pace: paceField,
    notice_minutes: integerBetween(0, 20160).default(60),
    free_change_hours: integerBetween(0, 336).default(2),
    hold_minutes: integerBetween(5, 120).default(15),
    included: listOrNone(localizedText(200), { vi: 'những gì giá đã gồm', en: 'texts' }),
    not_included: listOrNone(localizedText(200), { vi: 'những gì giá chưa gồm', en: 'texts' }),
  }),
  {},
)

/** A person who works in a shift; without days and hours, whenever the shop is open. */
const worker = { ...personFields, weekdays: weekdays.optional(), hours: span.optional() }

/** A file with one list; its value is the list. It may be left out. */
function optionalListFile<Item extends z.ZodType>(list: string, item: Item) {
  const items = listOrNone(item, { vi: 'các mục', en: 'entries' })
  return yamlFileOr(`${list}.yaml`, listSchema(list, items), {})
}

function listSchema<Items extends z.ZodType>(list: string, items: Items) {
  return entry({ [list]: items as z.ZodType }).transform((file) => file[list] as z.output<Items>)
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
