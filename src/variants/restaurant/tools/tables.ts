/** Tool that lists free tables. */
import { z } from 'zod'
import { describeField } from '../../../domain/tools/arguments.ts'
import { availabilityTool } from '../../../domain/tools/availability.ts'
import type { ToolContext } from '../../../domain/trade/tool-context.ts'
import type { Tool } from '../../../kernel/tool.ts'
import { weekdayNames } from '../../../kernel/weekday.ts'
import type { RestaurantFiles } from '../files.ts'
import { policyMinGuests } from '../policy.ts'

export function checkTableAvailability(files: RestaurantFiles, context: ToolContext): Tool {
  const { policy, tables } = files
  const { queryFields, slotFields } = context.rules
  const services = policy.services
    .map(({ name, first, last }) => `${name.en} starts ${first} to ${last}`)
    .join(', ')
  const days = weekdayNames(policy.weekdays).en
  return availabilityTool(context, {
    name: 'check_table_availability',
    title: 'Free tables',
    description:
      'Use before request_reservation: free start times for a party on a date, with table type and length in ' +
      `minutes; or with month the number of free times of each day. ${services}, ${days}; ` +
      `up to ${policy.horizon_days} days ahead; ${policy.online_up_to + 1} or more guests by phone. ` +
      `For ${policyMinGuests(files)} or more call get_reservation_policy first.`,
    fields: {
      party_size: describeField(
        queryFields.party_size as z.ZodDefault<z.ZodInt>,
        'Number of guests; 2 by default.',
      ),
      table_type: z
        .enum(tables.types.map(({ id }) => id))
        .optional()
        .meta({
          description: `Where to sit; without it anywhere${policy.private_room ? ' except the private room' : ''}.`,
        }),
      team_id: describeField(
        queryFields.team_id as z.ZodOptional<z.ZodEnum>,
        'Only times when this person (id from list_team) is on shift.',
      ),
    },
    toOperationInput: ({ party_size, table_type, team_id }) => ({
      party_size,
      table_type,
      team_id,
    }),
    slotFields,
    hasFixedDuration: false,
    note({ party_size }, locale) {
      if ((party_size as number) < policyMinGuests(files)) return undefined
      return {
        vi: 'Với nhóm này cần đọc get_reservation_policy cho khách trước khi gửi yêu cầu.',
        en: 'For this party read get_reservation_policy to the guest before you send a request.',
      }[locale]
    },
  })
}
