/** Content files of a restaurant, in addition to the shared ones. */
import { z } from 'zod'
import { priceFields } from '../../content/dated-prices.ts'
import { type Values, yamlFileOr, yamlFolder } from '../../content/file-kinds.ts'
import { inNightOf } from '../../content/night-time.ts'
import { paceField } from '../../content/pace.ts'
import {
  bufferFields,
  nightTime,
  quarterHours,
  span,
  turnMinutes,
  weekdays,
} from '../../content/time-fields.ts'
import {
  entry,
  identified,
  idFrom,
  integerBetween,
  key,
  keyFrom,
  listOf,
  listOfLength,
  listOrNone,
  localizedText,
  namedEntry,
  offerFields,
  optionalList,
  personFields,
  singleLine,
  slug,
  vatKind,
  vndAmount,
  yesOrNo,
} from '../../content/vocabulary.ts'
import { foldDiacritics } from '../../kernel/fold-diacritics.ts'
import { commonDiets, sharedKitchenDisclaimer, spiceLevels } from './default-kitchen.ts'
import type { AllergenGroup } from './ready-made-allergens.ts'

const stage = entry({ name: localizedText(60), text: localizedText(500) })

/** The page of a signature dish describes its journey to the table in six stages. */
const signature = entry({
  journey: listOfLength(6, stage, {
    vi: 'đúng sáu chặng, từ ruộng đến mâm',
    en: 'exactly six stages, from the field to the table',
  }),
  completes_with: listOf(idFrom('menu'), 2),
})

const tagList = listOrNone(idFrom('tags.yaml'), {
  vi: 'nhãn lấy từ tags.yaml',
  en: 'tags from tags.yaml',
})

const spiceWords = {
  không: 0,
  'không cay': 0,
  'cay nhẹ': 1,
  'hơi cay': 1,
  'ít cay': 1,
  mild: 1,
  cay: 2,
  'cay vừa': 2,
  hot: 2,
  'rất cay': 3,
  'cay nhiều': 3,
  'siêu cay': 3,
}

const dish = entry({
  ...offerFields,
  ...priceFields,
  vat: vatKind,
  /** Missing: not stated. */
  spice: integerBetween(0, 3, spiceWords).optional(),
  diet: listOrNone(keyFrom('kitchen.yaml'), {
    vi: 'chế độ ăn lấy từ kitchen.yaml',
    en: 'diets from kitchen.yaml',
  }),
  /** Missing: not stated, which is not the same as none. */
  allergens: optionalList(keyFrom('kitchen.yaml'), {
    vi: 'chất gây dị ứng lấy từ kitchen.yaml',
    en: 'allergens from kitchen.yaml',
  }).optional(),
  tags: tagList,
  signature: signature.optional(),
})

const menuFile = entry({
  category: namedEntry.optional(),
  dishes: identified(listOf(dish)),
}).transform(({ category, dishes }) => ({ category: category ?? defaultCategory, dishes }))

/** Of a menu in one file; of several, each needs its own name. */
const defaultCategory = { id: 'mon', name: { vi: 'Món', en: 'Dishes' } }

/** A ready-made group may be written as its id alone; `complete-kitchen.ts` reports any other text. */
const allergenGroup = z.preprocess(
  (value) => (typeof value === 'string' ? { id: toKey(value) } : value),
  entry({
    id: key,
    /** Only a ready-made group may leave it out. */
    name: localizedText(60).optional(),
    covers: localizedText(200).optional(),
    words: listOrNone(singleLine({ vi: 'từ mà khách dùng', en: 'a word that guests use' }, 60), {
      vi: 'các từ mà khách dùng',
      en: 'words that guests use',
    }),
  }),
)

function toKey(text: string): string {
  return foldDiacritics(text)
    .replace(/[^a-z0-9]+/g, '_')
    .replace(/^[0-9_]+|_+$/g, '')
}

