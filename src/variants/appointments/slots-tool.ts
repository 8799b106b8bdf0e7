/** Tool that lists free appointment times. */
import { availabilityTool } from '../../domain/tools/availability.ts'
import type { ToolContext } from '../../domain/trade/tool-context.ts'
import type { Tool } from '../../kernel/tool.ts'
import { personArgument, serviceArgument } from './arguments.ts'
import type { AppointmentTrade } from './declaration.ts'
import { allServices } from './services.ts'
import type { AppointmentValues } from './values.ts'
import { namesOf } from './words.ts'

export function checkSlotsTool(
  { words, toolTexts, preferences }: AppointmentTrade,
  values: AppointmentValues,
  context: ToolContext,
): Tool {
  const { policy, people } = values
  const names = namesOf(words)
  const services = allServices(values)
  return availabilityTool(context, {
    name: 'check_slots',
    title: 'Free times',
    description:
      `Use before request_appointment: free start times for one ${words.service.en} on one date, with the ` +
      `${names.people} who are free; or with month the number of free times of each day. First start ` +
      `${policy.first_start}, last ${policy.last_start}, up to ${policy.horizon_days} days ahead. ` +
      toolTexts.party(services),
    fields: {
      service_id: serviceArgument(services, `The ${words.service.en}.`),
      [names.personField]: personArgument(people, `Only times of this ${words.person.en}.`),
      ...preferences?.queryArguments,
    },
    toOperationInput: ({ service_id, date: _, month: __, weekday: ___, ...details }) => ({
      offerId: service_id,
      ...details,
    }),
    names: { offerId: 'service_id' },
    slotFields: context.rules.slotFields,
    hasFixedDuration: true,
  })
}
