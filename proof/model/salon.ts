/** Model of the salon: a service for a hair length needs a stylist and a seat of its kind. */
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import {
  type BusinessContent,
  closingMinutes,
  createContentReader,
  createOpeningHours,
  isOnDuty,
  minutesOf,
  type RequestDetails,
  type ResourceOption,
  type TradeModel,
  timetable,
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

export function createSalonModel(folder: string): TradeModel {
  const readContent = createContentReader(folder)
  const { stylists }: { stylists: Stylist[] } = readContent('stylists.yaml')
  const { seats }: { seats: Seat[] } = readContent('seats.yaml')
  const policy = readContent('policy.yaml')
  const business: BusinessContent = readContent('business.yaml')
  const openingHours = createOpeningHours(business)
  const services = new Map(
    readdirSync(join(folder, 'services'))
      .flatMap((file): Listed[] => readContent(`services/${file}`).services)
      .flatMap(expandLengths)
      .map((one) => [one.id, one]),
  )
  const times = timetable(policy.first_start, policy.last_start, policy.start_every_minutes)
  const serviceOf = ({ offerId = '' }: RequestDetails) => services.get(String(offerId)) as Service
  const partyOf = (details: RequestDetails) => Number(details.party_size ?? 1)

  const shifts: TradeModel['shifts'] = new Map()
  const works = ({ id, weekdays, hours }: Stylist, date: string, at: number, minutes: number) => {
    const [from, to] = [minutesOf(hours.from), minutesOf(hours.to)]
    return isOnDuty(shifts, { resource: `stylist:${id}`, weekdays, from, to }, date, at, minutes)
  }

  const extraPlaces: TradeModel['extraPlaces'] = []
  const seatsOn = (date: string): Seat[] => [
    ...seats,
    ...extraPlaces.filter((one) => one.date === date),
  ]

  const availableStylists = (
    details: RequestDetails,
    date: string,
    at: number,
    minutes: number,
  ): Stylist[] => {
    const { listed } = serviceOf(details)
    return stylists.filter(
      (one) =>
        one.services.includes(listed) &&
        works(one, date, at, minutes) &&
        (details.stylist_id === undefined || details.stylist_id === one.id),
    )
  }
  const optionsAmong = (
    all: readonly Seat[],
    details: RequestDetails,
    date: string,
    at: number,
    length: number,
  ): ResourceOption[] => {
    // Two guests need two bookings.
    if (partyOf(details) !== 1) return []
    const { seat } = serviceOf(details)
    return availableStylists(details, date, at, length).flatMap((stylist) =>
      all
        .filter(({ kind }) => kind === seat)
        .map(({ id }) => ({
          takes: [`stylist:${stylist.id}`, `seat:${id}`].map((resource) => ({
            resource,
            minutes: length,
          })),
          cost: 0,
        })),
    )
  }
  const fitsIn = (date: string, at: number, minutes: number) =>
    openingHours(date).periods.some(({ from, to }) => from <= at && at + minutes <= to)

  const all = [...services.keys()].map((offerId) => ({ offerId }))
  return {
    id: 'salon',
    folder,
    sampleDetails: [
      ...all,
      ...['hoang-long', 'thuy-vy'].map((stylist_id) => ({ offerId: 'cat-nu', stylist_id })),
      { offerId: 'goi-say', stylist_id: 'bao-tran' },
      { offerId: 'nhuom-mot-mau-dai', stylist_id: 'thuy-vy' },
    ],
    defaultDetails: all,
    get resources() {
      return [
        ...stylists.map(({ id }) => `stylist:${id}`),
        ...[...seats, ...extraPlaces].map(({ id }) => `seat:${id}`),
      ]
    },
    horizonDays: policy.horizon_days,
    hasAccount: business.bank !== undefined,
    partyOf,
    withParty: (details, party_size) => ({ ...details, party_size }),
    rejectParty: () => 'party_size unknown',
    noticeMinutes: () => policy.notice_minutes,
    starts(details, date) {
      const { minutes } = serviceOf(details)
      const possible = times.filter(
        (at) =>
          fitsIn(date, at, minutes) && availableStylists(details, date, at, minutes).length > 0,
      )
      return possible.length > 0 ? possible : undefined
    },
    closesAt: (date) => closingMinutes(openingHours(date)),
    lengthAt(details, date, at) {
      const { minutes } = serviceOf(details)
      return fitsIn(date, at, minutes) ? minutes : undefined
    },
    options: (details, date, at, length) => optionsAmong(seats, details, date, at, length),
    optionsForStaff: (details, date, at, length) =>
      optionsAmong(seatsOn(date), details, date, at, length),
    extraPlaces,
    services: [...services.keys()],
    withService: ({ party_size: _, ...details }, offerId) => ({ ...details, offerId }),
    periods: (date) => openingHours(date).periods,
    stayMinutes: (details) => serviceOf(details).minutes,
    staffOptions(details, date, at, length, resources) {
      const { listed, seat: kind } = serviceOf(details)
      const chosen = stylists.filter(({ id }) => resources.includes(`stylist:${id}`))
      const chosenSeats = seatsOn(date).filter(({ id }) => resources.includes(`seat:${id}`))
      const isKnown = chosen.length + chosenSeats.length === new Set(resources).size
      if (!isKnown || chosen.length > 1 || chosenSeats.length > 1) return []
      return (chosen.length > 0 ? chosen : stylists).flatMap((one) => {
        const isAsked = details.stylist_id === undefined || details.stylist_id === one.id
        return (chosenSeats.length > 0 ? chosenSeats : seatsOn(date)).map((seat) => ({
          takes: [`stylist:${one.id}`, `seat:${seat.id}`].map((resource) => ({
            resource,
            minutes: length,
          })),
          cost: 0,
          broken: [
            ...(isAsked ? [] : ['person']),
            ...(one.services.includes(listed) ? [] : ['skill']),
            ...(works(one, date, at, length) ? [] : ['duty']),
            ...(partyOf(details) === 1 ? [] : ['party_size']),
            ...(seat.kind === kind ? [] : ['place_kind']),
          ],
        }))
      })
    },
    resourcesOf: ({ stylist, seat }) => [`stylist:${stylist}`, `seat:${seat}`],
    tool: ({ offerId = '', ...details }) => ({
      name: 'request_appointment',
      arguments: { ...details, service_id: offerId },
    }),
    shifts,
    changeTool: { name: 'request_change', kinds: ['cancel', 'move'], byPhone: true },
  }
}

/** One service for each hair length, if its duration depends on the length. */
function expandLengths({ id, seat, minutes, by_length = [] }: Listed): Service[] {
  if (minutes !== undefined) return [{ id, listed: id, seat, minutes }]
  return by_length.map((size) => ({
    id: `${id}-${size.length}`,
    listed: id,
    seat,
    minutes: size.minutes,
  }))
}