const kitchenFile = entry({
  /**
   * Groups in addition to the nine of every kitchen, and other texts for those; `complete-kitchen.ts` adds the rest.
   */
  allergens: listOrNone(allergenGroup, {
    vi: 'các nhóm chất gây dị ứng',
    en: 'allergen groups',
  }),
  diets: listOf(entry({ id: key, name: localizedText(60), meaning: localizedText(200) })).default(
    () => [...commonDiets],
  ),
  spice_levels: listOfLength(4, localizedText(60), {
    vi: 'đúng bốn mức cay, cho spice 0, 1, 2 và 3',
    en: 'exactly four levels, for spice 0, 1, 2 and 3',
  }).default(() => [...spiceLevels]),
  disclaimer: localizedText(500).default(() => sharedKitchenDisclaimer),
})

const tagsFile = entry({
  tags: listOrNone(namedEntry, { vi: 'các nhãn', en: 'tags' }),
})

const setMealsFile = entry({
  category: namedEntry.default(() => ({
    id: 'mam-com',
    name: { vi: 'Mâm cơm', en: 'Set meals' },
  })),
  discount_percent: integerBetween(0, 50).default(0),
  /** What a party orders that is larger than the set is for. */
  other_sizes: localizedText(240).optional(),
  sets: identified(
    listOrNone(
      entry({
        ...offerFields,
        guests: integerBetween(1, 14),
        tags: tagList,
        dishes: listOf(entry({ dish: idFrom('menu'), quantity: integerBetween(1, 20) }), 2),
      }),
      { vi: 'các mâm', en: 'set meals' },
    ),
  ),
})

const tablesFile = entry({
  category: namedEntry.default(() => ({
    id: 'dat-ban',
    name: { vi: 'Đặt bàn', en: 'Reservations' },
  })),
  types: identified(
    listOf(
      entry({
        id: slug.optional(),
        name: localizedText(60),
        description: localizedText(240).optional(),
        /** Other names by which guests ask for it. */
        also: listOf(singleLine({ vi: 'một tên khác', en: 'another name' }, 40)).optional(),
        /** Minimum spend of the whole party. */
        minimum_spend: vndAmount.optional(),
        ...bufferFields,
      }),
    ),
  ).default(() => [{ id: 'trong-quan', name: { vi: 'Trong quán', en: 'Inside' } }]),
  /** The offers of the category above; without them, one for all table types. */
  offers: identified(
    listOf(
      entry({
        ...offerFields,
        table_types: listOf(idFrom('tables.yaml')),
        tags: tagList,
      }),
    ),
  ).optional(),
  tables: identified(
    listOf(
      entry({
        id: slug.optional(),
        name: singleLine(
          { vi: 'tên bàn như nhân viên vẫn gọi', en: 'what staff call the table' },
          40,
        ).optional(),
        /** Without it, the first table type. */
        type: idFrom('tables.yaml').optional(),
        seats: integerBetween(1, 20),
        least: integerBetween(1, 20).default(1),
        /** False: only staff assign it, for bookings by phone and walk-ins. */
        online: yesOrNo.optional(),
        /** Where the table stands in the floor plan of its type. */
        at: entry({
          column: integerBetween(1, 20),
          row: integerBetween(1, 30),
          width: integerBetween(1, 6).default(1),
          height: integerBetween(1, 6).default(1),
        }).optional(),
      }),
    ).transform((tables) =>
      tables.map((table, index) => ({ ...table, name: table.name ?? `Bàn ${index + 1}` })),
    ),
  ),
  /** Tables that can be joined, and their seats when joined. */
  joins: listOrNone(
    entry({
      tables: listOf(idFrom('tables.yaml'), 2),
      seats: integerBetween(2, 30),
      least: integerBetween(1, 30),
    }),
    {
      vi: 'các cách ghép bàn',
      en: 'joins',
    },
  ),
  /** Length of a visit: the first entry whose `up_to` is not smaller than the party. */
  lengths: listOf(entry({ up_to: integerBetween(1, 30), minutes: quarterHours })).default(() => [
    { up_to: 4, minutes: 90 },
    { up_to: 30, minutes: 120 },
  ]),
  turn_minutes: turnMinutes.default(0),
})

