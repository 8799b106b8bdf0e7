/** Tool that lists the people of the shop. */
import { z } from 'zod'
import { anyWeekday } from '../../domain/tools/arguments.ts'
import { maxLongItems } from '../../domain/tools/table.ts'
import type { ToolContext } from '../../domain/trade/tool-context.ts'
import type { Locale } from '../../kernel/locale.ts'
import { formatPeriod } from '../../kernel/time.ts'
import { readTool, type Tool } from '../../kernel/tool.ts'
import { weekdayNames } from '../../kernel/weekday.ts'
import { serviceArgument } from './arguments.ts'
import type { AppointmentTrade } from './declaration.ts'
import { canDo, servicesById } from './services.ts'
import type { AppointmentValues } from './values.ts'
import { groupLabel, namesOf } from './words.ts'

export function listPeopleTool(
  trade: AppointmentTrade,
  values: AppointmentValues,
  context: ToolContext,
): Tool {
  const { words, toolTexts } = trade
  const names = namesOf(words)
  const services = servicesById(values)
  const all = [...services.values()]
  return readTool({
    name: `list_${names.people}`,
    title: groupLabel(words.person).en,
    description:
      'Lists the people who work here with role, working days (ISO weekdays, 1 is Monday), hours and ' +
      `${names.services}. ${toolTexts.people}`,
    changesWith: 'content',
    input: z.strictObject({
      service_id: serviceArgument(
        all,
        `Only ${names.people} who do this ${words.service.en}.`,
        context,
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
          days: daysField,
          hours: z.string(),
          [names.services]: servicesField,
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
          role: one.role?.[locale] ?? '',
          iso_weekdays: [...one.weekdays],
          ...workDays(one, people, locale),
          hours: formatPeriod(one.hours),
          ...(!service && { [names.services]: [...one.skills] }),
        })),
      }
    },
    summarize: (output, locale) => namesOfPeople((output[names.people] ?? []) as Named[], locale),
  })
}

export const daysField = z
  .string()
  .optional()
  .describe(`The working days in words, of at most ${maxLongItems} people.`)

export const servicesField = z
  .array(z.string())
  .optional()
  .describe('Ids, as in service_id; not with that argument.')

/** A longer list has the ISO weekdays only. */
export function workDays(
  { weekdays }: { weekdays: readonly number[] },
  listed: readonly unknown[],
  locale: Locale,
): { days?: string } {
  return listed.length <= maxLongItems ? { days: weekdayNames(weekdays)[locale] } : {}
}

type Named = { name: string; days?: string | undefined }

/** Up to so many people are named with their days, which the list has too. */
const maxWithDays = 2

export function namesOfPeople(people: readonly Named[], locale: Locale): string {
  if (people.length === 0) {
    return { vi: 'Không có ai như vậy.', en: 'No one matches.' }[locale]
  }
  if (people.length > maxWithDays) {
    const list = people.map(({ name }) => name).join(', ')
    return { vi: `${people.length} người: ${list}.`, en: `${people.length} people: ${list}.` }[
      locale
    ]
  }
  return people.map(({ name, days }) => `${name} (${days})`).join('; ')
}
