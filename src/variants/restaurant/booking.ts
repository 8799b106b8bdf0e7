/** Booking rules of a restaurant: a party needs a table, or joined tables, for the length of its visit. */
import { z } from 'zod'
import type { Business } from '../../content/shop.ts'
import type {
  BookingRequestDetails,
  BookingRules,
  Option,
  ParsedDetails,
} from '../../domain/scheduling/rules.ts'
import { customIssue, numberLimits, oneOf, optional } from '../../kernel/input.ts'
import { forEachLocale, type LocalizedText } from '../../kernel/locale.ts'
import { lazy } from '../../kernel/memoize.ts'
import type { FieldError, FieldHints } from '../../kernel/problem.ts'
import type { RestaurantFiles } from './files.ts'
import { depositFor, holdMinutesFor, tierFor } from './policy.ts'
import { questions } from './questions.ts'
import { quickEntryPhrases } from './quick-entry-phrases.ts'
import { createSeatingFinder, usualTypes } from './seating.ts'
import { createStaffSeating, findTogether } from './staff-seating.ts'
import { startTimeRules, type TableDetails } from './start-times.ts'

export const codePrefix = 'BAN'

export function bookingRules(files: RestaurantFiles, business: Business): BookingRules {
  const { tables } = files
  const typeIds = tables.types.map(({ id }) => id)
  const findSeatings = createSeatingFinder(files)
  const findStaffSeating = createStaffSeating(files)

  // The booking of an erased guest has no table types.
  const withTypes = (details: BookingRequestDetails) =>
    ({ types: typeIds, ...details }) as TableDetails

  return {
    ...startTimeRules(files, business),
    ...inputFields(files, business),
    codePrefix,
    questions: questions(files),
    parseDetails: (input) => parseDetails(files, input),
    deposit: ({ partySize }, { table_type }) => depositFor(files, partySize, String(table_type)),
    minimumSpend: ({ table_type }) =>
      tables.types.find(({ id }) => id === table_type)?.minimum_spend ?? 0,
    holdMinutes: ({ partySize }) => holdMinutesFor(files, partySize),
    freeCancellationHours: ({ partySize }) => tierFor(files, partySize)?.free_cancellation_hours,
    options: (details, _date, start) =>
      findSeatings(details.partySize, withTypes(details).types, start),
    staffOptions: (details, _date, start, resources) =>
      findStaffSeating(withTypes(details), start, resources),
    staffProposals: (details, _date, start, isFree) =>
      findTogether(files, findStaffSeating, withTypes(details), start, isFree),
    resourcesOf: ({ tables: ids = [] }) => [ids].flat().map((id) => `table:${id}`),
    quickEntryPhrases: lazy(() => quickEntryPhrases(files)),
    requestedResource(details) {
      const { types } = withTypes(details)
      const offered = tables.offers.find(({ id }) => id === details.offerId)?.table_types
      // An offer with a single table type already has it in its name.
      if (types.length > 1 || offered?.length === 1) return undefined
      return tables.types.find(({ id }) => id === types[0])?.name
    },
    detailLabels: { table_type: { vi: 'Chỗ ngồi', en: 'Seating' } },
    extraPlace: {
      noun: { vi: 'Bàn', en: 'Table' },
      kinds: tables.types.map(({ id, name }) => ({ id, name })),
      seats: 4,
      resourceKind: 'table',
    },
    resources: tables.tables.map(({ id, name, type, seats, at, online = true }) => ({
      id: `table:${id}`,
      name: { vi: `${name} · ${seats} chỗ`, en: `${name} · seats ${seats}` },
      group: tables.types.find((one) => one.id === type)?.name ?? { vi: type, en: type },
      isForStaff: !online,
      ...(at && { position: at }),
    })),
    resourceKinds: {
      table: {
        noun: { vi: 'Bàn', en: 'Table' },
        file: 'tables.yaml',
        missingText: { vi: 'Chưa có bàn', en: 'No table is assigned yet' },
      },
    },
    quickEntryExample: { vi: '19h 4 người Lan 0912345678', en: '7pm 4 people Lan 0912345678' },
    dayUnavailableText: {
      vi: 'Hôm đó chúng tôi có tiệc riêng.',
      en: 'We have a private party that day.',
    },
    requiresStaffCall: () => false,
    toResponseFields: (details, assignment) => ({
      party_size: details.partySize,
      table_type: assignment.table_type,
    }),
    responseFields: responseFields(typeIds),
    slotFields: {
      table_type: z.enum(typeIds).describe('The table type that the next request would get.'),
      left_by_table_type: z
        .record(z.string(), z.int().min(1))
        .describe('How many more such requests each table type can accept; full ones are missing.'),
    },
    toSlotFields(free, countLeft) {
      const typeOf = ({ assignment }: Option) => String(assignment.table_type)
      const freeTypes = typeIds.filter((type) => free.some((option) => typeOf(option) === type))
      return {
        table_type: free[0]?.assignment.table_type,
        left_by_table_type: Object.fromEntries(
          freeTypes.map((type) => [type, countLeft(free.filter((one) => typeOf(one) === type))]),
        ),
      }
    },
  }
}

