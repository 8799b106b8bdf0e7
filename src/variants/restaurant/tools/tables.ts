/** Tool that lists free tables. */
import { z } from 'zod'
import { describeField, partySizeReader } from '../../../domain/tools/arguments.ts'
import { availabilityTool } from '../../../domain/tools/availability.ts'
import type { ToolContext } from '../../../domain/trade/tool-context.ts'
import { argumentReaders } from '../../../kernel/argument-reader.ts'
import { optional } from '../../../kernel/input.ts'
import { readName } from '../../../kernel/name-reader.ts'
import type { AnyInput } from '../../../kernel/operation.ts'
import { plural } from '../../../kernel/plural.ts'
import { minutesOf, startTimeOf } from '../../../kernel/time.ts'
import type { Tool } from '../../../kernel/tool.ts'
import { weekdayNames } from '../../../kernel/weekday.ts'
import { areaSynonyms, toNamedArea } from '../area-words.ts'
import type { RestaurantFiles } from '../files.ts'
import { policyMinGuests } from '../policy.ts'
import { teamReader } from './team.ts'

const defaultPartySize = 2

const policyToolName = 'get_reservation_policy'

export function checkTableAvailability(files: RestaurantFiles, context: ToolContext): Tool {
  const { policy, tables, team } = files
  const { requestFields, queryFields, slotFields } = context.rules
  const services = policy.services
    .map(
      ({ name, first, last }) =>
        `${name.en} starts ${startTimeOf(minutesOf(first))} to ${startTimeOf(minutesOf(last))}`,
    )
    .join(', ')
  const days = weekdayNames(policy.weekdays).en
  const exceptRoom = policy.private_room ? ' except the private room' : ''
  const areaNames = tables.types.map(({ id, name }) => `${id} (${name.en})`).join(', ')
  const sizeOf = ({ party_size }: AnyInput) => Number(party_size ?? defaultPartySize)
  return availabilityTool(context, {
    name: 'check_table_availability',
    title: 'Free tables',
    description:
      'Returns free start times for a party on one or several days, with every free area and the length in minutes. ' +
      `${services}, ${days}; up to ${policy.horizon_days} days ahead; ` +
      `${policy.online_up_to + 1} or more guests by phone; for ${policyMinGuests(files)} or more the rules of ` +
      'get_reservation_policy apply.',
    fields: {
      meal: describeField(
        queryFields.meal as z.ZodOptional<z.ZodEnum>,
        'Only starts of this meal.',
      ).register(argumentReaders, { read: readMeal }),
      party_size: describeField(
        optional(requestFields.party_size as z.ZodInt),
        `Number of guests; ${defaultPartySize} if not given.`,
      ).register(argumentReaders, partySizeReader),
      table_type: z
        .enum(tables.types.map(({ id }) => id))
        .optional()
        .meta({ description: `Where to sit: ${areaNames}; without it every area${exceptRoom}.` })
        .register(argumentReaders, areaReader(files)),
      ...teamArgument(team.people, queryFields.team_id),
    },
    toOperationInput: ({ party_size, table_type, team_id }) => ({
      party_size,
      table_type,
      team_id,
    }),
    slotFields: { table_type: slotFields.table_type as z.ZodEnum },
    kinds: {
      noun: 'area',
      of: ({ left_by_table_type }) => Object.keys(left_by_table_type as Record<string, number>),
      nameOf: (id, locale) => tables.types.find((type) => type.id === id)?.name[locale] ?? id,
    },
    subject(input, locale) {
      const guests = sizeOf(input)
      const noun = plural(guests, { one: 'guest', other: 'guests' })
      return { vi: `${guests} khách`, en: `${guests} ${noun}` }[locale]
    },
    assumed(input, locale) {
      const { private_room } = policy
      const isRoomLeftOut = private_room && sizeOf(input) >= private_room.least_guests
      return {
        ...(input.party_size === undefined && {
          party_size: {
            vi: `${defaultPartySize} (chưa nêu)`,
            en: `${defaultPartySize} (not given)`,
          }[locale],
        }),
        ...(input.table_type === undefined &&
          isRoomLeftOut && {
            table_type: { vi: 'mọi chỗ trừ phòng riêng', en: 'every area except the private room' }[
              locale
            ],
          }),
      }
    },
    note(input, locale) {
      if (sizeOf(input) < policyMinGuests(files)) return undefined
      const hasPolicyTool = context.tools().some(({ name }) => name === policyToolName)
      const rules = {
        vi: 'Nhóm này có quy định riêng về cọc và huỷ',
        en: 'A party of this size has rules of its own for deposit and cancellation',
      }[locale]
      return hasPolicyTool ? `${rules}: ${policyToolName}.` : `${rules}.`
    },
  })
}

/** Only in restaurants that introduce their team. */
function teamArgument(people: RestaurantFiles['team']['people'], field: unknown): z.ZodRawShape {
  if (people.length === 0) return {}
  const team_id = describeField(
    field as z.ZodOptional<z.ZodEnum>,
    'Only times when this person (id from list_team) is on shift.',
  ).register(argumentReaders, teamReader(people))
  return { team_id }
}

const ignoredWords = [
  ...['table', 'area', 'seat', 'seats', 'seating', 'dining', 'the', 'an', 'in', 'on', 'please'],
  ...['bàn', 'ngoài', 'chỗ', 'ngồi', 'khu', 'phía', 'ở'],
]

/** For the table type of a tool. */
export function areaReader({ tables }: Pick<RestaurantFiles, 'tables'>) {
  return {
    aliases: ['area', 'seating', 'location', 'table', 'zone'],
    read: readName(tables.types.map(toNamedArea), {
      synonyms: areaSynonyms(tables.types),
      ignoredWords,
    }),
  }
}

const readMeal = readName([
  { id: 'lunch', name: { vi: 'Bữa trưa', en: 'Lunch' }, aliases: ['trưa', 'noon', 'midday'] },
  { id: 'dinner', name: { vi: 'Bữa tối', en: 'Dinner' }, aliases: ['tối', 'evening', 'supper'] },
])
