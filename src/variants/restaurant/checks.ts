/** Checks across the content files of a restaurant. */
import {
  checkEntryReferences,
  checkKnownId,
  checkKnownIds,
  checkUniqueCategories,
  checkUniqueIds,
  idsOf,
  orRemoveHint,
  type UsedIds,
} from '../../content/checks.ts'
import { checkPrices } from '../../content/price-checks.ts'
import { checkLastStart } from '../../domain/scheduling/last-start-check.ts'
import type { Check } from '../../domain/trade/trade.ts'
import type { LocalizedText } from '../../kernel/locale.ts'
import type { files } from './files.ts'

type RestaurantCheck = Check<typeof files>

const offerIds: RestaurantCheck = {
  needs: ['menus', 'setMeals', 'tables'],
  run({ menus, setMeals, tables }, report) {
    const usedIds: UsedIds = new Map()
    checkUniqueCategories([...menus, setMeals, tables], report)
    for (const menu of menus) checkUniqueIds(menu, 'dishes', menu.dishes, report, usedIds)
    checkUniqueIds(setMeals, 'sets', setMeals.sets, report, usedIds)
    checkUniqueIds(tables, 'offers', tables.offers, report, usedIds)
  },
}

const dishReferences: RestaurantCheck = {
  needs: ['menus', 'kitchen', 'business'],
  run({ menus, kitchen, business }, report) {
    checkUniqueIds(kitchen, 'diets', kitchen.diets, report)
    checkUniqueIds(kitchen, 'allergens', kitchen.allergens, report)
    const known = {
      diet: idsOf(kitchen.diets),
      allergens: idsOf(kitchen.allergens),
      vat: idsOf(business.vat),
    }
    for (const menu of menus) checkEntryReferences(menu, 'dishes', menu.dishes, known, report)
  },
}

const tags: RestaurantCheck = {
  needs: ['menus', 'setMeals', 'tables', 'tags'],
  run({ menus, setMeals, tables, tags }, report) {
    const known = { tags: idsOf(tags.tags) }
    checkUniqueIds(tags, 'tags', tags.tags, report)
    for (const menu of menus) checkEntryReferences(menu, 'dishes', menu.dishes, known, report)
    checkEntryReferences(setMeals, 'sets', setMeals.sets, known, report)
    checkEntryReferences(tables, 'offers', tables.offers, known, report)
  },
}

const meals: RestaurantCheck = {
  needs: ['menus', 'setMeals'],
  run({ menus, setMeals }, report) {
    const dishes = menus.flatMap((menu) => idsOf(menu.dishes))
    for (const menu of menus) {
      menu.dishes.forEach(({ signature }, index) => {
        const path = ['dishes', index, 'signature', 'completes_with']
        checkKnownIds(menu, path, signature?.completes_with ?? [], dishes, report)
      })
    }
    setMeals.sets.forEach((set, index) => {
      set.dishes.forEach(({ dish }, number) => {
        checkKnownId(
          setMeals,
          ['sets', index, 'dishes', number, 'dish'],
          dish,
          dishes,
          report,
          orRemoveHint,
        )
      })
    })
  },
}

const seating: RestaurantCheck = {
  needs: ['tables'],
  run({ tables }, report) {
    checkUniqueIds(tables, 'types', tables.types, report)
    checkUniqueIds(tables, 'tables', tables.tables, report)
    const types = idsOf(tables.types)
    checkEntryReferences(tables, 'offers', tables.offers, { table_types: types }, report)
    tables.tables.forEach(({ type, seats, least }, index) => {
      checkKnownId(tables, ['tables', index, 'type'], type, types, report)
      if (least <= seats) return
      report.error(
        tables,
        ['tables', index, 'least'],
        (name) => ({
          vi: `${name.vi} nhiều hơn số ghế của bàn`,
          en: `${name.en} is more than the seats of the table`,
        }),
        atMostText(seats),
      )
    })
    const ids = idsOf(tables.tables)
    tables.joins.forEach((join, index) => {
      checkKnownIds(tables, ['joins', index, 'tables'], join.tables, ids, report)
      const joined = tables.tables.filter(({ id }) => join.tables.includes(id))
      if (new Set(joined.map(({ type }) => type)).size <= 1) return
      report.error(
        tables,
        ['joins', index],
        () => ({
          vi: 'chỗ này ghép các bàn khác loại',
          en: 'this joins tables of different types',
        }),
        { vi: 'các bàn cùng loại', en: 'tables of one type' },
      )
    })
    checkAscending(tables, 'lengths', tables.lengths, report)
    tables.joins.forEach(({ tables: joined, seats }, index) => {
      const maxSeats = tables.tables
        .filter(({ id }) => joined.includes(id))
        .reduce((sum, table) => sum + table.seats, 0)
      if (seats <= maxSeats) return
      report.error(
        tables,
        ['joins', index, 'seats'],
        (name) => ({
          vi: `${name.vi} nhiều hơn tổng số ghế của các bàn được ghép`,
          en: `${name.en} is more than the seats of the joined tables`,
        }),
        atMostText(maxSeats),
      )
    })
  },
}

