/** Tables and joined tables as options for a party. */
import { minutesBefore } from '../../domain/scheduling/cells.ts'
import type { Hold, Option, Start } from '../../domain/scheduling/rules.ts'
import { memoize } from '../../kernel/memoize.ts'
import type { RestaurantFiles } from './files.ts'

/** A table, or several tables joined together. `least` is the smallest party that it is given to. */
export type Seating = { tables: readonly string[]; type: string; seats: number; least: number }

type FindSeatings = (guests: number, types: readonly string[], start: Start) => readonly Option[]

/** The time for which a table is occupied, with what it takes to prepare and to clear it. */
export function createHoldOf(files: RestaurantFiles) {
  const { turn_minutes } = files.tables
  const types = new Map(files.tables.types.map((type) => [type.id, type]))
  return (table: string, type: string, start: Start): Hold => {
    const { setup_minutes = 0, turn_minutes: turn = turn_minutes } = types.get(type) ?? {}
    const before = minutesBefore(setup_minutes, start)
    return { resource: `table:${table}`, minutes: start.minutes + turn, ...before }
  }
}

/** Memoized: options do not depend on the day, and the same party sizes and durations recur. */
export function createSeatingFinder(files: RestaurantFiles): FindSeatings {
  const seatings = allSeatings(files)
  const holdOf = createHoldOf(files)
  const maxSetup = Math.max(...files.tables.types.map(({ setup_minutes = 0 }) => setup_minutes))

  const find = memoize((key: string): Option[] => {
    const [guests = 0, minutes = 0, at = 0] = key.split(' ').slice(0, 3).map(Number)
    const wanted = key.split(' ').slice(3)
    return seatings
      .filter(({ type, seats, least }) => {
        return wanted.includes(type) && least <= guests && guests <= seats
      })
      .map((seating) => ({
        holds: seating.tables.map((table) => holdOf(table, seating.type, { at, minutes })),
        // Fewest empty seats first, then fewest tables.
        preference: (seating.seats - guests) * 10 + seating.tables.length,
        balanceAcross: [],
        assignment: { table_type: seating.type, tables: seating.tables },
      }))
  })
  // Only the first starts of a day have less time before them than a buffer needs.
  return (guests, wanted, { at, minutes }) =>
    find([guests, minutes, Math.min(at, maxSetup), ...wanted].join(' '))
}

export function allSeatings({ tables }: RestaurantFiles): Seating[] {
  const single = tables.tables.map(({ id, type, seats, least }) => ({
    tables: [id],
    type,
    seats,
    least,
  }))
  const joined = tables.joins.map((join) => ({
    ...join,
    type: tables.tables.find(({ id }) => id === join.tables[0])?.type ?? '',
  }))
  return [...single, ...joined]
}

/** Table types for a guest without a preference: all but the private room. */
export function usualTypes({ tables, policy }: RestaurantFiles): string[] {
  return tables.types.map(({ id }) => id).filter((id) => id !== policy.private_room?.table_type)
}
