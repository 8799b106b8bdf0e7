/** Filters of the services. */
import { z } from 'zod'
import { maxPriceFilter, type OfferFilters, offerFilter } from '../../domain/catalogue/filters.ts'
import { argumentReaders } from '../../kernel/argument-reader.ts'
import { readName } from '../../kernel/name-reader.ts'
import { personReader } from './arguments.ts'
import type { AppointmentTrade } from './declaration.ts'
import { readMinutes } from './named-service.ts'
import { canDo, servicesById } from './services.ts'
import { type AppointmentValues, namedPeople, type Variant } from './values.ts'
import { namesOf } from './words.ts'

/** Other offers, such as gift cards, match neither a person nor a duration. */
export function offerFilters(
  { words, during }: AppointmentTrade,
  values: AppointmentValues,
): OfferFilters {
  const services = servicesById(values)
  const variantIds = values.variants?.map(({ id }) => id) ?? []
  const people = namedPeople(values.people)
  const peopleIds = people.map(({ id }) => id)
  return {
    ...(words.variant && {
      [words.variant.noun]: offerFilter({
        field: z.enum(variantIds).register(argumentReaders, {
          read: readName((values.variants ?? []).map(toNamedVariant)),
        }),
        description: words.variant.filterDescription,
        example: variantIds[0],
        matches({ id }, wanted) {
          const variant = services.get(id)?.variant
          return variant === undefined || variant.id === wanted
        },
      }),
    }),
    ...(people.length > 0 && {
      [namesOf(words).personField]: offerFilter({
        field: z.enum(peopleIds).register(argumentReaders, personReader(people)),
        description: `Only what this ${words.person.en} does.`,
        example: peopleIds[0],
        matches({ id }, personId) {
          const service = services.get(id)
          const person = people.find((one) => one.id === personId)
          return service !== undefined && person !== undefined && canDo(person, service)
        },
      }),
    }),
    max_minutes: offerFilter({
      field: z.int().min(15).max(600).register(argumentReaders, { read: readMinutes }),
      description: `Maximum minutes ${during}.`,
      example: 60,
      matches: ({ minutes }, max) => minutes !== undefined && minutes <= max,
    }),
    max_price: maxPriceFilter('Maximum price in dong.'),
  }
}

function toNamedVariant({ id, name, shortNames }: Variant) {
  return { id, name, aliases: shortNames }
}
