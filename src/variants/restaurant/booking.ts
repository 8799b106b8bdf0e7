/** How a restaurant is booked: a party wants a table, or tables pushed together, for its length. */
import { z } from 'zod'
import type { Business } from '../../content/shop.ts'
import {
  closedWeekdayText,
  hoursOn,
  type Period,
  periodFor,
  startsAtInterval,
} from '../../domain/scheduling/hours.ts'
import type {
  BookableStarts,
  BookingRequestDetails,
  BookingRules,
  Option,
  Start,
} from '../../domain/scheduling/rules.ts'
import { customIssue, numberLimits, oneOf, optional } from '../../kernel/input.ts'
import type { LocalizedText } from '../../kernel/locale.ts'
import { lazy, memoize } from '../../kernel/memoize.ts'
import type { FieldError } from '../../kernel/problem.ts'
import { minutesOf, weekdayOf } from '../../kernel/time.ts'
import type { RestaurantFiles } from './files.ts'
import { depositFor } from './policy.ts'
import { quickEntryPhrases } from './quick-entry-phrases.ts'

type TableDetails = BookingRequestDetails & { types: readonly string[]; teamId?: string }

/** A table, or several pushed together. */
type Seating = { tables: readonly string[]; type: string; seats: number; least: number }

export function bookingRules(files: RestaurantFiles, business: Business): BookingRules {
  const { tables, policy, kitchen, team } = files
  const seatings = allSeatings(files)
  const typeIds = tables.types.map(({ id }) => id)
  const offerIds = [...tables.offers, ...files.setMeals.sets].map(({ id }) => id)
  const times = startTimes(files)
  const shortest = Math.min(...tables.lengths.map(({ minutes }) => minutes))

  const partySize = z
    .int()
    .min(1)
    .max(500)
    .superRefine((guests, context) => {
      if (guests <= policy.online_up_to) return
      context.addIssue(customIssue('too_large', callUsText(files, business)))
    })
    .meta({
      description: `How many guests. ${policy.online_up_to + 1} or more are asked to phone.`,
      example: 2,
    })
    .register(numberLimits, { max: policy.online_up_to })
  const offerField = z.enum(offerIds).meta({
    description:
      'A table offer or a set meal; without it, the first table offer that has the wished place.',
    example: offerIds[0],
  })
  const tableType = z.enum(typeIds).optional().meta({
    description: 'Where to sit; without it, wherever a table is free.',
    example: typeIds[0],
  })

  /** The first offer that has the wished place, where the guest named only the place. */
  const defaultOffer = (wanted: string | undefined): string => {
    const fitting = tables.offers.find(({ table_types }) => table_types.includes(wanted ?? ''))
    return (fitting ?? tables.offers[0])?.id ?? ''
  }

  const parseDetails: BookingRules['parseDetails'] = (input) => {
    const guests = Number(input.party_size ?? 2)
    const wanted = input.table_type as string | undefined
    const offerId = (input.offerId as string | undefined) ?? defaultOffer(wanted)
    const errors: FieldError[] = []
    const offered = tables.offers.find(({ id }) => id === offerId)?.table_types
    const types = wanted === undefined ? (offered ?? usualTypes(files)) : [wanted]
    if (
      wanted !== undefined &&
      offered &&
      input.offerId !== undefined &&
      !offered.includes(wanted)
    ) {
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
      })
    }
    if (errors.length > 0) return { errors }
    const teamId = input.team_id as string | undefined
    return { details: [{ offerId, partySize: guests, types, ...(teamId && { teamId }) }] }
  }

  const lengthOf = ({ partySize }: BookingRequestDetails): number => {
    const fitting = tables.lengths.find(({ up_to }) => up_to >= partySize) ?? tables.lengths.at(-1)
    return fitting?.minutes ?? shortest
  }

  const noticeMinutes = (details: BookingRequestDetails): number => {
    const { types } = details as TableDetails
    const privateRoom = policy.private_room
    if (privateRoom && types.every((type) => type === privateRoom.table_type))
      return privateRoom.notice_minutes
    const tier = policy.tiers.find(({ up_to }) => up_to >= details.partySize) ?? policy.tiers.at(-1)
    return tier?.notice_minutes ?? 0
  }

  const opening = (details: BookingRequestDetails, date: string): BookableStarts => {
    const hours = hoursOn(business, date)
    if (!hours.open) return hours
    const weekday = weekdayOf(date)
    const special = business.special_days.some(({ from, to }) => from <= date && date <= to)
    if (!special && !policy.weekdays.includes(weekday)) {
      return { open: false, reason: closedWeekdayText(weekday) }
    }
    const { teamId } = details as TableDetails
    const shifts = teamId === undefined ? undefined : shiftsOn(files, teamId, weekday)
    const starts = times
      .filter((at) => shifts === undefined || shifts.some(({ from, to }) => from <= at && at < to))
      .flatMap((at): Start[] => {
        const period = periodFor(hours.periods, at, shortest)
        // A table is kept for its length, or until the door closes.
        return period ? [{ at, minutes: Math.min(lengthOf(details), period.to - at) }] : []
      })
    return { open: true, starts }
  }

  const startAt = (details: BookingRequestDetails, date: string, at: number): Start | undefined => {
    const hours = hoursOn(business, date)
    const period = hours.open ? periodFor(hours.periods, at, 15) : undefined
    return period && { at, minutes: Math.min(lengthOf(details), period.to - at) }
  }

  const optionsFor = (guests: number, types: readonly string[], minutes: number): Option[] =>
    seatings
      .filter(({ type, seats, least }) => {
        return types.includes(type) && least <= guests && guests <= seats
      })
      .map((seating) => ({
        holds: seating.tables.map((table) => ({
          resource: `table:${table}`,
          minutes: minutes + tables.turn_minutes,
        })),
        // The fewest empty chairs, then the fewest tables.
        preference: (seating.seats - guests) * 10 + seating.tables.length,
        balanceAcross: [],
        assignment: { table_type: seating.type, tables: seating.tables },
      }))

  /** One day is like another, and parties are much alike. */
  const known = memoize((wanted: string) => {
    const [guests, minutes, ...types] = wanted.split(' ')
    return optionsFor(Number(guests), types, Number(minutes))
  })

  const options = (details: BookingRequestDetails, _date: string, start: Start): Option[] =>
    known([details.partySize, start.minutes, ...(details as TableDetails).types].join(' '))

  return {
    codePrefix: 'BAN',
    horizonDays: policy.horizon_days,
    requestFields: {
      party_size: partySize,
      offerId: optional(offerField),
      table_type: tableType,
      allergens: z
        .array(z.enum(kitchen.allergens.map(({ id }) => id)))
        .max(9)
        .optional()
        .meta({
          description: 'Tracked groups that somebody in the party must avoid. Only staff see them.',
          example: [kitchen.allergens[0]?.id],
        }),
    },
    queryFields: {
      offerId: optional(offerField),
      party_size: partySize.default(2).meta(partySize.meta() ?? {}),
      table_type: tableType,
      team_id: z
        .enum(team.people.map(({ id }) => id))
        .optional()
        .meta({
          description: 'Only times when this person is on shift.',
          example: team.people[0]?.id,
        }),
    },
    sensitiveField: 'allergens',
    parseDetails,
    noticeMinutes,
    deposit: ({ partySize }, { table_type }) => depositFor(files, partySize, String(table_type)),
    bookableStarts: opening,
    startAt,
    options,
    quickEntryPhrases: lazy(() => quickEntryPhrases(files)),
    requestedResource(details) {
      const { types } = details as TableDetails
      const offered = tables.offers.find(({ id }) => id === details.offerId)?.table_types
      // An offer of one place says so by its name.
      if (types.length > 1 || offered?.length === 1) return undefined
      return tables.types.find(({ id }) => id === types[0])?.name
    },
    detailLabels: { table_type: { vi: 'Chỗ ngồi', en: 'Where' } },
    resources: tables.tables.map(({ id, name, type, seats }) => ({
      id: `table:${id}`,
      name: { vi: `${name} · ${seats} chỗ`, en: `${name} · seats ${seats}` },
      group: tables.types.find((one) => one.id === type)?.name ?? { vi: type, en: type },
    })),
    resourceKinds: {
      table: {
        noun: { vi: 'Bàn', en: 'Table' },
        file: 'tables.yaml',
        missingText: { vi: 'Chưa có bàn', en: 'There is no table for it yet' },
      },
    },
    quickEntryExample: { vi: '19h 4 người Lan 0912345678', en: '7pm 4 people Lan 0912345678' },
    sensitiveFlags: kitchen.allergens.map(({ id, name }) => ({ id, name })),
    dayUnavailableText: {
      vi: 'Hôm đó chúng tôi có tiệc riêng.',
      en: 'We have a private party that day.',
    },
    requiresStaffCall: () => false,
    toResponseFields: (details, assignment) => ({
      party_size: details.partySize,
      table_type: assignment.table_type,
    }),
    responseFields: { party_size: z.int(), table_type: z.enum(typeIds) },
    slotFields: { table_type: z.enum(typeIds).describe('The type the next request would get.') },
    toSlotFields: ([first]) => ({ table_type: first?.assignment.table_type }),
  }
}

