/** Tool that lists free appointment times. */
import type { z } from 'zod'
import { availabilityTool } from '../../domain/tools/availability.ts'
import type { ToolContext } from '../../domain/trade/tool-context.ts'
import type { Tool } from '../../kernel/tool.ts'
import type { AppointmentFiles } from './files.ts'

/** What differs between trades. */
type SlotsToolOptions = {
  /** What the tool finds: "for one service on one date, with the stylists who are free". */
  finds: string
  /** Sentence about the party size. */
  party: string
  service: z.ZodType
  /** Fields of the request for preferences, such as a person. */
  preferenceFields: z.ZodRawShape
}

export function checkSlotsTool(
  { policy }: AppointmentFiles,
  context: ToolContext,
  { finds, party, service, preferenceFields }: SlotsToolOptions,
): Tool {
  return availabilityTool(context, {
    name: 'check_slots',
    title: 'Free times',
    description:
      `Use before request_appointment: free start times ${finds}; or with month the number of free times of each ` +
      `day. First start ${policy.first_start}, last ${policy.last_start}, up to ${policy.horizon_days} days ahead. ` +
      party,
    fields: { service_id: service, ...preferenceFields },
    toOperationInput: ({ service_id, date: _, month: __, weekday: ___, ...details }) => ({
      offerId: service_id,
      ...details,
    }),
    names: { offerId: 'service_id' },
    slotFields: context.rules.slotFields,
    hasFixedDuration: true,
  })
}
