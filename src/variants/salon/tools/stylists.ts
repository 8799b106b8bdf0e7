/** Tool that lists stylists. */
import { z } from 'zod'
import { anyWeekday } from '../../../domain/tools/arguments.ts'
import { describeTool, forbid, readTool, type Tool } from '../../../kernel/tool.ts'
import { weekdayNames } from '../../../kernel/weekday.ts'
import { serviceArgument } from '../../appointments/arguments.ts'
import type { SalonFiles } from '../files.ts'
import { allServices } from '../services.ts'

export function listStylists(files: SalonFiles): Tool {
  const { stylists } = files.stylists
  const services = allServices(files)
  const listedOf = new Map(services.map(({ id, listed }) => [id, listed.id]))
  return readTool({
    name: 'list_stylists',
    title: 'Stylists',
    ...describeTool(
      'Use when the guest asks who works here or wants a certain person: role, working days (ISO weekdays, 1 is ' +
        'Monday), hours and services.',
      forbid('There are no photos; do not invent awards or schools.'),
    ),
    changesWith: 'content',
    input: z.strictObject({
      service_id: serviceArgument(services, 'Only stylists who do this service.').optional(),
      weekday: anyWeekday,
    }),
    output: z.object({
      stylists: z.array(
        z.object({
          id: z.string(),
          name: z.string(),
          role: z.string(),
          iso_weekdays: z.array(z.int()),
          days: z.string(),
          hours: z.string(),
          services: z.array(z.string()).describe('Without the hair length.'),
        }),
      ),
    }),
    run({ service_id, weekday }, { locale }) {
      const listed = listedOf.get(service_id ?? '')
      return {
        stylists: stylists
          .filter(
            (one) =>
              (listed === undefined || one.services.includes(listed)) &&
              (weekday === undefined || one.weekdays.includes(weekday)),
          )
          .map((one) => ({
            id: one.id,
            name: one.name,
            role: one.role[locale],
            iso_weekdays: [...one.weekdays],
            days: weekdayNames(one.weekdays)[locale],
            hours: `${one.hours.from}–${one.hours.to}`,
            services: [...one.services],
          })),
      }
    },
    summarize: ({ stylists: people }, locale) =>
      people.map(({ name, days }) => `${name} (${days})`).join('; ') ||
      { vi: 'Không có ai như vậy.', en: 'No one matches.' }[locale],
  })
}
