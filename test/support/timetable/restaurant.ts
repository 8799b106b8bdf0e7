/** When a party can have a table, from the content files of the sample restaurant. */
import {
  isoWeekday,
  judgeDay,
  openingHours,
  readYaml,
  type Span,
  type Timetable,
  toMinutes,
  toMs,
} from './day.ts'

type Table = { id: string; type: string; seats: number; least: number }
type Join = { tables: string[]; seats: number; least: number }

export function restaurantTimetable(): Timetable {
  const business = readYaml('restaurant', 'business.yaml')
  const policy = readYaml('restaurant', 'policy.yaml')
  const { tables, joins, lengths, turn_minutes } = readYaml('restaurant', 'tables.yaml')
  const { people } = readYaml('restaurant', 'team.yaml')
  const room = policy.private_room.table_type
  const typeOf = (id: string) => tables.find((table: Table) => table.id === id).type
  const seatings = [
    ...tables.map((table: Table) => ({ ...table, tables: [table.id] })),
    ...joins.map((join: Join) => ({ ...join, type: typeOf(join.tables[0] ?? '') })),
  ]

  return {
    kindsOf: ({ left_by_table_type }) => Object.keys(left_by_table_type as object),
    judge({ party_size, table_type, team_id }, date, at, now, isHeld) {
      const no = (code: 'closed' | 'no_start' | 'off' | 'too_soon' | 'party_size' | 'full') => ({
        code,
        kinds: [],
      })
      const outside = judgeDay(date, now, policy.horizon_days)
      if (outside) return { code: outside, kinds: [] }
      const { special, spans } = openingHours(business, date)
      const isServed = special || policy.weekdays.includes(isoWeekday(date))
      if (spans.length === 0 || !isServed) return no('closed')

      const isStart = policy.services.some(({ first, last }: { first: string; last: string }) => {
        const since = at - toMinutes(first)
        return since >= 0 && at <= toMinutes(last) && since % policy.start_every_minutes === 0
      })
      const shortest = Math.min(...lengths.map(({ minutes }: { minutes: number }) => minutes))
      const span = spans.find(
        ({ from, to }) => toMinutes(from) <= at && at + shortest <= toMinutes(to),
      )
      if (!isStart || !span) return no('no_start')

      const person = people.find(({ id }: { id: string }) => id === team_id)
      const shifts: Span[] = (person?.shifts ?? [])
        .filter(({ days }: { days: number[] }) => days.includes(isoWeekday(date)))
        .flatMap(({ hours }: { hours: Span[] }) => hours)
      const isOn = shifts.some(({ from, to }) => toMinutes(from) <= at && at < toMinutes(to))
      if (person && !isOn) return no('off')

      const guests = Number(party_size ?? 2)
      const fitting = ({ up_to }: { up_to: number }) => up_to >= guests
      const notice =
        table_type === room
          ? policy.private_room.notice_minutes
          : policy.tiers.find(fitting).notice_minutes
      if (toMs(date, at) < now + notice * 60_000) return no('too_soon')

      const possible = seatings.filter(
        ({ type, seats, least }) =>
          (table_type === undefined ? type !== room : type === table_type) &&
          least <= guests &&
          guests <= seats,
      )
      if (possible.length === 0) return no('party_size')
      const minutes =
        Math.min(lengths.find(fitting).minutes, toMinutes(span.to) - at) + turn_minutes
      const free = possible.filter(
        (seating) => !seating.tables.some((id: string) => isHeld(`table:${id}`, date, at, minutes)),
      )
      if (free.length === 0) return no('full')
      return { code: 'free', kinds: [...new Set(free.map(({ type }) => type))] }
    },
  }
}
