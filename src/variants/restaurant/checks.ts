/** Checks across the content files of a restaurant. */
import {
  checkEntryReferences,
  checkKnownId,
  checkKnownIds,
  checkListedOnce,
  checkUniqueCategories,
  checkUniqueIds,
  idsOf,
  orRemoveHint,
  type UsedIds,
} from '../../content/checks.ts'
import { checkPrices } from '../../content/price-checks.ts'
import { checkBookingDays } from '../../domain/scheduling/booking-days.ts'
import { checkLastStart } from '../../domain/scheduling/last-start-check.ts'
import type { Check } from '../../domain/trade/declaration.ts'
import { forEachLocale, type LocalizedText } from '../../kernel/locale.ts'
import { checkDishAllergens } from './allergen-checks.ts'
import type { RestaurantFiles } from './files.ts'
import { floorPlan } from './floor-checks.ts'

type RestaurantCheck = Check<RestaurantFiles>

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
    const known = { diet: kitchen.diets, vat: business.vat }
    for (const menu of menus) {
      checkEntryReferences(menu, 'dishes', menu.dishes, known, report)
      checkDishAllergens(menu, kitchen.allergens, report)
    }
  },
}

const tags: RestaurantCheck = {
  needs: ['menus', 'setMeals', 'tables', 'tags'],
  run({ menus, setMeals, tables, tags }, report) {
    const known = { tags: tags.tags }
    checkUniqueIds(tags, 'tags', tags.tags, report)
    for (const menu of menus) checkEntryReferences(menu, 'dishes', menu.dishes, known, report)
    checkEntryReferences(setMeals, 'sets', setMeals.sets, known, report)
    checkEntryReferences(tables, 'offers', tables.offers, known, report)
  },
}

const meals: RestaurantCheck = {
  needs: ['menus', 'setMeals'],
  run({ menus, setMeals }, report) {
    const dishes = menus.flatMap((menu) => menu.dishes)
    // All dishes are compared only with an id that is unknown: a large menu may have thousands of references.
    const ids = new Set(idsOf(dishes))
    for (const menu of menus) {
      menu.dishes.forEach(({ signature }, index) => {
        if (!signature) return
        const path = ['dishes', index, 'signature', 'completes_with']
        const named = signature.completes_with
        if (named.every((id) => ids.has(id))) checkListedOnce(menu, path, named, report)
        else checkKnownIds(menu, path, named, dishes, report)
      })
    }
    setMeals.sets.forEach((set, index) => {
      set.dishes.forEach(({ dish }, number) => {
        if (ids.has(dish)) return
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
    const { types } = tables
    checkEntryReferences(tables, 'offers', tables.offers, { table_types: types }, report)
    tables.tables.forEach(({ type, seats, least }, index) => {
      checkKnownId(tables, ['tables', index, 'type'], type, types, report)
      if (least <= seats) return
      report.error(
        tables,
        ['tables', index, 'least'],
        {
          vi: `bàn có ${seats} ghế mà cần ít nhất ${least} khách`,
          en: `the table has ${seats} seats and needs at least ${least} guests`,
        },
        seats === 1
          ? forEachLocale(() => 'least: 1')
          : { vi: `least: 1 hoặc least: ${seats}`, en: `least: 1 or least: ${seats}` },
      )
    })
    tables.joins.forEach((join, index) => {
      checkKnownIds(tables, ['joins', index, 'tables'], join.tables, tables.tables, report)
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
        {
          vi: `${seats} nhiều hơn tổng số ghế của các bàn được ghép`,
          en: `${seats} is more than the seats of the joined tables`,
        },
        forEachLocale(() => `seats: ${maxSeats}`),
      )
    })
  },
}

/** Guests could book tables that do not exist. */
const defaultTables: RestaurantCheck = {
  needs: ['tables'],
  run({ tables: { tables } }, report) {
    if (report.hasFile('tables.yaml')) return
    const seats = tables[0]?.seats ?? 0
    report.noteAt(
      'tables.yaml',
      1,
      {
        vi: `chưa có tệp này, nên khách đặt được ${tables.length} bàn, mỗi bàn ${seats} ghế`,
        en: `there is no such file, so guests can book ${tables.length} tables of ${seats} seats`,
      },
      {
        write: {
          vi: 'dòng `tables:`, rồi mỗi bàn một dòng, ví dụ `  - { seats: 4 }`',
          en: 'a line `tables:`, then a line for each of your tables, such as `  - { seats: 4 }`',
        },
      },
    )
  },
}

/** A table type whose tables are all kept for the phone cannot be booked by guests. */
const onlineTables: RestaurantCheck = {
  needs: ['tables'],
  run({ tables }, report) {
    tables.types.forEach(({ id }, index) => {
      const ofType = tables.tables.filter(({ type }) => type === id)
      if (ofType.length === 0 || ofType.some(({ online }) => online !== false)) return
      report.note(
        tables,
        ['types', index],
        (name) => ({
          vi: `mọi bàn của ${name.vi} đều có online: false, nên khách không tự đặt được loại này`,
          en: `all tables of ${name.en} have online: false, so guests cannot book this type`,
        }),
        {
          vi: 'online: true cho ít nhất một bàn, nếu khách được tự đặt',
          en: 'online: true at one of its tables, if guests may book it',
        },
      )
    })
  },
}

const prices: RestaurantCheck = {
  needs: ['menus'],
  run({ menus }, report) {
    const all = menus.flatMap((of) =>
      of.dishes.map(({ price, next_price: next }, index) => ({
        of,
        path: ['dishes', index, 'price'],
        price,
        next,
      })),
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

const bookingDays: RestaurantCheck = {
  needs: ['tables', 'policy', 'business'],
  run: ({ policy, business }, report) => checkBookingDays(policy, business, report),
}

const rules: RestaurantCheck = {
  needs: ['tables', 'policy', 'business'],
  run({ tables, policy }, report) {
    checkAscending(policy, 'tiers', policy.tiers, report)
    const room = policy.private_room
    if (room) {
      const path = ['private_room', 'table_type']
      checkKnownId(policy, path, room.table_type, tables.types, report, orRemovePrivateRoom)
    }
    for (const [of, list, steps] of [
      [policy, 'tiers', policy.tiers],
      [tables, 'lengths', tables.lengths],
    ] as const) {
      if ((steps.at(-1)?.up_to ?? 0) >= policy.online_up_to) continue
      report.error(
        of,
        [list],
        {
          vi: `chưa nói gì về nhóm ${policy.online_up_to} khách`,
          en: `a party of ${policy.online_up_to} is not covered`,
        },
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

const orRemovePrivateRoom: LocalizedText = {
  vi: 'hoặc bỏ cả mục private_room nếu quán không có phòng riêng',
  en: 'or remove the whole private_room entry if there is no private room',
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
      {
        vi: `${up_to} không lớn hơn ${before} ở dòng trước`,
        en: `${up_to} is not greater than ${before} in the line before`,
      },
      { vi: `up_to: ${before + 1} hoặc hơn`, en: `up_to: ${before + 1} or more` },
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
  floorPlan,
  defaultTables,
  onlineTables,
  people,
  rules,
  bookingDays,
  lastStarts,
]
