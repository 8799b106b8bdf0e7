/** A spa as its files describe it: a treatment wants who does it, or two of them, and a room. */
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

export function spa(folder: string): Trade {
  const read = reading(folder)
  const therapists: Therapist[] = read('therapists.yaml').therapists.map(withHours)
  const { rooms, turn_minutes }: { rooms: Room[]; turn_minutes: number } = read('rooms.yaml')
  const policy = read('policy.yaml')
  const business: Business = read('business.yaml')
  const door = doorOf(business)
  const treatments: Treatment[] = readdirSync(join(folder, 'treatments')).flatMap(
    (file) => read(`treatments/${file}`).treatments,
  )
  const times = timetable(policy.first_start, policy.last_start, policy.start_every_minutes)
  const treatmentOf = ({ offerId }: Wish) =>
    treatments.find(({ id }) => id === offerId) as Treatment

  const teamsAt = (wish: Wish, date: string, at: number): Therapist[][] => {
    const { id, guests, minutes } = treatmentOf(wish)
    const there = therapists.filter(
      (one) =>
        one.treatments.includes(id) &&
        one.weekdays.includes(weekdayOf(date)) &&
        one.from <= at &&
        at + minutes <= one.to &&
        (wish.therapist_gender === undefined || one.gender === wish.therapist_gender),
    )
    const teams = guests === 1 ? there.map((one) => [one]) : pairsOf(there)
    return teams.filter(
      (team) => wish.therapist_id === undefined || team.some((one) => one.id === wish.therapist_id),
    )
  }
  const partyOf = (wish: Wish) => Number(wish.party_size ?? treatmentOf(wish).guests)
  const fitsIn = (date: string, at: number, minutes: number) =>
    door(date).periods.some(({ from, to }) => from <= at && at + minutes <= to)

  return {
    variant: 'spa',
    folder,
    wishes: [
      ...treatments.map(({ id }) => ({ offerId: id })),
      { offerId: 'co-vai-gay', therapist_gender: 'male' },
      { offerId: 'co-vai-gay', therapist_id: 'thanh-mai' },
      { offerId: 'cho-hai-nguoi' },
      { offerId: 'cho-hai-nguoi', therapist_id: 'quoc-bao' },
    ],
    anyOf: treatments.filter(({ guests }) => guests === 1).map(({ id }) => ({ offerId: id })),
    resources: [
      ...therapists.map(({ id }) => `therapist:${id}`),
      ...rooms.map(({ id }) => `room:${id}`),
    ],
    horizonDays: policy.horizon_days,
    hasAccount: business.bank !== undefined,
    partyOf,
    withParty: (wish, party_size) => ({ ...wish, party_size }),
    noticeMinutes: () => policy.notice_minutes,
    starts(wish, date) {
      const { minutes } = treatmentOf(wish)
      const possible = times.filter(
        (at) => fitsIn(date, at, minutes) && teamsAt(wish, date, at).length > 0,
      )
      return possible.length > 0 ? possible : undefined
    },
    lengthAt(wish, date, at) {
      const { minutes } = treatmentOf(wish)
      return fitsIn(date, at, minutes) ? minutes : undefined
    },
    ways(wish, date, at, length) {
      const treatment = treatmentOf(wish)
      if (partyOf(wish) !== treatment.guests) return []
      const fitting = rooms.filter(
        ({ kinds, guests }) => kinds.includes(treatment.room) && guests >= treatment.guests,
      )
      return teamsAt(wish, date, at).flatMap((team) =>
        fitting.map((room) => ({
          takes: [
            ...team.map(({ id }) => ({ resource: `therapist:${id}`, minutes: length })),
            { resource: `room:${room.id}`, minutes: length + turn_minutes },
          ],
          // Rooms that serve for much else are left free.
          cost: room.kinds.length,
        })),
      )
    },
    resourcesOf: ({ therapists: ids = [], room }) => [
      ...[ids].flat().map((id) => `therapist:${id}`),
      `room:${room}`,
    ],
    tool: ({ offerId = '', ...wish }) => ({
      name: 'request_appointment',
      arguments: { ...wish, service_id: offerId },
    }),
    changeTool: { name: 'request_change', kinds: ['cancel', 'move'], byPhone: true },
  }
}

type Listed = Omit<Therapist, 'from' | 'to'> & { hours: { from: string; to: string } }

function withHours({ hours, ...one }: Listed): Therapist {
  return { ...one, from: minutesOf(hours.from), to: minutesOf(hours.to) }
}

function pairsOf(people: readonly Therapist[]): Therapist[][] {
  return people.flatMap((one, place) => people.slice(place + 1).map((other) => [one, other]))
}