const prices: RestaurantCheck = {
  needs: ['menus'],
  run({ menus }, report) {
    const all = menus.flatMap((of) =>
      of.dishes.map(({ price }, index) => ({ of, path: ['dishes', index, 'price'], price })),
    )
    checkPrices(all, report)
  },
}

const people: RestaurantCheck = {
  needs: ['team'],
  run({ team }, report) {
    checkUniqueIds(team, 'people', team.people, report)
  },
}

const lastStarts: RestaurantCheck = {
  needs: ['business', 'tables', 'policy'],
  run({ business, tables, policy }, report) {
    const shortest = Math.min(...tables.lengths.map(({ minutes }) => minutes))
    policy.services.forEach(({ first, last }, index) => {
      if (first > last) return
      const starts = { every: policy.start_every_minutes, first, last, shortest }
      checkLastStart(policy, ['services', index, 'last'], starts, business, report)
    })
  },
}

const rules: RestaurantCheck = {
  needs: ['tables', 'policy'],
  run({ tables, policy }, report) {
    checkAscending(policy, 'tiers', policy.tiers, report)
    const types = idsOf(tables.types)
    const privateRoom = policy.private_room
    if (privateRoom)
      checkKnownId(policy, ['private_room', 'table_type'], privateRoom.table_type, types, report)
    for (const [of, list, steps] of [
      [policy, 'tiers', policy.tiers],
      [tables, 'lengths', tables.lengths],
    ] as const) {
      if ((steps.at(-1)?.up_to ?? 0) >= policy.online_up_to) continue
      report.error(
        of,
        [list],
        (name) => ({
          vi: `${name.vi} chưa nói gì về nhóm ${policy.online_up_to} khách`,
          en: `${name.en} does not cover a party of ${policy.online_up_to}`,
        }),
        {
          vi: `dòng cuối có up_to: ${policy.online_up_to}`,
          en: `a last line with up_to: ${policy.online_up_to}`,
        },
      )
    }
    policy.services.forEach(({ first, last }, index) => {
      if (first <= last) return
      report.error(
        policy,
        ['services', index, 'last'],
        (name) => ({ vi: `${name.vi} sớm hơn first`, en: `${name.en} is before first` }),
        { vi: 'giờ muộn hơn', en: 'a later time' },
      )
    })
  },
}

function atMostText(count: number): LocalizedText {
  return { vi: `nhiều nhất ${count}`, en: `at most ${count}` }
}

function checkAscending(
  of: object,
  list: string,
  steps: readonly { up_to: number }[],
  report: Parameters<RestaurantCheck['run']>[1],
): void {
  steps.forEach(({ up_to }, index) => {
    const before = steps[index - 1]?.up_to ?? 0
    if (up_to > before) return
    report.error(
      of,
      [list, index, 'up_to'],
      (name) => ({
        vi: `${name.vi} không lớn hơn dòng trước`,
        en: `${name.en} is not greater than in the line before`,
      }),
      { vi: `số lớn hơn ${before}`, en: `a number greater than ${before}` },
    )
  })
}

export const checks: RestaurantCheck[] = [
  offerIds,
  dishReferences,
  tags,
  meals,
  prices,
  seating,
  people,
  rules,
  lastStarts,
]
