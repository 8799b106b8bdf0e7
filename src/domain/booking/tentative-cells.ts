/** Cells that this process has chosen and not stored yet, so that concurrent requests choose others. */
import { type Cell, firstCell, type Occupancy, withCells } from '../scheduling/cells.ts'

export type TentativeCells = {
  /** The occupancy of a service day with the cells that were chosen for it. */
  addTo(occupancy: Occupancy, date: string): Occupancy
  choose(date: string, cells: readonly Cell[]): void
  release(date: string, cells: readonly Cell[]): void
}

export function createTentativeCells(): TentativeCells {
  const chosen = new Map<string, Set<readonly Cell[]>>()
  return {
    addTo(occupancy, date) {
      const ofDay = chosen.get(date)
      return ofDay ? withCells(occupancy, firstCell(date), [...ofDay].flat(), true) : occupancy
    },
    choose(date, cells) {
      const ofDay = chosen.get(date) ?? new Set()
      chosen.set(date, ofDay.add(cells))
    },
    release(date, cells) {
      const ofDay = chosen.get(date)
      ofDay?.delete(cells)
      if (ofDay?.size === 0) chosen.delete(date)
    },
  }
}