function allSeatings({ tables }: RestaurantFiles): Seating[] {
  const single = tables.tables.map(({ id, type, seats, least }) => ({
    tables: [id],
    type,
    seats,
    least,
  }))
  const joined = tables.joins.map((join) => ({
    ...join,
    type: tables.tables.find(({ id }) => id === join.tables[0])?.type ?? '',
  }))
  return [...single, ...joined]
}

/** Where a guest sits who asks for no place: anywhere but in the private room. */
function usualTypes({ tables, policy }: RestaurantFiles): string[] {
  return tables.types.map(({ id }) => id).filter((id) => id !== policy.private_room?.table_type)
}

function startTimes({ policy }: RestaurantFiles): number[] {
  return policy.services.flatMap(({ first, last }) =>
    startsAtInterval(policy.start_every_minutes, first, last),
  )
}

function shiftsOn({ team }: RestaurantFiles, id: string, weekday: number): Period[] {
  const person = team.people.find((one) => one.id === id)
  return (person?.shifts ?? [])
    .filter(({ days }) => days.includes(weekday))
    .flatMap(({ hours }) =>
      hours.map(({ from, to }) => ({ from: minutesOf(from), to: minutesOf(to) })),
    )
}

function callUsText({ policy }: RestaurantFiles, business: Business): LocalizedText {
  return {
    vi: `Nhóm từ ${policy.online_up_to + 1} người xin gọi ${business.phone}.`,
    en: `For ${policy.online_up_to + 1} guests or more please call ${business.phone}.`,
  }
}
