/** What follows from other files if the owner of a trade with appointments left it out. */
import type { Values } from '../../content/file-kinds.ts'
import { inNightOf } from '../../content/night-time.ts'
import type { SharedFiles } from '../../content/shop.ts'
import { bookingDays } from '../../domain/scheduling/booking-days.ts'
import type { Check } from '../../domain/trade/declaration.ts'
import { minutesOf, timeOf } from '../../kernel/time.ts'
import { type AppointmentFiles, shopPersonId, type WrittenValues } from './values.ts'
import type { Words } from './words.ts'

/** The steps change what was read, in place. */
export function complete(words: Words): Check<Values<AppointmentFiles>>[] {
  const step = (
    needs: readonly string[],
    add: (values: WrittenValues & SharedFiles) => void,
  ): Check<Values<AppointmentFiles>> => ({
    needs,
    run: (values: object) => add(values as WrittenValues & SharedFiles),
  })
  return [
    step(['services', 'places'], addPlaceKinds),
    step(['people', 'business'], addShopAsPerson),
    step(['services', 'people'], addSkills),
    step(['people', 'business'], addShifts),
    step(['people', 'places'], (values) => addPlaces(words, values)),
    step(['services', 'policy', 'business'], addStarts),
  ]
}

function addPlaceKinds({ services, places }: WrittenValues): void {
  for (const service of services.flatMap((group) => group.services)) {
    service.place ??= places.kinds[0]?.id
  }
}

/** A studio of one person, who need not be named. */
function addShopAsPerson({ people, business }: WrittenValues & SharedFiles): void {
  if (people.length === 0) people.push({ id: shopPersonId, name: business.name })
}

function addSkills({ services, people }: WrittenValues): void {
  const all = services.flatMap((group) => group.services.map(({ id }) => id))
  for (const person of people) person.skills ??= all
}

function addShifts({ people, business }: WrittenValues & SharedFiles): void {
  const { from, to } = openingSpan(business)
  for (const person of people) {
    person.weekdays ??= bookingDays(business)
    person.hours ??= { from, to }
  }
}

/** Then only the people limit how many guests are served at the same time. */
function addPlaces({ place }: Words, { people, places }: WrittenValues): void {
  places.places ??= people.map((_, index) => ({
    id: `${place.en}-${index + 1}`,
    name: {
      vi: `${place.vi.charAt(0).toLocaleUpperCase('vi')}${place.vi.slice(1)} ${index + 1}`,
      en: `${place.en.charAt(0).toUpperCase()}${place.en.slice(1)} ${index + 1}`,
    },
    kinds: places.kinds.map(({ id }) => id),
    guests: 2,
  }))
}

/** The last start is the one after which the shortest service just ends before closing. */
function addStarts({ services, policy, business }: WrittenValues & SharedFiles): void {
  const { from, to } = openingSpan(business)
  const minutes = services.flatMap((group) =>
    group.services.flatMap((one) =>
      [one, ...(one.variants ?? [])].flatMap((each) => each.minutes ?? []),
    ),
  )
  const last = minutesOf(to) - Math.min(...minutes, minutesOf(to))
  policy.first_start ??= from
  policy.last_start ??= timeOf(Math.max(minutesOf(from), last))
  policy.last_start = inNightOf(policy.first_start, policy.last_start)
}

/** From the first opening to the last closing of the week. */
function openingSpan({ hours }: SharedFiles['business']): { from: string; to: string } {
  const periods = hours.flatMap((day) => day.periods)
  const [from = '00:00'] = periods.map((period) => period.from).toSorted()
  const to =
    periods
      .map((period) => period.to)
      .toSorted()
      .at(-1) ?? '24:00'
  return { from, to }
}
