/** Any tables that staff choose for a party, with the rules that the choice breaks. */
import type { Option, StaffOption, Start } from '../../domain/scheduling/rules.ts'
import { type BrokenRule, explainRule } from '../../domain/scheduling/staff-rules.ts'
import { forEachLocale, type LocalizedText } from '../../kernel/locale.ts'
import type { RestaurantFiles } from './files.ts'
import { allSeatings, createHoldOf } from './seating.ts'
import type { TableDetails } from './start-times.ts'

export type FindStaffSeating = (
  details: TableDetails,
  start: Start,
  resources: readonly string[],
) => readonly StaffOption[]

export function createStaffSeating(files: RestaurantFiles): FindStaffSeating {
  const { types } = files.tables
  const seatings = allSeatings(files)
  const holdOf = createHoldOf(files)
  const tables = new Map(
    files.tables.tables.map((table, index) => [`table:${table.id}`, { ...table, index }]),
  )
  const nameOf = (type: string): LocalizedText =>
    types.find(({ id }) => id === type)?.name ?? { vi: type, en: type }

  return ({ partySize: guests, types: wanted }, start, resources) => {
    // The order of the content, so that the same tables are the same assignment.
    const chosen = [...new Set(resources)]
      .flatMap((id) => tables.get(id) ?? [])
      .toSorted((one, other) => one.index - other.index)
    const [first] = chosen
    if (!first || chosen.length !== new Set(resources).size) return []
    const ids = chosen.map(({ id }) => id)
    // Joined tables may have fewer seats than alone.
    const known = seatings.find((one) => isSameSet(one.tables, ids))
    const seats = known?.seats ?? chosen.reduce((sum, one) => sum + one.seats, 0)
    const least = known?.least ?? 0
    const names = chosen.map(({ name }) => name).join(', ')
    const place = { vi: names, en: names }
    const elsewhere = chosen.find(({ type }) => !wanted.includes(type))
    const asked = forEachLocale((locale) => wanted.map((type) => nameOf(type)[locale]).join(' / '))
    const broken: BrokenRule[] = [
      ...(guests > seats ? [explainRule.seats({ place, seats, guests })] : []),
      ...(guests < least ? [explainRule.small_party({ place, least, guests })] : []),
      ...(elsewhere
        ? [
            explainRule.area({
              place: { vi: elsewhere.name, en: elsewhere.name },
              area: nameOf(elsewhere.type),
              asked,
            }),
          ]
        : []),
    ]
    return [
      {
        holds: chosen.map(({ id, type }) => holdOf(id, type, start)),
        preference: Math.max(0, seats - guests) * 10 + chosen.length,
        balanceAcross: [],
        assignment: { table_type: first.type, tables: known?.tables ?? ids },
        broken,
      },
    ]
  }
}

const maxAddedChairs = 2

/** Free tables of one area that seat the party together, the fewest first; then single tables against a rule. */
export function findTogether(
  { tables }: RestaurantFiles,
  find: FindStaffSeating,
  details: TableDetails,
  start: Start,
  isFree: (option: Option) => boolean,
): StaffOption[] {
  const optionOf = (ids: readonly string[]) =>
    find(
      details,
      start,
      ids.map((id) => `table:${id}`),
    )
  const free = tables.tables.filter(({ id }) => optionOf([id]).some(isFree))
  const together = tables.types.flatMap(({ id: type }) => {
    const largest = free
      .filter((table) => table.type === type)
      .toSorted((one, other) => other.seats - one.seats)
    const chosen: string[] = []
    let seats = 0
    for (const table of largest) {
      if (seats >= details.partySize) break
      chosen.push(table.id)
      seats += table.seats
    }
    return chosen.length > 1 && seats >= details.partySize ? optionOf(chosen) : []
  })
  // A chair or two can be added to a table.
  const single = free
    .filter(({ seats }) => seats + maxAddedChairs >= details.partySize)
    .flatMap(({ id }) => optionOf([id]))
  const distance = ({ broken, holds, preference }: StaffOption) =>
    broken.length * 1_000_000 + holds.length * 1_000 + preference
  return [...together, ...single].toSorted((one, other) => distance(one) - distance(other))
}

function isSameSet(one: readonly string[], other: readonly string[]): boolean {
  return one.length === other.length && one.every((each) => other.includes(each))
}
