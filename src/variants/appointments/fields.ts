/** Request and response fields of an appointment. */
import { z } from 'zod'
import type { Resource } from '../../domain/scheduling/rules.ts'
import type { LocalizedText } from '../../kernel/locale.ts'
import type { Worker } from './files.ts'

export const personRecord = z.object({
  id: z.string().describe('Id of the person.'),
  name: z.string().describe('The name.'),
})

export const assignedPersonDescription =
  'The person assigned to the guest. Missing if that person has left the shop.'

/** For a booking whose assigned person has left the shop. */
export const noPersonAssigned: LocalizedText = {
  vi: 'Chưa có người làm',
  en: 'No one is assigned yet',
}

export function offerField(ids: readonly string[], description: string) {
  return z.enum(ids).meta({ description, example: ids[0] })
}

export function personField(people: readonly Pick<Worker, 'id'>[], description: string) {
  const ids = people.map(({ id }) => id)
  return z.enum(ids).optional().meta({ description, example: ids[0] })
}

/** `kind` is also the key of the person in the assignment of a booking. */
export function peopleAsResources(
  kind: string,
  people: readonly Pick<Worker, 'id' | 'name'>[],
  group: LocalizedText,
): Resource[] {
  return people.map(({ id, name }) => ({
    id: `${kind}:${id}`,
    name: { vi: name, en: name },
    group,
  }))
}

/** The requested person, shown beside the service: "với Linh". */
export function withPerson(
  people: readonly Pick<Worker, 'id' | 'name'>[],
  requestedId: string | undefined,
): LocalizedText | undefined {
  const person = people.find(({ id }) => id === requestedId)
  return person && { vi: `với ${person.name}`, en: `with ${person.name}` }
}
