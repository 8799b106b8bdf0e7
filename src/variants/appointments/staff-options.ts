/** Any person and place that staff choose for a service, with the rules that the choice breaks. */
import type {
  BookingRequestDetails,
  BookingRules,
  Option,
  Start,
} from '../../domain/scheduling/rules.ts'
import { type BrokenRule, explainRule } from '../../domain/scheduling/staff-rules.ts'
import { canDo, partySizeOf } from './services.ts'
import { teamsOf } from './shifts.ts'
import { dutyText, isOnShift } from './staffing.ts'
import { kindsOf, type Place, type Service, type Worker } from './values.ts'
import type { Words } from './words.ts'

export type ToOption = (
  service: Service,
  team: readonly Worker[],
  place: Place,
  start: Start,
) => Option

type Setup = {
  words: Words
  people: readonly Worker[]
  places: readonly Place[]
  serviceOf(details: BookingRequestDetails): Service | undefined
  requestedPerson(details: BookingRequestDetails): Worker | undefined
  suits(person: Worker, details: BookingRequestDetails): boolean
  toOption: ToOption
}

export function createStaffOptions(setup: Setup): BookingRules['staffOptions'] {
  const { words, people, places, serviceOf, toOption } = setup
  return (details, date, start, resources) => {
    const service = serviceOf(details)
    const isChosen = (kind: string) => (one: { id: string }) =>
      resources.includes(`${kind}:${one.id}`)
    const chosenPeople = people.filter(isChosen(words.person.en))
    const chosenPlaces = places.filter(isChosen(words.place.en))
    const areKnown = chosenPeople.length + chosenPlaces.length === new Set(resources).size
    if (!service || !areKnown || chosenPlaces.length > 1) return []
    if (chosenPeople.length > partySizeOf(service)) return []
    const others = people.filter((one) => !chosenPeople.includes(one))
    const missing = Math.max(0, partySizeOf(service) - chosenPeople.length)
    const teams = missing === 0 ? [[]] : teamsOf(missing, others)
    return teams.flatMap((rest) => {
      const team = people.filter((one) => chosenPeople.includes(one) || rest.includes(one))
      const byTeam = teamRules(setup, service, details, team, date, start)
      return (chosenPlaces.length > 0 ? chosenPlaces : places).map((place) => ({
        ...toOption(service, team, place, start),
        broken: [...byTeam, ...placeRules(service, place)],
      }))
    })
  }
}

function teamRules(
  { requestedPerson, suits }: Setup,
  service: Service,
  details: BookingRequestDetails,
  team: readonly Worker[],
  date: string,
  start: Start,
): BrokenRule[] {
  const requested = requestedPerson(details)
  const isMissing = requested !== undefined && !team.includes(requested)
  const others = team.filter((one) => !suits(one, details))
  const unskilled = team.filter((one) => !canDo(one, service))
  const away = team.filter((one) => !isOnShift(one, date, start))
  const needed = partySizeOf(service)
  const names = team.map(({ name }) => name).join(', ')
  return [
    ...(isMissing ? [explainRule.person({ name: names, asked: requested.name })] : []),
    ...others.map(({ name }) => explainRule.person({ name, asked: undefined })),
    ...unskilled.map(({ name }) => explainRule.skill({ name, service: service.name })),
    ...away.map((one) => explainRule.duty(dutyText(one, date))),
    ...(needed === details.partySize
      ? []
      : [explainRule.party_size({ service: service.name, needed, guests: details.partySize })]),
  ]
}

function placeRules(service: Service, place: Place): BrokenRule[] {
  const { guests = 1, name } = place
  const needed = partySizeOf(service)
  return [
    ...(kindsOf(place).includes(service.listed.place)
      ? []
      : [explainRule.place_kind({ place: name, service: service.name })]),
    ...(guests < needed ? [explainRule.seats({ place: name, seats: guests, guests: needed })] : []),
  ]
}
