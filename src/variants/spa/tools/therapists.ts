/** Tool that lists therapists, who can be chosen by gender. */
import { z } from 'zod'
import { anyWeekday } from '../../../domain/tools/arguments.ts'
import { argumentReaders } from '../../../kernel/argument-reader.ts'
import { readName } from '../../../kernel/name-reader.ts'
import { readTool, type Tool } from '../../../kernel/tool.ts'
import { serviceArgument } from '../../appointments/arguments.ts'
import {
  daysField,
  namesOfPeople,
  servicesField,
  workDays,
} from '../../appointments/list-people-tool.ts'
import type { ServiceContext } from '../../appointments/named-service.ts'
import { canDo } from '../../appointments/services.ts'
import { allTreatments } from '../assortment.ts'
import type { SpaFiles } from '../files.ts'

export function listTherapists(files: SpaFiles, context: ServiceContext): Tool {
  const treatments = new Map(allTreatments(files).map((one) => [one.id, one]))
  return readTool({
    name: 'list_therapists',
    title: 'Therapists',
    description:
      'Lists the therapists with role, gender, working days (ISO weekdays, 1 is Monday) and treatments. There are no ' +
      'photos and no medical titles.',
    changesWith: 'content',
    input: z.strictObject({
      gender: genderArgument('Only women or only men.'),
      service_id: serviceArgument(
        allTreatments(files),
        'Only therapists who do this treatment.',
        context,
      ).optional(),
      weekday: anyWeekday,
    }),
    output: z.object({
      therapists: z.array(
        z.object({
          id: z.string(),
          name: z.string(),
          gender: z.enum(['female', 'male']),
          role: z.string(),
          iso_weekdays: z.array(z.int()),
          days: daysField,
          treatments: servicesField,
        }),
      ),
    }),
    run({ gender, service_id, weekday }, { locale }) {
      const treatment = treatments.get(service_id ?? '')
      const matching = files.people.filter(
        (one) =>
          (gender === undefined || one.gender === gender) &&
          (!treatment || canDo(one, treatment)) &&
          (weekday === undefined || one.weekdays.includes(weekday)),
      )
      return {
        therapists: matching.map((one) => ({
          id: one.id,
          name: one.name,
          gender: one.gender,
          role: one.role?.[locale] ?? '',
          iso_weekdays: [...one.weekdays],
          ...workDays(one, matching, locale),
          ...(!treatment && { treatments: [...one.skills] }),
        })),
      }
    },
    summarize: ({ therapists: people }, locale) => namesOfPeople(people, locale),
  })
}

export function genderArgument(description: string) {
  return z
    .enum(['female', 'male'])
    .optional()
    .meta({ description })
    .register(argumentReaders, { aliases: ['gender'], read: readGender })
}

const genders = [
  { id: 'female', name: { vi: 'nữ', en: 'a woman' }, aliases: ['woman', 'women', 'lady', 'f'] },
  { id: 'male', name: { vi: 'nam', en: 'a man' }, aliases: ['man', 'men', 'gentleman', 'm'] },
]

export const readGender = readName(genders)
