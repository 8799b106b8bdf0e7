/** MCP tools of a restaurant, in addition to the shared ones. */
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

export function tools(files: RestaurantFiles, context: ToolContext): Tool[] {
  return [
    ...(files.team.people.length > 0 ? [listTeam(files)] : []),
    getMenu(files, context),
    getDish(files, context),
    ...(files.setMeals.sets.length > 0 ? [getSetMenus(files, context)] : []),
    getReservationPolicy(files, context),
    checkTableAvailability(files, context),
    requestReservation(files, context),
    requestCancellation(context),
  ]
}
