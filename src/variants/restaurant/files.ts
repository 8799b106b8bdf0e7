/** The files a restaurant keeps beside the shared ones. */
import { z } from 'zod'
import { many, one, type Values } from '../../content/folder.ts'
import {
  clockTime,
  dong,
  entry,
  key,
  line,
  listOf,
  quarterHours,
  slug,
  span,
  vatKind,
  weekdays,
  whole,
  words,
} from '../../content/vocabulary.ts'

const category = entry({ id: slug, name: words(60) })

const station = entry({ name: words(60), text: words(500) })

/** A signature dish has a page of its own kind: its way to the table in six stations. */
const signature = entry({
  journey: z
    .array(station, 'six stations')
    .length(6, 'exactly six stations, from the field to the table'),
  completes_with: listOf(slug, 2),
})

const dish = entry({
  id: slug,
  name: words(80),
  description: words(240),
  story: words(900),
  price: dong,
  vat: vatKind,
  spice: whole(0, 3),
  diet: z.array(key, 'a list of diets from kitchen.yaml, [] for none'),
  allergens: z.array(key, 'a list of allergens from kitchen.yaml, [] for none'),
  tags: z.array(slug, 'a list of tags from tags.yaml, [] for none'),
  signature: signature.optional(),
})

const menuFile = entry({ category, dishes: listOf(dish) })

const kitchenFile = entry({
  allergens: z
    .array(entry({ id: key, name: words(60), covers: words(200) }), 'the tracked groups')
    .length(9, 'exactly nine tracked groups'),
  diets: listOf(entry({ id: key, name: words(60), meaning: words(200) })),
  spice_levels: z
    .array(words(60), 'the four levels')
    .length(4, 'exactly four levels, for spice 0, 1, 2 and 3'),
  disclaimer: words(500),
})

const tagsFile = entry({ tags: listOf(entry({ id: slug, name: words(60) })) })

const setMealsFile = entry({
  category,
  discount_percent: whole(0, 50),
  sets: listOf(
    entry({
      id: slug,
      name: words(80),
      description: words(240),
      story: words(900),
      guests: whole(1, 14),
      tags: z.array(slug, 'a list of tags from tags.yaml, [] for none'),
      dishes: listOf(entry({ dish: slug, quantity: whole(1, 20) }), 2),
    }),
  ),
})

const tablesFile = entry({
  category,
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
      id: slug,
      name: words(80),
      description: words(240),
      story: words(900),
      table_types: listOf(slug),
      tags: z.array(slug, 'a list of tags from tags.yaml, [] for none'),
    }),
  ),
  tables: listOf(
    entry({
      id: slug,
      name: line('what staff call the table', 40),
      type: slug,
      seats: whole(1, 20),
      least: whole(1, 20),
    }),
  ),
  /** Tables that may be pushed together, and how many then sit. */
  joins: z.array(
    entry({ tables: listOf(slug, 2), seats: whole(2, 30), least: whole(1, 30) }),
    'a list of joins',
  ),
  /** How long a party keeps its table: the first line whose `up_to` is not smaller than the party. */
  lengths: listOf(entry({ up_to: whole(1, 30), minutes: quarterHours })),
  turn_minutes: z.int('0, 15 or 30').min(0).max(60).multipleOf(15, '0, 15 or 30'),
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
  private_room: entry({
    table_type: slug,
    least_guests: whole(1, 30),
    notice_minutes: whole(0, 20160),
    deposit_percent_of_minimum: whole(0, 100),
  }),
  included: listOf(words(200)),
  not_included: listOf(words(200)),
})

const teamFile = entry({
  people: listOf(
    entry({
      id: slug,
      name: line('the name as guests hear it', 60),
      role: words(80),
      bio: words(500),
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
