/** The tool of trades with appointments that shows free times. */
import type { z } from 'zod'
import { availabilityTool } from '../../domain/tools/availability.ts'
import type { ToolContext } from '../../domain/trade/tool-context.ts'
import type { Tool } from '../../kernel/tool.ts'
import type { AppointmentFiles } from './files.ts'

/** What differs by trade: what is looked for, and with whom. */
type SlotsToolOptions = {
  /** What is asked and told: "for one service on one date, with the stylists who are free". */
  finds: string
  /** For how many it is. */
  party: string
  service: z.ZodType
  /** Whom the guest wishes for and the like, by the names of a request. */
  preferenceFields: z.ZodRawShape
}

export function checkSlotsTool(
  { policy }: AppointmentFiles,
  parts: ToolContext,
  { finds, party, service, preferenceFields }: SlotsToolOptions,
): Tool {
  return availabilityTool(parts, {
    name: 'check_slots',
    title: 'Free times',
    description: `Use before request_appointment: free start times ${finds}; or with month how many free times each day has. First starts ${policy.first_start}, last ${policy.last_start}, up to ${policy.horizon_days} days ahead. ${party} Holds nothing; never tells who booked.`,
    fields: { service_id: service, ...preferenceFields },
    toOperationInput: ({ service_id, date: _, month: __, weekday: ___, ...details }) => ({
      offerId: service_id,
      ...details,
    }),
    names: { offerId: 'service_id' },
    slotFields: parts.booking.rules.slotFields,
    hasFixedDuration: true,
  })
}
