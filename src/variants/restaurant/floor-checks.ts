/** Checks the floor plan: two tables of one area cannot stand in the same place. */
import type { Check } from '../../domain/trade/declaration.ts'
import type { RestaurantFiles } from './files.ts'

type Table = RestaurantFiles['tables']['tables'][number]

export const floorPlan: Check<RestaurantFiles> = {
  needs: ['tables'],
  run({ tables }, report) {
    tables.tables.forEach((table, index) => {
      const other = tables.tables.slice(0, index).find((one) => isSamePlace(one, table))
      if (!other) return
      report.error(
        tables,
        ['tables', index, 'at'],
        {
          vi: `bàn này đứng đè lên ${other.name} trên mặt bằng`,
          en: `the table overlaps ${other.name} on the floor plan`,
        },
        { vi: 'một cột hoặc hàng khác', en: 'another column or row' },
      )
    })
  },
}

function isSamePlace({ at: one, type }: Table, { at: other, type: otherType }: Table): boolean {
  if (!one || !other || type !== otherType) return false
  const overlaps = (start: number, size: number, next: number, nextSize: number) =>
    start < next + nextSize && next < start + size
  return (
    overlaps(one.column, one.width, other.column, other.width) &&
    overlaps(one.row, one.height, other.row, other.height)
  )
}
