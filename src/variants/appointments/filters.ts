/** Filters of the services of trades with appointments. */
import { z } from 'zod'
import { type Filterable, offerFilter } from '../../domain/catalogue/filters.ts'
import type { Worker } from './files.ts'

/** Offers without a length, such as gift cards, never match. */
export function maxMinutesFilter(description: string) {
  return offerFilter({
    field: z.int().min(15).max(600),
    description,
    example: 60,
    matches: ({ minutes }, max) => minutes !== undefined && minutes <= max,
  })
}

export function personFilter<Person extends Pick<Worker, 'id'>>(
  people: readonly Person[],
  description: string,
  canDo: (person: Person, one: Filterable) => boolean,
) {
  return offerFilter({
    field: z.enum(people.map(({ id }) => id)),
    description,
    example: people[0]?.id,
    matches: (one, id) => people.some((person) => person.id === id && canDo(person, one)),
  })
}
