/** Days on which moves are planned one after the other, so that no two of them count on the same place. */
import { minute, startOfDay } from '../../kernel/time.ts'
import type { Sql } from '../../store/sql.ts'
import type { BookingContext } from '../booking/context.ts'
import { cellAt } from '../booking/occupancy.ts'
import type { StoredBooking } from '../booking/rows.ts'
import { bestOption } from '../scheduling/allocate.ts'
import {
  areCellsFree,
  type Cell,
  cellsOf,
  firstCell,
  type Occupancy,
  withCells,
} from '../scheduling/cells.ts'
import type { Option, Start } from '../scheduling/rules.ts'

type HeldCell = Cell & { holder: string }

export type Planner = {
  /** The cells of a booking are free from now on. */
  release(booking: Pick<StoredBooking, 'id'>): void
  /** The booking keeps its cells after all. */
  keep(booking: Pick<StoredBooking, 'id'>): void
  /** Says of options on a day whether the part that is not past is free. */
  isFreeOn(date: string): Promise<(option: Option, start: Start) => boolean>
  /** The best of the free options: the one that keeps most of these resources. */
  findBest<One extends Option>(
    options: readonly One[],
    date: string,
    start: Start,
    retained?: readonly string[],
  ): Promise<One | undefined>
  /** Counts on an option. */
  hold(option: Option, date: string, start: Start): void
}

export async function createPlanner(
  sql: Sql,
  { occupancyCache }: BookingContext,
  bookings: readonly Pick<StoredBooking, 'id'>[],
  nowMs: number,
  /** Cells that are not to be used, even if a booking releases them. */
  closed: readonly Cell[] = [],
): Promise<Planner> {
  const holders = bookings.map(({ id }) => `booking:${id}`)
  const cells =
    holders.length === 0
      ? []
      : await sql.all<HeldCell>(
          `SELECT cell, resource, holder FROM cells WHERE holder IN (${holders.map(() => '?').join(', ')})`,
          ...holders,
        )
  const cellsByHolder = Map.groupBy(cells, ({ holder }) => holder)
  const released: Cell[] = []
  const held: Cell[] = []

  /** Valid until the next change. */
  const known = new Map<string, Occupancy>()

  const occupancyOn = async (date: string): Promise<Occupancy> => {
    const cached = known.get(date)
    if (cached) return cached
    const first = firstCell(date)
    const { occupancy } = await occupancyCache.loadDay(sql, date)
    const freed = withCells(occupancy, first, released, false)
    const planned = withCells(freed, first, [...closed, ...held], true)
    known.set(date, planned)
    return planned
  }
  const isFreeIn = (occupancy: Occupancy, option: Option, date: string, start: Start) => {
    const needed = cellsOf(option, date, start).filter(({ cell }) => cell >= cellAt(nowMs))
    return areCellsFree(needed, occupancy, date)
  }
  return {
    release({ id }) {
      released.push(...(cellsByHolder.get(`booking:${id}`) ?? []))
      known.clear()
    },
    keep({ id }) {
      held.push(...(cellsByHolder.get(`booking:${id}`) ?? []))
      known.clear()
    },
    async isFreeOn(date) {
      const occupancy = await occupancyOn(date)
      return (option, start) => isFreeIn(occupancy, option, date, start)
    },
    async findBest(options, date, start, retained = []) {
      const occupancy = await occupancyOn(date)
      const free = options.filter((option) => isFreeIn(occupancy, option, date, start))
      const keeps = ({ holds }: Option) =>
        holds.filter(({ resource }) => retained.includes(resource)).length
      const most = Math.max(0, ...free.map(keeps))
      return bestOption(
        free.filter((option) => keeps(option) === most),
        () => true,
        occupancy,
      )
    },
    hold(option, date, start) {
      held.push(...cellsOf(option, date, start))
      known.clear()
    },
  }
}

export function isPast(date: string, { at }: Start, nowMs: number): boolean {
  return startOfDay(date) + at * minute <= nowMs
}
