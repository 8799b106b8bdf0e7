/** Parses the requested service and person. */
import type { BookingRequestDetails, ParsedDetails } from '../../domain/scheduling/rules.ts'
import { oneOf } from '../../kernel/input.ts'
import type { FieldHints } from '../../kernel/problem.ts'
import type { AppointmentTrade } from './declaration.ts'
import { canDo, partySizeOf } from './services.ts'
import type { AppointmentValues, Service, Worker } from './values.ts'
import { namesOf } from './words.ts'

/** A month query may leave the service open. */
export function parseDetails(
  { words, service: { missing } }: AppointmentTrade,
  { people }: AppointmentValues,
  services: ReadonlyMap<string, Service>,
  input: Readonly<Record<string, unknown>>,
  scope: 'request' | 'day' | 'month',
): ParsedDetails {
  const { personField, personDetail } = namesOf(words)
  const personId = input[personField]
  const person = people.find(({ id }) => id === personId)
  const toDetails = (service: Service): BookingRequestDetails => ({
    offerId: service.id,
    partySize: partySizeOf(service),
    ...(personId !== undefined && { [personDetail]: personId }),
  })
  const service = services.get(String(input.offerId))
  if (service) {
    if (!person || canDo(person, service)) return { details: [toDetails(service)] }
    const able = people.filter((one) => canDo(one, service))
    const message = oneOf(able.map(({ id }) => id))
    const hints = choosePerson(person.name, able)
    return { errors: [{ name: personField, code: 'not_one_of', message, ...hints }] }
  }
  const open = [...services.values()].filter((one) => !person || canDo(person, one))
  const [first, ...others] = scope === 'month' ? open : []
  if (!first) return { errors: [{ name: 'offerId', code: 'missing', message: missing }] }
  return { details: [toDetails(first), ...others.map(toDetails)] }
}

/** For a person who does not do the service: those who do. */
export function choosePerson(
  name: string,
  able: readonly Pick<Worker, 'id' | 'name'>[],
): FieldHints {
  const list = able.map((one) => one.name).join(' · ')
  return {
    who: 'guest',
    choices: able.map(({ id }) => id),
    brief: {
      vi: `${name} không làm mục này. Chọn ai: ${list}?`,
      en: `${name} does not do this. Who instead: ${list}?`,
    },
  }
}
