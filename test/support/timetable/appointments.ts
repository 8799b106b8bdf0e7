/** When a service can start, from the content files of a sample shop with appointments. */
import {
  type Code,
  isoWeekday,
  judgeDay,
  openingHours,
  readYaml,
  readYamlFolder,
  type Span,
  type Timetable,
  toMinutes,
  toMs,
} from './day.ts'

type Names = { service: string; person: string; place: string }
type Person = Record<string, unknown> & {
  id: string
  gender?: string
  weekdays: number[]
  hours: Span
}
type Place = { id: string; kind?: string; kinds?: string[]; guests?: number }
type Listed = Record<string, unknown> & { id: string; minutes?: number; guests?: number }
type Bookable = { listed: Listed; minutes: number }

/** A service with prices by length is one service for each length. */
function bookableServices(listed: readonly Listed[]): Map<string, Bookable> {
  return new Map(
    listed.flatMap((one): [string, Bookable][] => {
      const byLength = one.by_length as { length: string; minutes: number }[] | undefined
      if (!byLength) return [[one.id, { listed: one, minutes: Number(one.minutes) }]]
      return byLength.map(({ length, minutes }) => [
        `${one.id}-${length}`,
        { listed: one, minutes },
      ])
    }),
  )
}

export function appointmentTimetable(trade: string, names: Names): Timetable {
  const { service, person, place } = names
  const business = readYaml(trade, 'business.yaml')
  const policy = readYaml(trade, 'policy.yaml')
  const people: Person[] = readYaml(trade, `${person}s.yaml`)[`${person}s`]
  const placesFile = readYaml(trade, `${place}s.yaml`)
  const places: Place[] = placesFile[`${place}s`]
  const turnMinutes = placesFile.turn_minutes ?? 0
  const services = bookableServices(
    readYamlFolder(trade, `${service}s`).flatMap((file) => file[`${service}s`] as Listed[]),
  )

  return {
    kindsOf: (slot) => slot[`${person}s`] as string[],
    judge(query, date, at, now, isHeld) {
      const no = (code: Code) => ({ code, kinds: [] })
      const outside = judgeDay(date, now, policy.horizon_days)
      if (outside) return no(outside)
      const { spans } = openingHours(business, date)
      if (spans.length === 0) return no('closed')

      const bookable = services.get(String(query.offerId))
      if (!bookable) throw new Error(`no service ${query.offerId}`)
      const { listed, minutes } = bookable
      const since = at - toMinutes(policy.first_start)
      const isStart =
        since >= 0 && since % policy.start_every_minutes === 0 && at <= toMinutes(policy.last_start)
      const fits = ({ from, to }: Span) => toMinutes(from) <= at && at + minutes <= toMinutes(to)
      if (!isStart || !spans.some(fits)) return no('no_start')

      const onDuty = people.filter(
        (one) =>
          (one[`${service}s`] as string[]).includes(listed.id) &&
          (query.therapist_gender === undefined || one.gender === query.therapist_gender) &&
          one.weekdays.includes(isoWeekday(date)) &&
          fits(one.hours),
      )
      const requested = query[`${person}_id`]
      if (onDuty.length === 0) return no('off')
      if (requested !== undefined && !onDuty.some(({ id }) => id === requested)) return no('off')
      const needed = listed.guests ?? 1
      if (onDuty.length < needed) return no('understaffed')
      if (toMs(date, at) < now + policy.notice_minutes * 60_000) return no('too_soon')

      const suitable = places.filter(
        ({ kind, kinds = [], guests = 1 }) =>
          [kind, ...kinds].includes(String(listed[place])) && guests >= needed,
      )
      if (suitable.length === 0) return no('party_size')
      const isPlaceFree = suitable.some(
        ({ id }) => !isHeld(`${place}:${id}`, date, at, minutes + turnMinutes),
      )
      const available = onDuty
        .map(({ id }) => id)
        .filter((id) => !isHeld(`${person}:${id}`, date, at, minutes))
      const isRequestedFree = requested === undefined || available.includes(String(requested))
      if (!isPlaceFree || available.length < needed || !isRequestedFree) return no('full')
      return {
        code: 'free',
        kinds: needed === 1 && requested !== undefined ? [String(requested)] : available,
      }
    },
  }
}
