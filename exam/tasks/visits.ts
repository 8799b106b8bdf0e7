/** What a guest books: a table with area and allergies, or an appointment with service, person and health boxes. */
import type { Service, Worker } from '../shop-content.ts'
import type { TaskContext, TimeQuery } from './context.ts'
import type { Intent } from './task.ts'
import { weekdayOf } from './words.ts'

export type Visit = {
  /** As the guest names it. */
  words: string
  /** A sentence about allergies or health, or nothing. */
  health: string
  intent: Partial<Intent>
  query: TimeQuery
  /** The fields of POST /api/booking for another guest who wants the same. */
  body: Readonly<Record<string, unknown>>
  columns: Readonly<Record<string, unknown>>
  preference?: string
  boxes: readonly string[]
  /** From this number of days ahead on, the shop adds no advice of which the guest does not know. */
  firstDay: number
}

type VisitOptions = {
  party?: number
  /** The guest names a person, and mentions health. */
  isDetailed?: boolean
}

export function createVisit(context: TaskContext, options: VisitOptions = {}): Visit {
  return context.trade === 'restaurant'
    ? createTable(context, options)
    : createAppointment(context, options)
}

function createTable(context: TaskContext, { party, isDetailed = true }: VisitOptions): Visit {
  const { random, content, locale, say } = context
  const size = party ?? 2 + random.below(5)
  const open = content.areas.filter(({ minimum_spend }) => minimum_spend === undefined)
  const area = isDetailed && random.below(3) > 0 ? random.pick(open) : undefined
  const allergens = isDetailed ? random.shuffle(content.allergens).slice(0, random.below(3)) : []
  const names = allergens.map(({ name }) => name[locale].toLowerCase())
  const areaWords = area?.name[locale].toLowerCase()
  return {
    words: [
      say({ vi: `bàn cho ${size} người`, en: `a table for ${size}` }),
      ...(areaWords ? [`(${areaWords})`] : []),
    ].join(' '),
    health:
      names.length === 0
        ? ''
        : say({
            vi: `Có người dị ứng: ${names.join(', ')}.`,
            en: `One of us is allergic to ${names.join(' and ')}.`,
          }),
    intent: {
      party: size,
      ...(areaWords && { area: areaWords }),
      ...(names.length > 0 && { allergies: names }),
    },
    query: { party_size: String(size), ...(area && { table_type: area.id }) },
    body: { party_size: size, ...(area && { table_type: area.id }) },
    columns: { party_size: size },
    ...(area && { preference: area.id }),
    boxes: allergens.map(({ id }) => id),
    firstDay: 1,
  }
}

function createAppointment(context: TaskContext, { isDetailed = true }: VisitOptions): Visit {
  const { random, content, locale, say } = context
  const service = random.pick(content.services)
  const length = service.by_length && random.pick(service.by_length)
  const lengthName = content.lengths.find(({ id }) => id === length?.length)?.name[locale]
  const offerId = length ? `${service.id}-${length.length}` : service.id
  const party = service.guests ?? 1
  const canName = isDetailed && party === 1
  const person =
    canName && random.below(2) > 0 ? random.pick(workersFor(context, service)) : undefined
  const boxes = isDetailed && random.below(3) === 0 ? [random.pick(content.healthBoxes)] : []
  const names = boxes.map(({ name }) => name[locale].toLowerCase())
  const personField = context.trade === 'spa' ? 'therapist_id' : 'stylist_id'
  const request = { offerId, ...(person && { [personField]: person.id }) }
  return {
    words: [
      service.name[locale],
      ...(lengthName ? [`(${lengthName})`] : []),
      ...(party > 1 ? [say({ vi: `cho ${party} người`, en: `for ${party}` })] : []),
      ...(person ? [say({ vi: `với ${person.name}`, en: `with ${person.name}` })] : []),
    ].join(' '),
    health:
      names.length === 0
        ? ''
        : say({
            vi: `Về sức khoẻ của tôi: ${names.join(', ')}.`,
            en: `About my health: ${names.join(', ')}.`,
          }),
    intent: {
      service: service.name[locale],
      ...(lengthName && { length: lengthName }),
      ...(party > 1 && { party }),
      ...(person && { person: person.name }),
      ...(names.length > 0 && { health: names }),
    },
    query: { ...request, ...(party > 1 && { party_size: String(party) }) },
    body: { ...request, ...(party > 1 && { party_size: party }) },
    columns: { party_size: party, offer_id: offerId },
    ...(person && { preference: person.id }),
    boxes: boxes.map(({ id }) => id),
    // Time for a patch test, 48 hours before.
    firstDay: service.patch_test ? 3 : 1,
  }
}

export function workersFor({ content }: TaskContext, { id }: Service): Worker[] {
  return content.workers.filter(({ services }) => services.includes(id))
}

/** Whether the shop is open on the day, or the person works then. */
export function isWorkingDay({ content }: TaskContext, date: string, worker?: Worker): boolean {
  const weekday = weekdayOf(date)
  return worker ? worker.weekdays.includes(weekday) : content.hours.has(weekday)
}
