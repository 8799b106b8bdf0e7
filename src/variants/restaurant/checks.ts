/** What must agree between the files of a restaurant. */
import {
  idsOf,
  knownId,
  knownIds,
  knownMembers,
  type Taken,
  takeAway,
  uniqueCategories,
  uniqueIds,
} from '../../content/checks.ts'
import { notePrices } from '../../content/price-checks.ts'
import { noteLastStart } from '../../domain/scheduling/last-start-check.ts'
import type { Check } from '../../domain/trade/trade.ts'
import type { Words } from '../../kernel/locale.ts'
import type { files } from './files.ts'

type RestaurantCheck = Check<typeof files>

const offerIds: RestaurantCheck = {
  needs: ['menus', 'setMeals', 'tables'],
  run({ menus, setMeals, tables }, report) {
    const taken: Taken = new Map()
    uniqueCategories([...menus, setMeals, tables], report)
    for (const menu of menus) uniqueIds(menu, 'dishes', menu.dishes, report, taken)
    uniqueIds(setMeals, 'sets', setMeals.sets, report, taken)
    uniqueIds(tables, 'offers', tables.offers, report, taken)
  },
}

const dishWords: RestaurantCheck = {
  needs: ['menus', 'kitchen', 'business'],
  run({ menus, kitchen, business }, report) {
    uniqueIds(kitchen, 'diets', kitchen.diets, report)
    uniqueIds(kitchen, 'allergens', kitchen.allergens, report)
    const known = {
      diet: idsOf(kitchen.diets),
      allergens: idsOf(kitchen.allergens),
      vat: idsOf(business.vat),
    }
    for (const menu of menus) knownMembers(menu, 'dishes', menu.dishes, known, report)
  },
}

const tags: RestaurantCheck = {
  needs: ['menus', 'setMeals', 'tables', 'tags'],
  run({ menus, setMeals, tables, tags }, report) {
    const known = { tags: idsOf(tags.tags) }
    uniqueIds(tags, 'tags', tags.tags, report)
    for (const menu of menus) knownMembers(menu, 'dishes', menu.dishes, known, report)
    knownMembers(setMeals, 'sets', setMeals.sets, known, report)
    knownMembers(tables, 'offers', tables.offers, known, report)
  },
}

const meals: RestaurantCheck = {
  needs: ['menus', 'setMeals'],
  run({ menus, setMeals }, report) {
    const dishes = menus.flatMap((menu) => idsOf(menu.dishes))
    for (const menu of menus) {
      menu.dishes.forEach(({ signature }, place) => {
        const path = ['dishes', place, 'signature', 'completes_with']
        knownIds(menu, path, signature?.completes_with ?? [], dishes, report)
      })
    }
    setMeals.sets.forEach((set, place) => {
      set.dishes.forEach(({ dish }, number) => {
        knownId(setMeals, ['sets', place, 'dishes', number, 'dish'], dish, dishes, report, takeAway)
      })
    })
  },
}

const seating: RestaurantCheck = {
  needs: ['tables'],
  run({ tables }, report) {
    uniqueIds(tables, 'types', tables.types, report)
    uniqueIds(tables, 'tables', tables.tables, report)
    const types = idsOf(tables.types)
    knownMembers(tables, 'offers', tables.offers, { table_types: types }, report)
    tables.tables.forEach(({ type, seats, least }, place) => {
      knownId(tables, ['tables', place, 'type'], type, types, report)
      if (least <= seats) return
      report.fault(
        tables,
        ['tables', place, 'least'],
        (name) => ({
          vi: `${name.vi} nhiều hơn số ghế của bàn`,
          en: `${name.en} is more than its seats`,
        }),
        atMost(seats),
      )
    })
    const ids = idsOf(tables.tables)
    tables.joins.forEach((join, place) => {
      knownIds(tables, ['joins', place, 'tables'], join.tables, ids, report)
      const joined = tables.tables.filter(({ id }) => join.tables.includes(id))
      if (new Set(joined.map(({ type }) => type)).size <= 1) return
      report.fault(
        tables,
        ['joins', place],
        () => ({
          vi: 'chỗ này ghép các bàn khác loại',
          en: 'this joins tables of different types',
        }),
        { vi: 'các bàn cùng loại', en: 'tables of one type' },
      )
    })
    ascending(tables, 'lengths', tables.lengths, report)
    tables.joins.forEach(({ tables: joined, seats }, place) => {
      const most = tables.tables
        .filter(({ id }) => joined.includes(id))
        .reduce((sum, table) => sum + table.seats, 0)
      if (seats <= most) return
      report.fault(
        tables,
        ['joins', place, 'seats'],
        (name) => ({
          vi: `${name.vi} nhiều hơn tổng số ghế của các bàn được ghép`,
          en: `${name.en} is more than its tables seat`,
        }),
        atMost(most),
      )
    })
  },
}

