/** What must agree between the files of a restaurant. */
import { knownId, knownIds, uniqueCategories, uniqueIds } from '../../content/checks.ts'
import type { Check } from '../../domain/trade.ts'
import type { files } from './files.ts'

type RestaurantCheck = Check<typeof files>

const offerIds: RestaurantCheck = {
  needs: ['menus', 'setMeals', 'tables'],
  run({ menus, setMeals, tables }, report) {
    const taken = new Set<string>()
    uniqueCategories([...menus, setMeals, tables], report)
    for (const menu of menus) uniqueIds(menu, 'dishes', menu.dishes, report, taken)
    uniqueIds(setMeals, 'sets', setMeals.sets, report, taken)
    uniqueIds(tables, 'offers', tables.offers, report, taken)
  },
}

const dishWords: RestaurantCheck = {
  needs: ['menus', 'kitchen', 'business'],
  run({ menus, kitchen, business }, report) {
    const vatKinds = business.vat.map(({ id }) => id)
    uniqueIds(kitchen, 'diets', kitchen.diets, report)
    uniqueIds(kitchen, 'allergens', kitchen.allergens, report)
    const diets = kitchen.diets.map(({ id }) => id)
    const allergens = kitchen.allergens.map(({ id }) => id)
    for (const menu of menus) {
      menu.dishes.forEach((dish, place) => {
        knownIds(menu, ['dishes', place, 'diet'], dish.diet, diets, report)
        knownIds(menu, ['dishes', place, 'allergens'], dish.allergens, allergens, report)
        if (dish.vat) knownId(menu, ['dishes', place, 'vat'], dish.vat, vatKinds, report)
      })
    }
  },
}

const tags: RestaurantCheck = {
  needs: ['menus', 'setMeals', 'tables', 'tags'],
  run({ menus, setMeals, tables, tags }, report) {
    const known = tags.tags.map(({ id }) => id)
    uniqueIds(tags, 'tags', tags.tags, report)
    for (const menu of menus) {
      menu.dishes.forEach((dish, place) => {
        knownIds(menu, ['dishes', place, 'tags'], dish.tags, known, report)
      })
    }
    setMeals.sets.forEach((set, place) => {
      knownIds(setMeals, ['sets', place, 'tags'], set.tags, known, report)
    })
    tables.offers.forEach((offer, place) => {
      knownIds(tables, ['offers', place, 'tags'], offer.tags, known, report)
    })
  },
}

const meals: RestaurantCheck = {
  needs: ['menus', 'setMeals'],
  run({ menus, setMeals }, report) {
    const dishes = menus.flatMap((menu) => menu.dishes.map(({ id }) => id))
    for (const menu of menus) {
      menu.dishes.forEach(({ signature }, place) => {
        const path = ['dishes', place, 'signature', 'completes_with']
        knownIds(menu, path, signature?.completes_with ?? [], dishes, report)
      })
    }
    setMeals.sets.forEach((set, place) => {
      set.dishes.forEach(({ dish }, number) => {
        knownId(setMeals, ['sets', place, 'dishes', number, 'dish'], dish, dishes, report)
      })
    })
  },
}

const seating: RestaurantCheck = {
  needs: ['tables'],
  run({ tables }, report) {
    uniqueIds(tables, 'types', tables.types, report)
    uniqueIds(tables, 'tables', tables.tables, report)
    const types = tables.types.map(({ id }) => id)
    tables.offers.forEach((offer, place) => {
      knownIds(tables, ['offers', place, 'table_types'], offer.table_types, types, report)
    })
    tables.tables.forEach(({ type, seats, least }, place) => {
      knownId(tables, ['tables', place, 'type'], type, types, report)
      if (least <= seats) return
      report.fault(
        tables,
        ['tables', place, 'least'],
        (name) => `${name} is more than its seats`,
        `at most ${seats}`,
      )
    })
    const ids = tables.tables.map(({ id }) => id)
    tables.joins.forEach((join, place) => {
      knownIds(tables, ['joins', place, 'tables'], join.tables, ids, report)
      const joined = tables.tables.filter(({ id }) => join.tables.includes(id))
      if (new Set(joined.map(({ type }) => type)).size <= 1) return
      report.fault(
        tables,
        ['joins', place],
        () => 'this joins tables of different types',
        'tables of one type',
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
        (name) => `${name} is more than its tables seat`,
        `at most ${most}`,
      )
    })
  },
}

const people: RestaurantCheck = {
  needs: ['team'],
  run({ team }, report) {
    uniqueIds(team, 'people', team.people, report)
  },
}

const rules: RestaurantCheck = {
  needs: ['tables', 'policy'],
  run({ tables, policy }, report) {
    ascending(policy, 'tiers', policy.tiers, report)
    const types = tables.types.map(({ id }) => id)
    const { table_type } = policy.private_room
    knownId(policy, ['private_room', 'table_type'], table_type, types, report)
    for (const [of, list, steps] of [
      [policy, 'tiers', policy.tiers],
      [tables, 'lengths', tables.lengths],
    ] as const) {
      if ((steps.at(-1)?.up_to ?? 0) >= policy.online_up_to) continue
      report.fault(
        of,
        [list],
        (name) => `${name} says nothing about a party of ${policy.online_up_to}`,
        `a last line with up_to: ${policy.online_up_to}`,
      )
    }
    policy.services.forEach(({ first, last }, place) => {
      if (first <= last) return
      report.fault(
        policy,
        ['services', place, 'last'],
        (name) => `${name} is before the first`,
        'a later time',
      )
    })
  },
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
      (name) => `${name} does not rise`,
      `a number above ${before}`,
    )
  })
}

export const checks: RestaurantCheck[] = [offerIds, dishWords, tags, meals, seating, people, rules]
