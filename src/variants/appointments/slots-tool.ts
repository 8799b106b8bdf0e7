/** Tool that lists free appointment times. */
import { availabilityTool } from '../../domain/tools/availability.ts'
import type { ToolContext } from '../../domain/trade/tool-context.ts'
import { minutesOf, startTimeOf } from '../../kernel/time.ts'
import type { Tool } from '../../kernel/tool.ts'
import { healthArguments, personArgument, serviceArgument } from './arguments.ts'
import type { AppointmentTrade } from './declaration.ts'
import { formatHealthAdvice } from './health.ts'
import { describeNotWith, readHealth } from './health-rules.ts'
import { allServices, partySizeOf } from './services.ts'
import { type AppointmentValues, namedPeople } from './values.ts'
import { namesOf } from './words.ts'

export function checkSlotsTool(
  { words, toolTexts, preferences }: AppointmentTrade,
  values: AppointmentValues,
  context: ToolContext,
): Tool {
  const { policy, people, health } = values
  const named = namedPeople(people)
  const names = namesOf(words)
  const services = allServices(values)
  const isForSeveral = services.some((service) => partySizeOf(service) > 1)
  /** Not in a shop that leaves the question out of the request: directories may forbid it. */
  const asksHealth = context
    .questionsOf('request_appointment')
    .some(({ name }) => name === 'health')
  const lastStart = startTimeOf(minutesOf(policy.last_start))
  const onlyPerson =
    `Only times of this ${words.person.en}; without it anyone.` +
    (isForSeveral ? ' For two guests: one of the two.' : '')
  return availabilityTool(context, {
    name: 'check_slots',
    title: 'Free times',
    description:
      `Returns free start times for one ${words.service.en} on one or several days, with the ` +
      `${names.people} who are free. First start ${policy.first_start}, last ${lastStart}, up to ` +
      `${policy.horizon_days} days ahead. ` +
      toolTexts.party(services),
    fields: {
      service_id: serviceArgument(services, `The ${words.service.en}.`, context),
      ...(named.length > 0 && {
        [names.personField]: personArgument(named, onlyPerson, preferences?.readPerson),
      }),
      ...preferences?.queryArguments,
      ...(asksHealth && healthArguments(health.boxes)),
    },
    toOperationInput({ service_id, ...input }) {
      const details = [names.personField, ...Object.keys(preferences?.queryArguments ?? {})]
      return {
        offerId: service_id,
        ...Object.fromEntries(details.map((name) => [name, input[name]])),
      }
    },
    names: { offerId: 'service_id' },
    slotFields: context.rules.slotFields,
    kinds: {
      noun: words.person.en,
      of: (slot) => slot[names.people] as string[],
      nameOf: (id) => people.find((one) => one.id === id)?.name ?? id,
    },
    subject: ({ service_id }, locale) =>
      `“${services.find(({ id }) => id === service_id)?.name[locale] ?? service_id}”`,
    errors({ service_id, around, ...input }) {
      if (!asksHealth) return []
      const request = { ...input, offerId: service_id, time: around }
      return context.rules.answerErrors?.(request, context.now()) ?? []
    },
    note(input, locale) {
      const service = services.find(({ id }) => id === input.service_id)
      if (!service) return undefined
      const reported = readHealth(values, context.rules.questions, asksHealth ? input : {})
      const advice = formatHealthAdvice(reported.boxes, service.listed.ask_first, locale)
      const [text] = describeNotWith(service, health.boxes)
      return advice.length > 0 ? advice.join(' ') : text?.[locale]
    },
    assumed: (input, locale) =>
      named.length > 0 && input[names.personField] === undefined
        ? { [names.personField]: { vi: 'ai cũng được', en: 'anyone' }[locale] }
        : {},
  })
}
