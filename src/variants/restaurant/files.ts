/** Content files of a restaurant, in addition to the shared ones. */
import type { z } from 'zod'
import { type Values, yamlFile, yamlFolder } from '../../content/folder.ts'
import {
  clockTime,
  entry,
  idFrom,
  integerBetween,
  key,
  listOf,
  listOfLength,
  localizedText,
  namedEntry,
  offerFields,
  optionalList,
  personFields,
  quarterHours,
  singleLine,
  slug,
  span,
  turnMinutes,
  vatKind,
  vndAmount,
  weekdays,
} from '../../content/vocabulary.ts'

const stage = entry({ name: localizedText(60), text: localizedText(500) })

/** The page of a signature dish describes its journey to the table in six stages. */
const signature = entry({
  journey: listOfLength(6, stage, {
    vi: 'đúng sáu chặng, từ ruộng đến mâm',
    en: 'exactly six stages, from the field to the table',
  }),
  completes_with: listOf(idFrom('menu'), 2),
})

const tagList = optionalList(idFrom('tags.yaml'), {
  vi: 'nhãn lấy từ tags.yaml',
  en: 'tags from tags.yaml',
})

const dish = entry({
  ...offerFields,
  price: vndAmount,
  vat: vatKind,
  spice: integerBetween(0, 3),
  diet: optionalList(idFrom('kitchen.yaml'), {
    vi: 'chế độ ăn lấy từ kitchen.yaml',
    en: 'diets from kitchen.yaml',
  }),
  allergens: optionalList(idFrom('kitchen.yaml'), {
    vi: 'chất gây dị ứng lấy từ kitchen.yaml',
    en: 'allergens from kitchen.yaml',
  }),
  tags: tagList,
  signature: signature.optional(),
})

const menuFile = entry({ category: namedEntry, dishes: listOf(dish) })

const kitchenFile = entry({
  allergens: listOfLength(
    9,
    entry({ id: key, name: localizedText(60), covers: localizedText(200) }),
    {
      vi: 'đúng chín nhóm chất gây dị ứng',
      en: 'exactly nine tracked groups',
    },
  ),
  diets: listOf(entry({ id: key, name: localizedText(60), meaning: localizedText(200) })),
  spice_levels: listOfLength(4, localizedText(60), {
    vi: 'đúng bốn mức cay, cho spice 0, 1, 2 và 3',
    en: 'exactly four levels, for spice 0, 1, 2 and 3',
  }),
  disclaimer: localizedText(500),
})

const tagsFile = entry({ tags: listOf(namedEntry) })

const setMealsFile = entry({
  category: namedEntry,
  discount_percent: integerBetween(0, 50),
  sets: listOf(
    entry({
      ...offerFields,
      guests: integerBetween(1, 14),
      tags: tagList,
      dishes: listOf(entry({ dish: idFrom('menu'), quantity: integerBetween(1, 20) }), 2),
    }),
  ),
})

const tablesFile = entry({
  category: namedEntry,
  types: listOf(
    entry({
      id: slug,
      name: localizedText(60),
      description: localizedText(240),
      /** Minimum spend of the whole party. */
      minimum_spend: vndAmount.optional(),
    }),
  ),
  /** The offers of the category above. */
  offers: listOf(
    entry({
      ...offerFields,
      table_types: listOf(idFrom('tables.yaml')),
      tags: tagList,
    }),
  ),
  tables: listOf(
    entry({
      id: slug,
      name: singleLine(
        { vi: 'tên bàn như nhân viên vẫn gọi', en: 'what staff call the table' },
        40,
      ),
      type: idFrom('tables.yaml'),
      seats: integerBetween(1, 20),
      least: integerBetween(1, 20),
    }),
  ),
  /** Tables that can be joined, and their seats when joined. */
  joins: optionalList(
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
  lengths: listOf(entry({ up_to: integerBetween(1, 30), minutes: quarterHours })),
  turn_minutes: turnMinutes,
})

const policyFile = entry({
  weekdays,
  services: listOf(entry({ id: slug, name: localizedText(40), first: clockTime, last: clockTime })),
  start_every_minutes: quarterHours,
  horizon_days: integerBetween(1, 365),
  /** Larger parties must call. */
  online_up_to: integerBetween(1, 30),
  /** The first entry whose `up_to` is not smaller than the party applies. */
  tiers: listOf(
    entry({
      up_to: integerBetween(1, 30),
      notice_minutes: integerBetween(0, 20160),
      hold_minutes: integerBetween(5, 120),
      deposit_per_guest: vndAmount,
      free_cancellation_hours: integerBetween(0, 336),
    }),
  ),
  private_room: entry({
    table_type: idFrom('tables.yaml'),
    least_guests: integerBetween(1, 30),
    notice_minutes: integerBetween(0, 20160),
    deposit_percent_of_minimum: integerBetween(0, 100),
  }).optional(),
  included: listOf(localizedText(200)),
  not_included: listOf(localizedText(200)),
})

const teamFile = entry({
  people: listOf(
    entry({
      ...personFields,
      shifts: listOf(entry({ days: weekdays, hours: listOf(span) })),
    }),
  ),
})

export const files = {
  kitchen: yamlFile('kitchen.yaml', kitchenFile),
  tags: yamlFile('tags.yaml', tagsFile),
  menus: yamlFolder('menu', menuFile),
  setMeals: yamlFile('set-meals.yaml', setMealsFile),
  tables: yamlFile('tables.yaml', tablesFile),
  policy: yamlFile('policy.yaml', policyFile),
  team: yamlFile('team.yaml', teamFile),
}

export type RestaurantFiles = Values<typeof files>
export type Dish = z.infer<typeof dish>
export type SetMeal = RestaurantFiles['setMeals']['sets'][number]
