/** Tool that lists the people of the shop. */
import { z } from 'zod'
import { anyWeekday } from '../../domain/tools/arguments.ts'
import { readTool, type Tool } from '../../kernel/tool.ts'
import { weekdayNames } from '../../kernel/weekday.ts'
import { serviceArgument } from './arguments.ts'
import type { AppointmentTrade } from './declaration.ts'
import { canDo, servicesById } from './services.ts'
import type { AppointmentValues } from './values.ts'
import { groupLabel, namesOf } from './words.ts'

export function listPeopleTool(trade: AppointmentTrade, values: AppointmentValues): Tool {
  const { words, toolTexts } = trade
  const names = namesOf(words)
  const services = servicesById(values)
  return readTool({
    name: `list_${names.people}`,
    title: groupLabel(words.person).en,
    description:
      'Lists the people who work here with role, working days (ISO weekdays, 1 is Monday), hours and ' +
      `${names.services}. ${toolTexts.people}`,
    changesWith: 'content',
    input: z.strictObject({
      service_id: serviceArgument(
        [...services.values()],
        `Only ${names.people} who do this ${words.service.en}.`,
        'any',
      ).optional(),
      weekday: anyWeekday,
    }),
    output: z.object({
      [names.people]: z.array(
        z.object({
          id: z.string(),
          name: z.string(),
          role: z.string(),
          iso_weekdays: z.array(z.int()),
          days: z.string(),
          hours: z.string(),
          [names.services]: words.variant
            ? z.array(z.string()).describe(`Without the ${words.variant.label.en.toLowerCase()}.`)
            : z.array(z.string()),
        }),
      ),
    }),
    run({ service_id, weekday }, { locale }) {
      const service = services.get(service_id ?? '')
      const people = values.people.filter(
        (one) =>
          (!service || canDo(one, service)) &&
          (weekday === undefined || one.weekdays.includes(weekday)),
      )
      return {
        [names.people]: people.map((one) => ({
          id: one.id,
          name: one.name,
          role: one.role[locale],
          iso_weekdays: [...one.weekdays],
          days: weekdayNames(one.weekdays)[locale],
          hours: `${one.hours.from}–${one.hours.to}`,
          [names.services]: [...one.skills],
        })),
      }
    },
    summarize: (output, locale) =>
      output[names.people]?.map(({ name, days }) => `${name} (${days})`).join('; ') ||
      { vi: 'Không có ai như vậy.', en: 'No one matches.' }[locale],
  })
}
