import { z } from 'zod'
import { readTool, type Tool } from '../../../kernel/tool.ts'
import { weekdayNames } from '../../../kernel/weekday.ts'
import type { RestaurantFiles } from '../files.ts'

export function listTeam({ team }: RestaurantFiles): Tool {
  return readTool({
    name: 'list_team',
    title: 'The team',
    description:
      'Use when asked who works at the restaurant: people with role, working days and a short bio. The id goes into check_table_availability as team_id, to find times when that person is there.',
    changesWith: 'content',
    input: z.strictObject({}),
    output: z.object({
      people: z.array(
        z.object({
          id: z.string(),
          name: z.string(),
          role: z.string(),
          bio: z.string(),
          days: z.string(),
        }),
      ),
    }),
    run: (_input, { locale }) => ({
      people: team.people.map(({ id, name, role, bio, shifts }) => ({
        id,
        name,
        role: role[locale],
        bio: bio[locale],
        days: weekdayNames([...new Set(shifts.flatMap(({ days }) => days))])[locale],
      })),
    }),
    summarize: ({ people }) => people.map(({ name, role }) => `${name}, ${role}`).join('; '),
  })
}
