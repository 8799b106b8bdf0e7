/** The rules of the two sample trades once more, minute by minute and from the files alone. */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parse } from 'yaml'

/** Something that is held, in minutes after midnight of a day. */
export type Taken = { date: string; from: number; to: number; resources: readonly string[] }

/** One way to serve a wish: what it would take, and until when. */
export type Way = { resources: { name: string; to: number }[]; waste: number }

export type Rival = {
  /** Wishes to choose from at random, as bodies of a request. */
  wishes: Record<string, unknown>[]
  times: string[]
  /** Every way in which the wish could be served at this time, whatever is taken. */
  ways(wish: Record<string, unknown>, date: string, from: number, to: number): Way[]
  /** What a booking holds, from what the store says was given. */
  taken(given: Record<string, unknown>, from: number, to: number): Way['resources']
}

const root = join(import.meta.dirname, '../../content')
const read = (path: string) => parse(readFileSync(join(root, path), 'utf8'))

export function isFree(
  way: Way,
  date: string,
  from: number,
  taken: readonly (Taken & { ends: Record<string, number> })[],
): boolean {
  return way.resources.every(({ name, to }) =>
    taken.every(
      (one) =>
        one.date !== date ||
        !one.resources.includes(name) ||
        (one.ends[name] ?? 0) <= from ||
        to <= one.from,
    ),
  )
}

export function restaurantRival(): Rival {
  const { tables, joins, turn_minutes } = read('restaurant/tables.yaml')
  type Seating = { tables: string[]; type: string; seats: number; least: number }
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
  return {
    wishes: [
      ...Array.from({ length: 14 }, (_, place) => ({ party_size: place + 1 })),
      ...[8, 10, 14].map((party_size) => ({ party_size, table_type: 'phong-rieng' })),
      ...[2, 4, 6].map((party_size) => ({ party_size, table_type: 'hien-vuon' })),
    ],
    times: [
      '11:00',
      '12:00',
      '12:30',
      '13:30',
      '14:30',
      '17:00',
      '18:00',
      '19:00',
      '19:30',
      '21:00',
      '22:00',
    ],
    ways(wish, _date, _from, to) {
      const guests = Number(wish.party_size)
      const fits = ({ type, seats, least }: Seating) =>
        seats >= guests &&
        least <= guests &&
        (wish.table_type === undefined ? type !== 'phong-rieng' : type === wish.table_type)
      return seatings.filter(fits).map((one) => ({
        resources: one.tables.map((name) => ({ name, to: to + turn_minutes })),
        waste: one.seats - guests,
      }))
    },
    taken: ({ tables: ids }, _from, to) =>
      (ids as string[]).map((name) => ({ name, to: to + turn_minutes })),
  }
}

export function spaRival(): Rival {
  const { therapists } = read('spa/therapists.yaml')
  const { rooms, turn_minutes } = read('spa/rooms.yaml')
  type Treatment = { id: string; room: string; guests: number; minutes: number }
  type Therapist = {
    id: string
    gender: string
    weekdays: number[]
    hours: { from: string; to: string }
    treatments: string[]
  }
  const treatments: Treatment[] = readdirSync(join(root, 'spa/treatments')).flatMap(
    (file) => read(`spa/treatments/${file}`).treatments,
  )
  const minutes = (time: string) => Number(time.slice(0, 2)) * 60 + Number(time.slice(3))
  return {
    wishes: [
      ...treatments.map(({ id }) => ({ offerId: id })),
      { offerId: 'co-vai-gay', therapist_gender: 'male' },
      { offerId: 'co-vai-gay', therapist_id: 'thanh-mai' },
      { offerId: 'cho-hai-nguoi', therapist_id: 'quoc-bao' },
    ],
    times: [
      '09:00',
      '10:00',
      '10:30',
      '11:30',
      '13:00',
      '14:30',
      '16:00',
      '17:30',
      '18:00',
      '19:30',
    ],
    ways(wish, date, from, to) {
      const treatment = treatments.find(({ id }) => id === wish.offerId)
      if (!treatment) return []
      const weekday = new Date(`${date}T00:00:00Z`).getUTCDay() || 7
      const there = (therapists as Therapist[]).filter(
        (one) =>
          one.treatments.includes(treatment.id) &&
          one.weekdays.includes(weekday) &&
          minutes(one.hours.from) <= from &&
          to <= minutes(one.hours.to) &&
          (wish.therapist_gender === undefined || one.gender === wish.therapist_gender),
      )
      const teams: Therapist[][] =
        treatment.guests === 1
          ? there.map((one) => [one])
          : there.flatMap((one) =>
              there.filter((other) => other.id > one.id).map((other) => [one, other]),
            )
      return teams
        .filter(
          (team) =>
            wish.therapist_id === undefined || team.some(({ id }) => id === wish.therapist_id),
        )
        .flatMap((team) =>
          rooms
            .filter(
              (room: { kinds: string[]; guests: number }) =>
                room.kinds.includes(treatment.room) && room.guests >= treatment.guests,
            )
            .map((room: { id: string }) => ({
              resources: [
                ...team.map(({ id }) => ({ name: id, to })),
                { name: room.id, to: to + turn_minutes },
              ],
              waste: 0,
            })),
        )
    },
    taken: ({ therapists: ids, room }, _from, to) => [
      ...(ids as string[]).map((name) => ({ name, to })),
      { name: String(room), to: to + turn_minutes },
    ],
  }
}
