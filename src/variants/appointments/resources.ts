/** The people and places of a shop as resources. */
import type { BookingRules, Resource } from '../../domain/scheduling/rules.ts'
import type { AppointmentValues } from './values.ts'
import { groupLabel, label, namesOf, type Words } from './words.ts'

/** People first, then the places: by kind, or in the order of the content if a place can have several kinds. */
export function allResources(words: Words, { people, places }: AppointmentValues): Resource[] {
  const { kinds } = places
  const order = (kind: string | undefined) => kinds.findIndex(({ id }) => id === kind)
  return [
    ...people.map(({ id, name }) => ({
      id: `${words.person.en}:${id}`,
      name: { vi: name, en: name },
      group: groupLabel(words.person),
    })),
    ...places.places
      .toSorted((one, other) => order(one.kind) - order(other.kind))
      .map(({ id, name, kind, online = true }) => ({
        id: `${words.place.en}:${id}`,
        name,
        group: kinds.find((one) => one.id === kind)?.name ?? groupLabel(words.place),
        isForStaff: !online,
      })),
  ]
}

export function resourceKinds(words: Words): BookingRules['resourceKinds'] {
  const { people, places } = namesOf(words)
  return {
    [words.person.en]: {
      noun: label(words.person),
      file: `${people}.yaml`,
      missingText: { vi: 'Chưa có người làm', en: 'No one is assigned yet' },
    },
    [words.place.en]: {
      noun: label(words.place),
      file: `${places}.yaml`,
      missingText: {
        vi: `Chưa có ${words.place.vi}`,
        en: `No ${words.place.en} is assigned yet`,
      },
    },
  }
}
