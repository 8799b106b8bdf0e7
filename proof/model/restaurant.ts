/** A restaurant as its files describe it: a party wants a table, or tables pushed together. */
import { type Business, doorOf, reading, type Trade, timetable, weekdayOf } from './trade.ts'

type Seating = { tables: string[]; type: string; seats: number; least: number }

export function restaurant(folder: string): Trade {
  const read = reading(folder)
  const { tables, joins, turn_minutes, lengths } = read('tables.yaml')
  const policy = read('policy.yaml')
  const business: Business = read('business.yaml')
  const door = doorOf(business)
  const room = policy.private_room
  const seatings: Seating[] = [
    ...tables.map((one: { id: string } & Omit<Seating, 'tables'>) => ({
      ...one,
      tables: [one.id],
    })),
    ...joins.map((join: { tables: string[]; seats: number; least: number }) => ({
      ...join,
      type: tables.find(({ id }: { id: string }) => id === join.tables[0]).type,
    })),
  ]
  const times = policy.services.flatMap(({ first, last }: { first: string; last: string }) =>
    timetable(first, last, policy.start_every_minutes),
  ) as number[]
  const sizes = new Set(seatings.flatMap(({ seats, least }) => [seats, least]))
  const has = (type: string) => seatings.some((one) => one.type === type)
  type Tier = { up_to: number; minutes: number; notice_minutes: number }
  const first = (tiers: Tier[], guests: number) =>
    tiers.find(({ up_to }) => up_to >= guests) as Tier
  const shortest = Math.min(...lengths.map(({ minutes }: Tier) => minutes))
  const partyOf = ({ party_size }: { party_size?: string | number }) => Number(party_size)

  return {
    variant: 'restaurant',
    folder,
    wishes: [
      ...[...sizes].map((party_size) => ({ party_size })),
      ...[2, 4, 6]
        .filter(() => has('hien-vuon'))
        .map((party_size) => ({
          party_size,
          table_type: 'hien-vuon',
        })),
      ...[8, 11, 14]
        .filter(() => has(room.table_type))
        .map((party_size) => ({
          party_size,
          table_type: room.table_type,
        })),
    ],
    anyOf: [{ party_size: 2 }],
    resources: tables.map(({ id }: { id: string }) => `table:${id}`),
    horizonDays: policy.horizon_days,
    hasAccount: business.bank !== undefined,
    partyOf,
    withParty: (wish, party_size) => ({ ...wish, party_size }),
    noticeMinutes: (wish) =>
      wish.table_type === room.table_type
        ? room.notice_minutes
        : first(policy.tiers, partyOf(wish)).notice_minutes,
    starts(_wish, date) {
      const { periods, special } = door(date)
      const usual = special || policy.weekdays.includes(weekdayOf(date))
      if (periods.length === 0 || !usual) return undefined
      return times.filter((at) => periods.some(({ from, to }) => from <= at && at + shortest <= to))
    },
    lengthAt(wish, date, at) {
      const period = door(date).periods.find(({ from, to }) => from <= at && at + 15 <= to)
      const tier = first(lengths, partyOf(wish)) ?? lengths.at(-1)
      return period && Math.min(tier.minutes, period.to - at)
    },
    ways(wish, _date, _at, length) {
      const guests = partyOf(wish)
      const fits = ({ type, seats, least }: Seating) =>
        seats >= guests &&
        least <= guests &&
        (wish.table_type === undefined ? type !== room.table_type : type === wish.table_type)
      return seatings.filter(fits).map((one) => ({
        takes: one.tables.map((name) => ({
          resource: `table:${name}`,
          minutes: length + turn_minutes,
        })),
        // Empty chairs first, then tables.
        cost: (one.seats - guests) * 100 + one.tables.length,
      }))
    },
    resourcesOf: ({ tables: ids = [] }) => [ids].flat().map((id) => `table:${id}`),
    tool: (wish) => ({ name: 'request_reservation', arguments: wish }),
    changeTool: {
      name: 'request_cancellation',
      kinds: ['cancel', 'smaller_party'],
      byPhone: false,
    },
  }
}
