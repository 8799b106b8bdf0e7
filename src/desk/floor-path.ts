/** The floor plan exists if the content says where tables stand. */
import type { DeskContext } from './context.ts'

export const floorPath = '/floor'

export function hasFloorPlan({ shop }: DeskContext): boolean {
  return shop.booking.resources.some(({ position }) => position !== undefined)
}
