/** The files a restaurant keeps beside the shared ones. */
import type { z } from 'zod'
import { many, one, type Values } from '../../content/folder.ts'
import {
  anyOf,
  clockTime,
  dong,
  entry,
  exactly,
  idFrom,
  key,
  line,
  listed,
  listOf,
  named,
  person,
  quarterHours,
  slug,
  span,
  turnMinutes,
  vatKind,
  weekdays,
  whole,
  words,
} from '../../content/vocabulary.ts'

const station = entry({ name: words(60), text: words(500) })

/** A signature dish has a page of its own kind: its way to the table in six stations. */
const signature = entry({
  journey: exactly(6, station, {
    vi: 'đúng sáu chặng, từ ruộng đến mâm',
    en: 'exactly six stations, from the field to the table',
  }),
  completes_with: listOf(idFrom('menu'), 2),
})

const tagList = anyOf(idFrom('tags.yaml'), {
  vi: 'nhãn lấy từ tags.yaml',
  en: 'tags from tags.yaml',
})

const dish = entry({
  ...listed,
  price: dong,
  vat: vatKind,
  spice: whole(0, 3),
  diet: anyOf(idFrom('kitchen.yaml'), {
    vi: 'chế độ ăn lấy từ kitchen.yaml',
    en: 'diets from kitchen.yaml',
  }),
  allergens: anyOf(idFrom('kitchen.yaml'), {
    vi: 'chất gây dị ứng lấy từ kitchen.yaml',
    en: 'allergens from kitchen.yaml',
  }),
  tags: tagList,
  signature: signature.optional(),
})

const menuFile = entry({ category: named, dishes: listOf(dish) })

const kitchenFile = entry({
  allergens: exactly(9, entry({ id: key, name: words(60), covers: words(200) }), {
    vi: 'đúng chín nhóm chất gây dị ứng',
    en: 'exactly nine tracked groups',
  }),
  diets: listOf(entry({ id: key, name: words(60), meaning: words(200) })),
  spice_levels: exactly(4, words(60), {
    vi: 'đúng bốn mức cay, cho spice 0, 1, 2 và 3',
    en: 'exactly four levels, for spice 0, 1, 2 and 3',
  }),
  disclaimer: words(500),
})

const tagsFile = entry({ tags: listOf(named) })

const setMealsFile = entry({
  category: named,
  discount_percent: whole(0, 50),
  sets: listOf(
    entry({
      ...listed,
      guests: whole(1, 14),
      tags: tagList,
      dishes: listOf(entry({ dish: idFrom('menu'), quantity: whole(1, 20) }), 2),
    }),
  ),
})

const tablesFile = entry({
  category: named,
  types: listOf(
    entry({
      id: slug,
      name: words(60),
      description: words(240),
      /** What the guests of such a table spend together at least. */
      minimum_spend: dong.optional(),
    }),
  ),
  /** What can be reserved under the category above. */
  offers: listOf(
    entry({
      ...listed,
      table_types: listOf(idFrom('tables.yaml')),
      tags: tagList,
    }),
  ),
  tables: listOf(
    entry({
      id: slug,
      name: line({ vi: 'tên bàn như nhân viên vẫn gọi', en: 'what staff call the table' }, 40),
      type: idFrom('tables.yaml'),
      seats: whole(1, 20),
      least: whole(1, 20),
    }),
  ),
  /** Tables that may be pushed together, and how many then sit. */
  joins: anyOf(
    entry({ tables: listOf(idFrom('tables.yaml'), 2), seats: whole(2, 30), least: whole(1, 30) }),
    {
      vi: 'các cách ghép bàn',
      en: 'joins',
    },
  ),
  /** How long a party keeps its table: the first line whose `up_to` is not smaller than the party. */
  lengths: listOf(entry({ up_to: whole(1, 30), minutes: quarterHours })),
  turn_minutes: turnMinutes,
})

const policyFile = entry({
  weekdays,
  services: listOf(entry({ id: slug, name: words(40), first: clockTime, last: clockTime })),
  start_every_minutes: quarterHours,
  horizon_days: whole(1, 365),
  /** Larger parties are asked to phone. */
  online_up_to: whole(1, 30),
  /** The first line whose `up_to` is not smaller than the party. */
  tiers: listOf(
    entry({
      up_to: whole(1, 30),
      notice_minutes: whole(0, 20160),
      hold_minutes: whole(5, 120),
      deposit_per_guest: dong,
      free_cancellation_hours: whole(0, 336),
    }),
  ),
  /** Of a house that has one. */
  private_room: entry({
    table_type: idFrom('tables.yaml'),
    least_guests: whole(1, 30),
    notice_minutes: whole(0, 20160),
    deposit_percent_of_minimum: whole(0, 100),
  }).optional(),
  included: listOf(words(200)),
  not_included: listOf(words(200)),
})

const teamFile = entry({
  people: listOf(
    entry({
      ...person,
      shifts: listOf(entry({ days: weekdays, hours: listOf(span) })),
    }),
  ),
})

export const files = {
  kitchen: one('kitchen.yaml', kitchenFile),
  tags: one('tags.yaml', tagsFile),
  menus: many('menu', menuFile),
  setMeals: one('set-meals.yaml', setMealsFile),
  tables: one('tables.yaml', tablesFile),
  policy: one('policy.yaml', policyFile),
  team: one('team.yaml', teamFile),
}

export type RestaurantFiles = Values<typeof files>
export type Dish = z.infer<typeof dish>
export type SetMeal = RestaurantFiles['setMeals']['sets'][number]
