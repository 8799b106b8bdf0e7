/** MCP tools of a restaurant, in addition to the shared ones. */
import { z } from 'zod'
import type { ToolContext } from '../../../domain/trade/tool-context.ts'
import { readTool, type Tool } from '../../../kernel/tool.ts'
import { weekdayNames } from '../../../kernel/weekday.ts'
import type { RestaurantFiles } from '../files.ts'
import { requestCancellation } from './cancellation.ts'
import { getDish, getMenu } from './menu.ts'
import { getReservationPolicy } from './policy.ts'
import { requestReservation } from './reservation.ts'
import { getSetMenus } from './set-menus.ts'
import { checkTableAvailability } from './tables.ts'

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

function listTeam({ team }: RestaurantFiles): Tool {
  return readTool({
    name: 'list_team',
    title: 'The team',
    description:
      'Lists the people of the restaurant with role, working days and a short bio. The id is the team_id of ' +
      'check_table_availability.',
    changesWith: 'content',
    input: z.strictObject({}),
    output: z.object({
      people: z.array(
        z.object({
          id: z.string(),
          name: z.string(),
          role: z.string(),
          bio: z.string(),
          days: z.string(),
        }),
      ),
    }),
    run: (_input, { locale }) => ({
      people: team.people.map(({ id, name, role, bio, shifts }) => ({
        id,
        name,
        role: role?.[locale] ?? '',
        bio: bio?.[locale] ?? '',
        days: weekdayNames([...new Set(shifts.flatMap(({ days }) => days))])[locale],
      })),
    }),
    summarize: ({ people }) =>
      people.map(({ name, role }) => (role ? `${name}, ${role}` : name)).join('; '),
  })
}
