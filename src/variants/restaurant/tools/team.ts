/** Tool that introduces the people of the restaurant. */
import { z } from 'zod'
import { maxLongItems } from '../../../domain/tools/table.ts'
import { argumentReaders } from '../../../kernel/argument-reader.ts'
import { readName } from '../../../kernel/name-reader.ts'
import { readTool, type Tool } from '../../../kernel/tool.ts'
import { weekdayNames } from '../../../kernel/weekday.ts'
import type { RestaurantFiles } from '../files.ts'

type People = RestaurantFiles['team']['people']

export function listTeam({ team }: RestaurantFiles): Tool {
  return readTool({
    name: 'list_team',
    title: 'The team',
    description:
      'Lists the people of the restaurant with role, working days and a short bio, or one of them with the whole bio. ' +
      'The id is the team_id of check_table_availability.',
    changesWith: 'content',
    input: z.strictObject({
      team_id: z
        .enum(team.people.map(({ id }) => id))
        .optional()
        .meta({ description: 'Only this person.' })
        .register(argumentReaders, teamReader(team.people)),
    }),
    output: z.object({
      people: z.array(
        z.object({
          id: z.string(),
          name: z.string(),
          role: z.string(),
          bio: z
            .string()
            .describe(`Of more than ${maxLongItems} people only the first sentence of each.`),
          days: z.string(),
        }),
      ),
    }),
    run({ team_id }, { locale }) {
      const people = team.people.filter(({ id }) => team_id === undefined || id === team_id)
      const shorten = people.length > maxLongItems ? firstSentence : (bio: string) => bio
      return {
        people: people.map(({ id, name, role, bio, shifts }) => ({
          id,
          name,
          role: role?.[locale] ?? '',
          bio: shorten(bio?.[locale] ?? ''),
          days: weekdayNames([...new Set(shifts.flatMap(({ days }) => days))])[locale],
        })),
      }
    },
    summarize: ({ people }) =>
      people.map(({ name, role }) => (role ? `${name}, ${role}` : name)).join('; '),
  })
}

/** For the person of a tool. */
export function teamReader(people: People) {
  return {
    aliases: ['person', 'team_member', 'staff'],
    read: readName(people.map(({ id, name }) => ({ id, name: { vi: name, en: name } }))),
  }
}

function firstSentence(text: string): string {
  return /^.*?[.!?…](?=\s|$)/su.exec(text)?.[0] ?? text
}
