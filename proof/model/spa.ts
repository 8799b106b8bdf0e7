/** Model of the spa: a treatment needs one or two therapists and a room. */
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

type Treatment = { id: string; room: string; guests: number; minutes: number }

type Therapist = {
  id: string
  gender: string
  weekdays: number[]
  from: number
  to: number
  treatments: string[]
}

type Room = { id: string; kinds: string[]; guests: number }

export function createSpaModel(folder: string): TradeModel {
  const readContent = createContentReader(folder)
  const therapists: Therapist[] = readContent('therapists.yaml').therapists.map(withHours)
  const { rooms, turn_minutes }: { rooms: Room[]; turn_minutes: number } = readContent('rooms.yaml')
  const policy = readContent('policy.yaml')
  const business: BusinessContent = readContent('business.yaml')
  const openingHours = createOpeningHours(business)
  const treatments: Treatment[] = readdirSync(join(folder, 'treatments')).flatMap(
    (file) => readContent(`treatments/${file}`).treatments,
  )
  const times = timetable(policy.first_start, policy.last_start, policy.start_every_minutes)
  const treatmentOf = ({ offerId }: RequestDetails) =>
    treatments.find(({ id }) => id === offerId) as Treatment

  const shifts: TradeModel['shifts'] = new Map()
  const works = (one: Therapist, date: string, at: number, minutes: number) =>
    isOnDuty(shifts, { ...one, resource: `therapist:${one.id}` }, date, at, minutes)

  const extraPlaces: TradeModel['extraPlaces'] = []
  const roomsOn = (date: string): Room[] => [
    ...rooms,
    ...extraPlaces
      .filter((one) => one.date === date)
      .map(({ id, kind, seats }) => ({ id, kinds: [kind], guests: seats })),
  ]

  const availableTeams = (
    details: RequestDetails,
    date: string,
    at: number,
    minutes: number,
  ): Therapist[][] => {
    const { id, guests } = treatmentOf(details)
    const available = therapists.filter(
      (one) =>
        one.treatments.includes(id) &&
        works(one, date, at, minutes) &&
        (details.therapist_gender === undefined || one.gender === details.therapist_gender),
    )
    const teams = guests === 1 ? available.map((one) => [one]) : pairsOf(available)
    return teams.filter(
      (team) =>
        details.therapist_id === undefined || team.some((one) => one.id === details.therapist_id),
    )
  }
  const partyOf = (details: RequestDetails) =>
    Number(details.party_size ?? treatmentOf(details).guests)
  const optionsAmong = (
    all: readonly Room[],
    details: RequestDetails,
    date: string,
    at: number,
    length: number,
  ): ResourceOption[] => {
    const treatment = treatmentOf(details)
    if (partyOf(details) !== treatment.guests) return []
    const fitting = all.filter(
      ({ kinds, guests }) => kinds.includes(treatment.room) && guests >= treatment.guests,
    )
    return availableTeams(details, date, at, length).flatMap((team) =>
      fitting.map((room) => ({
        takes: [
          ...team.map(({ id }) => ({ resource: `therapist:${id}`, minutes: length })),
          { resource: `room:${room.id}`, minutes: length + turn_minutes },
        ],
        // Rooms with few kinds of treatment are used first.
        cost: room.kinds.length,
      })),
    )
  }
  const fitsIn = (date: string, at: number, minutes: number) =>
    openingHours(date).periods.some(({ from, to }) => from <= at && at + minutes <= to)

  return {
    id: 'spa',
    folder,
    sampleDetails: [
      ...treatments.map(({ id }) => ({ offerId: id })),
      { offerId: 'co-vai-gay', therapist_gender: 'male' },
      { offerId: 'co-vai-gay', therapist_id: 'thanh-mai' },
      { offerId: 'cho-hai-nguoi' },
      { offerId: 'cho-hai-nguoi', therapist_id: 'quoc-bao' },
    ],
    defaultDetails: treatments
      .filter(({ guests }) => guests === 1)
      .map(({ id }) => ({ offerId: id })),
    get resources() {
      return [
        ...therapists.map(({ id }) => `therapist:${id}`),
        ...[...rooms, ...extraPlaces].map(({ id }) => `room:${id}`),
      ]
    },
    horizonDays: policy.horizon_days,
    hasAccount: business.bank !== undefined,
    partyOf,
    withParty: (details, party_size) => ({ ...details, party_size }),
    rejectParty(details) {
      if (partyOf(details) > 2) return 'party_size too_large'
      return partyOf(details) === treatmentOf(details).guests ? undefined : 'party_size not_one_of'
    },
    noticeMinutes: () => policy.notice_minutes,
    starts(details, date) {
      const { minutes } = treatmentOf(details)
      const possible = times.filter(
        (at) => fitsIn(date, at, minutes) && availableTeams(details, date, at, minutes).length > 0,
      )
      return possible.length > 0 ? possible : undefined
    },
    closesAt: (date) => closingMinutes(openingHours(date)),
    lengthAt(details, date, at) {
      const { minutes } = treatmentOf(details)
      return fitsIn(date, at, minutes) ? minutes : undefined
    },
    options: (details, date, at, length) => optionsAmong(rooms, details, date, at, length),
    optionsForStaff: (details, date, at, length) =>
      optionsAmong(roomsOn(date), details, date, at, length),
    extraPlaces,
    services: treatments.map(({ id }) => id),
    withService: ({ party_size: _, ...details }, offerId) => ({ ...details, offerId }),
    periods: (date) => openingHours(date).periods,
    stayMinutes: (details) => treatmentOf(details).minutes,
    staffOptions(details, date, at, length, resources) {
      const treatment = treatmentOf(details)
      const chosen = therapists.filter(({ id }) => resources.includes(`therapist:${id}`))
      const chosenRooms = roomsOn(date).filter(({ id }) => resources.includes(`room:${id}`))
      const isKnown = chosen.length + chosenRooms.length === new Set(resources).size
      if (!isKnown || chosenRooms.length > 1 || chosen.length > treatment.guests) return []
      const others = therapists.filter((one) => !chosen.includes(one))
      const missing = treatment.guests - chosen.length
      const rests =
        missing === 0 ? [[]] : missing === 1 ? others.map((one) => [one]) : pairsOf(others)
      return rests.flatMap((rest) => {
        const team = [...chosen, ...rest]
        const { therapist_id, therapist_gender } = details
        const byTeam = [
          ...(therapist_id === undefined || team.some(({ id }) => id === therapist_id)
            ? []
            : ['person']),
          ...team.flatMap((one) => [
            ...(therapist_gender === undefined || one.gender === therapist_gender
              ? []
              : ['person']),
            ...(one.treatments.includes(treatment.id) ? [] : ['skill']),
            ...(works(one, date, at, length) ? [] : ['duty']),
          ]),
          ...(partyOf(details) === treatment.guests ? [] : ['party_size']),
        ]
        return (chosenRooms.length > 0 ? chosenRooms : roomsOn(date)).map((room) => ({
          takes: [
            ...team.map(({ id }) => ({ resource: `therapist:${id}`, minutes: length })),
            { resource: `room:${room.id}`, minutes: length + turn_minutes },
          ],
          cost: room.kinds.length,
          broken: [
            ...byTeam,
            ...(room.kinds.includes(treatment.room) ? [] : ['place_kind']),
            ...((room.guests ?? 1) >= treatment.guests ? [] : ['seats']),
          ],
        }))
      })
    },
    resourcesOf: ({ therapists: ids = [], room }) => [
      ...[ids].flat().map((id) => `therapist:${id}`),
      `room:${room}`,
    ],
    tool: ({ offerId = '', ...details }) => ({
      name: 'request_appointment',
      arguments: { ...details, service_id: offerId },
    }),
    shifts,
    changeTool: { name: 'request_change', kinds: ['cancel', 'move'], byPhone: true },
  }
}

type Listed = Omit<Therapist, 'from' | 'to'> & { hours: { from: string; to: string } }

function withHours({ hours, ...one }: Listed): Therapist {
  return { ...one, from: minutesOf(hours.from), to: minutesOf(hours.to) }
}

function pairsOf(therapists: readonly Therapist[]): Therapist[][] {
  return therapists.flatMap((one, index) =>
    therapists.slice(index + 1).map((other) => [one, other]),
  )
}
