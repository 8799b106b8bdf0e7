/** Tables and joined tables as options for a party. */
import type { Option } from '../../domain/scheduling/rules.ts'
import { memoize } from '../../kernel/memoize.ts'
import type { RestaurantFiles } from './files.ts'

/** A table, or several tables joined together. `least` is the smallest party that it is given to. */
type Seating = { tables: readonly string[]; type: string; seats: number; least: number }

type FindSeatings = (guests: number, types: readonly string[], minutes: number) => readonly Option[]

/** Memoized: options do not depend on the day, and the same party sizes and durations recur. */
export function createSeatingFinder(files: RestaurantFiles): FindSeatings {
  const seatings = allSeatings(files)
  const { turn_minutes } = files.tables

  const find = memoize((key: string): Option[] => {
    const [guestsText, minutesText, ...types] = key.split(' ')
    const [guests, minutes] = [Number(guestsText), Number(minutesText)]
    return seatings
      .filter(({ type, seats, least }) => {
        return types.includes(type) && least <= guests && guests <= seats
      })
      .map((seating) => ({
        holds: seating.tables.map((table) => ({
          resource: `table:${table}`,
          minutes: minutes + turn_minutes,
        })),
        // Fewest empty seats first, then fewest tables.
        preference: (seating.seats - guests) * 10 + seating.tables.length,
        balanceAcross: [],
        assignment: { table_type: seating.type, tables: seating.tables },
      }))
  })
  return (guests, types, minutes) => find([guests, minutes, ...types].join(' '))
}

function allSeatings({ tables }: RestaurantFiles): Seating[] {
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