/** The tables of a shop that describes none. */
const defaultTables = { tables: Array.from({ length: 5 }, () => ({ seats: 4 })) }

const policyFile = entry({
  /** Without it, every day on which the shop is open. */
  weekdays: weekdays.optional(),
  /** Without them, all opening hours. `last` may be after midnight. */
  services: listOf(
    entry({ id: slug, name: localizedText(40), first: nightTime, last: nightTime }).transform(
      (service) => ({ ...service, last: inNightOf(service.first, service.last) }),
    ),
  ).optional(),
  start_every_minutes: quarterHours.default(30),
  horizon_days: integerBetween(1, 365).default(30),
  pace: paceField,
  /** Larger parties must call. Without it, the seats of the largest table or joined tables. */
  online_up_to: integerBetween(1, 30).optional(),
  /** The first entry whose `up_to` is not smaller than the party applies. */
  tiers: listOf(
    entry({
      up_to: integerBetween(1, 30),
      notice_minutes: integerBetween(0, 20160),
      hold_minutes: integerBetween(5, 120),
      deposit_per_guest: vndAmount,
      free_cancellation_hours: integerBetween(0, 336),
    }),
  ).default(() => [
    {
      up_to: 30,
      notice_minutes: 60,
      hold_minutes: 15,
      deposit_per_guest: 0,
      free_cancellation_hours: 2,
    },
  ]),
  private_room: entry({
    table_type: idFrom('tables.yaml'),
    least_guests: integerBetween(1, 30),
    notice_minutes: integerBetween(0, 20160),
    deposit_percent_of_minimum: integerBetween(0, 100),
  }).optional(),
  included: listOrNone(localizedText(200), { vi: 'những gì giá đã gồm', en: 'texts' }),
  not_included: listOrNone(localizedText(200), { vi: 'những gì giá chưa gồm', en: 'texts' }),
})

const teamFile = entry({
  people: identified(
    listOrNone(
      entry({
        ...personFields,
        shifts: listOf(entry({ days: weekdays, hours: listOf(span) })),
      }),
      { vi: 'những người khách sẽ gặp', en: 'people' },
    ),
  ),
})

export const files = {
  kitchen: yamlFileOr('kitchen.yaml', kitchenFile, {}),
  tags: yamlFileOr('tags.yaml', tagsFile, {}),
  menus: yamlFolder('menu', menuFile),
  setMeals: yamlFileOr('set-meals.yaml', setMealsFile, {}),
  tables: yamlFileOr('tables.yaml', tablesFile, defaultTables),
  policy: yamlFileOr('policy.yaml', policyFile, {}),
  team: yamlFileOr('team.yaml', teamFile, {}),
}

export type WrittenFiles = Values<typeof files>
type WrittenTables = WrittenFiles['tables']
type WrittenPolicy = WrittenFiles['policy']

/** What the files mean, with what follows from the others: see `complete.ts`. */
export type RestaurantFiles = Omit<WrittenFiles, 'kitchen' | 'tables' | 'policy'> & {
  readonly kitchen: Omit<WrittenFiles['kitchen'], 'allergens'> & { allergens: AllergenGroup[] }
  readonly tables: Omit<WrittenTables, 'offers' | 'tables'> & {
    offers: NonNullable<WrittenTables['offers']>
    tables: (WrittenTables['tables'][number] & { type: string })[]
  }
  readonly policy: WrittenPolicy &
    Required<{
      [Name in 'weekdays' | 'services' | 'online_up_to']: NonNullable<WrittenPolicy[Name]>
    }>
}

export type Dish = WrittenFiles['menus'][number]['dishes'][number]
export type SetMeal = WrittenFiles['setMeals']['sets'][number]
