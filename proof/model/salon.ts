/** A salon as its files describe it: a service, for a length of hair, wants who does it and a seat of its kind. */
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import {
  type Business,
  doorOf,
  minutesOf,
  reading,
  type Trade,
  timetable,
  type Wish,
  weekdayOf,
} from './trade.ts'

type Listed = {
  id: string
  seat: string
  minutes?: number
  by_length?: { length: string; minutes: number }[]
}

type Service = { id: string; listed: string; seat: string; minutes: number }

type Stylist = {
  id: string
  weekdays: number[]
  hours: { from: string; to: string }
  services: string[]
}

type Seat = { id: string; kind: string }

export function salon(folder: string): Trade {
  const read = reading(folder)
  const { stylists }: { stylists: Stylist[] } = read('stylists.yaml')
  const { seats }: { seats: Seat[] } = read('seats.yaml')
  const policy = read('policy.yaml')
  const business: Business = read('business.yaml')
  const door = doorOf(business)
  const services = new Map(
    readdirSync(join(folder, 'services'))
      .flatMap((file): Listed[] => read(`services/${file}`).services)
      .flatMap(sizesOf)
      .map((one) => [one.id, one]),
  )
  const times = timetable(policy.first_start, policy.last_start, policy.start_every_minutes)
  const serviceOf = ({ offerId = '' }: Wish) => services.get(String(offerId)) as Service
  const partyOf = (wish: Wish) => Number(wish.party_size ?? 1)

  const ableAt = (wish: Wish, date: string, at: number): Stylist[] => {
    const { listed, minutes } = serviceOf(wish)
    return stylists.filter(
      ({ id, weekdays, hours, services: skills }) =>
        skills.includes(listed) &&
        weekdays.includes(weekdayOf(date)) &&
        minutesOf(hours.from) <= at &&
        at + minutes <= minutesOf(hours.to) &&
        (wish.stylist_id === undefined || wish.stylist_id === id),
    )
  }
  const fitsIn = (date: string, at: number, minutes: number) =>
    door(date).periods.some(({ from, to }) => from <= at && at + minutes <= to)

  const all = [...services.keys()].map((offerId) => ({ offerId }))
  return {
    variant: 'salon',
    folder,
    wishes: [
      ...all,
      ...['hoang-long', 'thuy-vy'].map((stylist_id) => ({ offerId: 'cat-nu', stylist_id })),
      { offerId: 'goi-say', stylist_id: 'bao-tran' },
      { offerId: 'nhuom-mot-mau-dai', stylist_id: 'thuy-vy' },
    ],
    anyOf: all,
    resources: [
      ...stylists.map(({ id }) => `stylist:${id}`),
      ...seats.map(({ id }) => `seat:${id}`),
    ],
    horizonDays: policy.horizon_days,
    hasAccount: business.bank !== undefined,
    partyOf,
    withParty: (wish, party_size) => ({ ...wish, party_size }),
    noticeMinutes: () => policy.notice_minutes,
    starts(wish, date) {
      const { minutes } = serviceOf(wish)
      const possible = times.filter(
        (at) => fitsIn(date, at, minutes) && ableAt(wish, date, at).length > 0,
      )
      return possible.length > 0 ? possible : undefined
    },
    lengthAt(wish, date, at) {
      const { minutes } = serviceOf(wish)
      return fitsIn(date, at, minutes) ? minutes : undefined
    },
    ways(wish, date, at, length) {
      // Two who come together book twice.
      if (partyOf(wish) !== 1) return []
      const { seat } = serviceOf(wish)
      return ableAt(wish, date, at).flatMap((stylist) =>
        seats
          .filter(({ kind }) => kind === seat)
          .map(({ id }) => ({
            takes: [`stylist:${stylist.id}`, `seat:${id}`].map((resource) => ({
              resource,
              minutes: length,
            })),
            cost: 0,
          })),
      )
    },
    resourcesOf: ({ stylist, seat }) => [`stylist:${stylist}`, `seat:${seat}`],
    tool: ({ offerId = '', ...wish }) => ({
      name: 'request_appointment',
      arguments: { ...wish, service_id: offerId },
    }),
    changeTool: { name: 'request_change', kinds: ['cancel', 'move'], byPhone: true },
  }
}

/** Once for each length of hair, where the files count by it. */
function sizesOf({ id, seat, minutes, by_length = [] }: Listed): Service[] {
  if (minutes !== undefined) return [{ id, listed: id, seat, minutes }]
  return by_length.map((size) => ({
    id: `${id}-${size.length}`,
    listed: id,
    seat,
    minutes: size.minutes,
  }))
}