/** The fields of a response about a table. */
export type TableFields = z.output<z.ZodObject<ReturnType<typeof responseFields>>>

function responseFields(typeIds: readonly string[]) {
  return {
    party_size: z.int().min(1).describe('Number of guests.'),
    table_type: z.enum(typeIds).describe('The table type that the guest gets.'),
  }
}

function inputFields(
  files: RestaurantFiles,
  business: Business,
): Pick<BookingRules, 'requestFields' | 'queryFields'> {
  const { tables, policy, team } = files
  const typeIds = tables.types.map(({ id }) => id)
  const offerIds = [...tables.offers, ...files.setMeals.sets].map(({ id }) => id)
  const partySize = z
    .int()
    .min(1)
    .max(500)
    .superRefine((guests, context) => {
      if (guests <= policy.online_up_to) return
      context.addIssue(customIssue('too_large', callUsText(files, business), { who: 'guest' }))
    })
    .meta({
      description: `Number of guests. Parties of ${policy.online_up_to + 1} or more are asked to call.`,
      example: 2,
    })
    .register(numberLimits, { max: policy.online_up_to })
  const offerId = z.enum(offerIds).meta({
    description:
      `${files.setMeals.sets.length > 0 ? 'A table offer or a set meal' : 'A table offer'}; ` +
      'without it, the first table offer that has the requested table type.',
    example: offerIds[0],
  })
  const tableType = z.enum(typeIds).optional().meta({
    description: 'Where to sit; without it, anywhere with a free table.',
    example: typeIds[0],
  })
  return {
    requestFields: {
      party_size: partySize,
      offerId: optional(offerId),
      table_type: tableType,
    },
    queryFields: {
      offerId: optional(offerId),
      party_size: partySize.default(2).meta(partySize.meta() ?? {}),
      table_type: tableType,
      meal: z
        .enum(policy.services.map(({ id }) => id))
        .optional()
        .meta({
          description: 'Only times of this meal.',
          example: policy.services[0]?.id,
        }),
      ...(team.people.length > 0 && {
        team_id: z
          .enum(team.people.map(({ id }) => id))
          .optional()
          .meta({
            description: 'Only times when this person is on shift.',
            example: team.people[0]?.id,
          }),
      }),
    },
  }
}

function parseDetails(
  files: RestaurantFiles,
  input: Readonly<Record<string, unknown>>,
): ParsedDetails {
  const { tables, policy } = files
  const guests = Number(input.party_size ?? 2)
  const tableType = input.table_type as string | undefined
  const offerId = (input.offerId as string | undefined) ?? defaultOffer(files, tableType)
  const errors: FieldError[] = []
  const offered = tables.offers.find(({ id }) => id === offerId)?.table_types
  const types = tableType === undefined ? (offered ?? usualTypes(files)) : [tableType]
  const isTypeOffered = tableType === undefined || !offered || offered.includes(tableType)
  if (input.offerId !== undefined && offered && !isTypeOffered) {
    errors.push({ name: 'table_type', code: 'not_one_of', message: oneOf(offered) })
  }
  const privateRoom = policy.private_room
  if (
    privateRoom &&
    types.every((type) => type === privateRoom.table_type) &&
    guests < privateRoom.least_guests
  ) {
    errors.push({
      name: 'party_size',
      code: 'too_small',
      message: {
        vi: `Phòng riêng dành cho nhóm từ ${privateRoom.least_guests} người.`,
        en: `The private room is for parties of ${privateRoom.least_guests} or more.`,
      },
      ...otherTypes(files, privateRoom),
    })
  }
  if (errors.length > 0) return { errors }
  const teamId = input.team_id as string | undefined
  const details: TableDetails = { offerId, partySize: guests, types, ...(teamId && { teamId }) }
  return { details: [details] }
}

/** A party that is too small for the private room chooses another table type. */
function otherTypes(
  { tables }: RestaurantFiles,
  room: { table_type: string; least_guests: number },
): FieldHints {
  const others = tables.types.filter(({ id }) => id !== room.table_type)
  const list = forEachLocale((locale) => others.map(({ name }) => name[locale]).join(' · '))
  return {
    who: 'guest',
    choices: others.map(({ id }) => id),
    brief: {
      vi: `Phòng riêng dành cho nhóm từ ${room.least_guests} người. Ngồi chỗ khác được không: ${list.vi}?`,
      en: `The private room is for parties of ${room.least_guests} or more. Which other area: ${list.en}?`,
    },
  }
}

/** The first offer that has the requested table type. */
function defaultOffer({ tables }: RestaurantFiles, tableType: string | undefined): string {
  const matching = tables.offers.find(({ table_types }) => table_types.includes(tableType ?? ''))
  return (matching ?? tables.offers[0])?.id ?? ''
}

function callUsText({ policy }: RestaurantFiles, business: Business): LocalizedText {
  return {
    vi: `Nhóm từ ${policy.online_up_to + 1} người xin gọi ${business.phone}.`,
    en: `For ${policy.online_up_to + 1} guests or more please call ${business.phone}.`,
  }
}