const prices: RestaurantCheck = {
  needs: ['menus'],
  run({ menus }, report) {
    const all = menus.flatMap((of) =>
      of.dishes.map(({ price }, place) => ({ of, path: ['dishes', place, 'price'], price })),
    )
    notePrices(all, report)
  },
}

const people: RestaurantCheck = {
  needs: ['team'],
  run({ team }, report) {
    uniqueIds(team, 'people', team.people, report)
  },
}

const lastStarts: RestaurantCheck = {
  needs: ['business', 'tables', 'policy'],
  run({ business, tables, policy }, report) {
    const shortest = Math.min(...tables.lengths.map(({ minutes }) => minutes))
    policy.services.forEach(({ first, last }, place) => {
      if (first > last) return
      const starts = { every: policy.start_every_minutes, first, last, shortest }
      noteLastStart(policy, ['services', place, 'last'], starts, business, report)
    })
  },
}

const rules: RestaurantCheck = {
  needs: ['tables', 'policy'],
  run({ tables, policy }, report) {
    ascending(policy, 'tiers', policy.tiers, report)
    const types = idsOf(tables.types)
    const room = policy.private_room
    if (room) knownId(policy, ['private_room', 'table_type'], room.table_type, types, report)
    for (const [of, list, steps] of [
      [policy, 'tiers', policy.tiers],
      [tables, 'lengths', tables.lengths],
    ] as const) {
      if ((steps.at(-1)?.up_to ?? 0) >= policy.online_up_to) continue
      report.fault(
        of,
        [list],
        (name) => ({
          vi: `${name.vi} chưa nói gì về nhóm ${policy.online_up_to} khách`,
          en: `${name.en} says nothing about a party of ${policy.online_up_to}`,
        }),
        {
          vi: `dòng cuối có up_to: ${policy.online_up_to}`,
          en: `a last line with up_to: ${policy.online_up_to}`,
        },
      )
    }
    policy.services.forEach(({ first, last }, place) => {
      if (first <= last) return
      report.fault(
        policy,
        ['services', place, 'last'],
        (name) => ({ vi: `${name.vi} sớm hơn first`, en: `${name.en} is before the first` }),
        { vi: 'giờ muộn hơn', en: 'a later time' },
      )
    })
  },
}

function atMost(count: number): Words {
  return { vi: `nhiều nhất ${count}`, en: `at most ${count}` }
}

function ascending(
  of: object,
  list: string,
  steps: readonly { up_to: number }[],
  report: Parameters<RestaurantCheck['run']>[1],
): void {
  steps.forEach(({ up_to }, place) => {
    const before = steps[place - 1]?.up_to ?? 0
    if (up_to > before) return
    report.fault(
      of,
      [list, place, 'up_to'],
      (name) => ({
        vi: `${name.vi} không lớn hơn dòng trước`,
        en: `${name.en} does not rise`,
      }),
      { vi: `số lớn hơn ${before}`, en: `a number above ${before}` },
    )
  })
}

export const checks: RestaurantCheck[] = [
  offerIds,
  dishWords,
  tags,
  meals,
  prices,
  seating,
  people,
  rules,
  lastStarts,
]
