/** How a restaurant is booked: a party wants a table, or tables pushed together, for its length. */
import { z } from 'zod'
import type { Business } from '../../content/shop.ts'
import {
  closedOn,
  hoursOn,
  type Period,
  periodFor,
  startsEvery,
} from '../../domain/scheduling/hours.ts'
import type { BookingRules, Opening, Option, Start, Wish } from '../../domain/scheduling/rules.ts'
import { endsAt, oneOf, optional, refusal } from '../../kernel/input.ts'
import type { Words } from '../../kernel/locale.ts'
import { lazily, remember } from '../../kernel/memoize.ts'
import type { FieldFault } from '../../kernel/problem.ts'
import { minutesOf, weekdayOf } from '../../kernel/time.ts'
import type { RestaurantFiles } from './files.ts'
import { depositFor } from './policy.ts'
import { vocabulary } from './quick-entry-phrases.ts'

type TableWish = Wish & { types: readonly string[]; teamId?: string }

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
      context.addIssue(refusal('too_large', byPhone(files, business)))
    })
    .meta({
      description: `How many guests. ${policy.online_up_to + 1} or more are asked to phone.`,
      example: 2,
    })
    .register(endsAt, { most: policy.online_up_to })
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
  const plainOffer = (wanted: string | undefined): string => {
    const fitting = tables.offers.find(({ table_types }) => table_types.includes(wanted ?? ''))
    return (fitting ?? tables.offers[0])?.id ?? ''
  }

  const readWish: BookingRules['readWish'] = (input) => {
    const guests = Number(input.party_size ?? 2)
    const wanted = input.table_type as string | undefined
    const offerId = (input.offerId as string | undefined) ?? plainOffer(wanted)
    const faults: FieldFault[] = []
    const offered = tables.offers.find(({ id }) => id === offerId)?.table_types
    const types = wanted === undefined ? (offered ?? usualTypes(files)) : [wanted]
    if (
      wanted !== undefined &&
      offered &&
      input.offerId !== undefined &&
      !offered.includes(wanted)
    ) {
      faults.push({ name: 'table_type', code: 'not_one_of', message: oneOf(offered) })
    }
    const room = policy.private_room
    if (room && types.every((type) => type === room.table_type) && guests < room.least_guests) {
      faults.push({
        name: 'party_size',
        code: 'too_small',
        message: {
          vi: `Phòng riêng dành cho nhóm từ ${room.least_guests} người.`,
          en: `The private room is for parties of ${room.least_guests} or more.`,
        },
      })
    }
    if (faults.length > 0) return { faults }
    const teamId = input.team_id as string | undefined
    return { wishes: [{ offerId, partySize: guests, types, ...(teamId && { teamId }) }] }
  }

  const lengthOf = ({ partySize }: Wish): number => {
    const fitting = tables.lengths.find(({ up_to }) => up_to >= partySize) ?? tables.lengths.at(-1)
    return fitting?.minutes ?? shortest
  }

  const noticeMinutes = (wish: Wish): number => {
    const { types } = wish as TableWish
    const room = policy.private_room
    if (room && types.every((type) => type === room.table_type)) return room.notice_minutes
    const tier = policy.tiers.find(({ up_to }) => up_to >= wish.partySize) ?? policy.tiers.at(-1)
    return tier?.notice_minutes ?? 0
  }

  const opening = (wish: Wish, date: string): Opening => {
    const hours = hoursOn(business, date)
    if (!hours.open) return hours
    const weekday = weekdayOf(date)
    const special = business.special_days.some(({ from, to }) => from <= date && date <= to)
    if (!special && !policy.weekdays.includes(weekday)) {
      return { open: false, reason: closedOn(weekday) }
    }
    const { teamId } = wish as TableWish
    const shifts = teamId === undefined ? undefined : shiftsOn(files, teamId, weekday)
    const starts = times
      .filter((at) => shifts === undefined || shifts.some(({ from, to }) => from <= at && at < to))
      .flatMap((at): Start[] => {
        const period = periodFor(hours.periods, at, shortest)
        // A table is kept for its length, or until the door closes.
        return period ? [{ at, minutes: Math.min(lengthOf(wish), period.to - at) }] : []
      })
    return { open: true, starts }
  }

  const startAt = (wish: Wish, date: string, at: number): Start | undefined => {
    const hours = hoursOn(business, date)
    const period = hours.open ? periodFor(hours.periods, at, 15) : undefined
    return period && { at, minutes: Math.min(lengthOf(wish), period.to - at) }
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
        rank: (seating.seats - guests) * 10 + seating.tables.length,
        spread: [],
        given: { table_type: seating.type, tables: seating.tables },
      }))

  /** One day is like another, and parties are much alike. */
  const known = remember((wanted: string) => {
    const [guests, minutes, ...types] = wanted.split(' ')
    return optionsFor(Number(guests), types, Number(minutes))
  })

  const options = (wish: Wish, _date: string, start: Start): Option[] =>
    known([wish.partySize, start.minutes, ...(wish as TableWish).types].join(' '))

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
    questionFields: {
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
    sensitive: 'allergens',
    readWish,
    noticeMinutes,
    deposit: ({ partySize }, { table_type }) => depositFor(files, partySize, String(table_type)),
    opening,
    startAt,
    options,
    vocabulary: lazily(() => vocabulary(files)),
    wished(wish) {
      const { types } = wish as TableWish
      const offered = tables.offers.find(({ id }) => id === wish.offerId)?.table_types
      // An offer of one place says so by its name.
      if (types.length > 1 || offered?.length === 1) return undefined
      return tables.types.find(({ id }) => id === types[0])?.name
    },
    wishNames: { table_type: { vi: 'Chỗ ngồi', en: 'Where' } },
    resources: tables.tables.map(({ id, name, type, seats }) => ({
      id: `table:${id}`,
      name: { vi: `${name} · ${seats} chỗ`, en: `${name} · seats ${seats}` },
      group: tables.types.find((one) => one.id === type)?.name ?? { vi: type, en: type },
    })),
    kinds: {
      table: {
        noun: { vi: 'Bàn', en: 'Table' },
        file: 'tables.yaml',
        lacking: { vi: 'Chưa có bàn', en: 'There is no table for it yet' },
      },
    },
    lineExample: { vi: '19h 4 người Lan 0912345678', en: '7pm 4 people Lan 0912345678' },
    marks: kitchen.allergens.map(({ id, name }) => ({ id, name })),
    declinesDay: { vi: 'Hôm đó chúng tôi có tiệc riêng.', en: 'We have a private party that day.' },
    needsAttention: () => false,
    tell: (wish, given) => ({ party_size: wish.partySize, table_type: given.table_type }),
    toldFields: { party_size: z.int(), table_type: z.enum(typeIds) },
    slotFields: { table_type: z.enum(typeIds).describe('The type the next request would get.') },
    tellSlot: ([first]) => ({ table_type: first?.given.table_type }),
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
    startsEvery(policy.start_every_minutes, first, last),
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

function byPhone({ policy }: RestaurantFiles, business: Business): Words {
  return {
    vi: `Nhóm từ ${policy.online_up_to + 1} người xin gọi ${business.phone}.`,
    en: `For ${policy.online_up_to + 1} guests or more please call ${business.phone}.`,
  }
}
