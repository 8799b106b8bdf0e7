/** What an assistant can do at a restaurant, beside what it can do at every shop. */
import type { ToolContext } from '../../../domain/trade/tool-context.ts'
import type { Tool } from '../../../kernel/tool.ts'
import type { RestaurantFiles } from '../files.ts'
import { requestCancellation } from './cancellation.ts'
import { getDish, getMenu } from './menu.ts'
import { getReservationPolicy } from './policy.ts'
import { requestReservation } from './reservation.ts'
import { getSetMenus } from './set-menus.ts'
import { checkTableAvailability } from './tables.ts'
import { listTeam } from './team.ts'

export function tools(files: RestaurantFiles, parts: ToolContext): Tool[] {
  return [
    listTeam(files),
    getMenu(files, parts),
    getDish(files, parts),
    getSetMenus(files, parts),
    getReservationPolicy(files, parts),
    checkTableAvailability(files, parts),
    requestReservation(files, parts),
    requestCancellation(parts),
  ]
}
