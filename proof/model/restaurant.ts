/** Model of the restaurant: a party needs a table or joined tables. */
import {
  type BusinessContent,
  closingMinutes,
  createContentReader,
  createOpeningHours,
  type ExtraPlace,
  type RequestDetails,
  type ResourceOption,
  type TradeModel,
  timetable,
  weekdayOf,
} from './trade.ts'

type Seating = { tables: string[]; type: string; seats: number; least: number }

export function createRestaurantModel(folder: string): TradeModel {
  const readContent = createContentReader(folder)
  const { tables, joins, turn_minutes, lengths } = readContent('tables.yaml')
  const policy = readContent('policy.yaml')
  const business: BusinessContent = readContent('business.yaml')
  const openingHours = createOpeningHours(business)
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

  const extraPlaces: ExtraPlace[] = []
  const tablesOn = (date: string): (Seating & { id: string })[] => [
    ...tables,
    ...extraPlaces
      .filter((one) => one.date === date)
      .map(({ id, seats, kind: type }) => ({ id, seats, type, least: 1, tables: [id] })),
  ]
  const optionsAmong = (
    all: readonly Seating[],
    details: RequestDetails,
    length: number,
  ): ResourceOption[] => {
    const guests = partyOf(details)
    const fits = ({ type, seats, least }: Seating) =>
      seats >= guests &&
      least <= guests &&
      (details.table_type === undefined ? type !== room.table_type : type === details.table_type)
    return all.filter(fits).map((one) => ({
      takes: one.tables.map((name) => ({
        resource: `table:${name}`,
        minutes: length + turn_minutes,
      })),
      // The number of empty seats counts first, then the number of tables.
      cost: (one.seats - guests) * 100 + one.tables.length,
    }))
  }

  return {
    id: 'restaurant',
    folder,
    sampleDetails: [
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
    defaultDetails: [{ party_size: 2 }],
    get resources() {
      return [...tables, ...extraPlaces].map(({ id }: { id: string }) => `table:${id}`)
    },
    horizonDays: policy.horizon_days,
    hasAccount: business.bank !== undefined,
    partyOf,
    withParty: (details, party_size) => ({ ...details, party_size }),
    rejectParty: (details) =>
      partyOf(details) > policy.online_up_to ? 'party_size too_large' : undefined,
    noticeMinutes: (details) =>
      details.table_type === room.table_type
        ? room.notice_minutes
        : first(policy.tiers, partyOf(details)).notice_minutes,
    starts(_details, date) {
      const { periods, special } = openingHours(date)
      const usual = special || policy.weekdays.includes(weekdayOf(date))
      if (periods.length === 0 || !usual) return undefined
      return times.filter((at) => periods.some(({ from, to }) => from <= at && at + shortest <= to))
    },
    closesAt: (date) => closingMinutes(openingHours(date)),
    lengthAt(details, date, at) {
      const period = openingHours(date).periods.find(({ from, to }) => from <= at && at + 15 <= to)
      const tier = first(lengths, partyOf(details)) ?? lengths.at(-1)
      return period && Math.min(tier.minutes, period.to - at)
    },
    extraPlaces,
    services: [],
    withService: (details) => details,
    options: (details, _date, _at, length) => optionsAmong(seatings, details, length),
    optionsForStaff: (details, date, _at, length) =>
      optionsAmong([...seatings, ...tablesOn(date).slice(tables.length)], details, length),
    periods: (date) => openingHours(date).periods,
    stayMinutes: (details) => (first(lengths, partyOf(details)) ?? lengths.at(-1)).minutes,
    staffOptions(details, date, _at, length, resources) {
      const guests = partyOf(details)
      const chosen = tablesOn(date).filter(({ id }) => resources.includes(`table:${id}`))
      const extra = chosen.find(({ id }) => extraPlaces.some((one) => one.id === id))
      if (chosen.length === 0 || chosen.length !== new Set(resources).size) return []
      const known = seatings.find(
        (one) =>
          one.tables.length === chosen.length && chosen.every(({ id }) => one.tables.includes(id)),
      )
      const least = known?.least ?? (chosen.length === 1 ? extra?.least : undefined) ?? 0
      const seats: number = known?.seats ?? chosen.reduce((sum, one) => sum + one.seats, 0)
      const isWanted = ({ type }: Seating) =>
        details.table_type === undefined ? type !== room.table_type : type === details.table_type
      return [
        {
          takes: chosen.map(({ id }) => ({
            resource: `table:${id}`,
            minutes: length + turn_minutes,
          })),
          cost: Math.max(0, seats - guests) * 100 + chosen.length,
          broken: [
            ...(guests > seats ? ['seats'] : []),
            ...(guests < least ? ['small_party'] : []),
            ...(chosen.every(isWanted) ? [] : ['area']),
          ],
        },
      ]
    },
    resourcesOf: ({ tables: ids = [] }) => [ids].flat().map((id) => `table:${id}`),
    tool: (details) => ({ name: 'request_reservation', arguments: details }),
    shifts: new Map(),
    changeTool: {
      name: 'request_cancellation',
      kinds: ['cancel', 'move', 'smaller_party', 'larger_party'],
      byPhone: false,
    },
  }
}
