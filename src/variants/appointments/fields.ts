/** What a request for an appointment is made of, and what is told of it. */
import { z } from 'zod'
import type { Resource } from '../../domain/scheduling/rules.ts'
import type { LocalizedText } from '../../kernel/locale.ts'
import type { HealthBox, Worker } from './files.ts'

/** Somebody as an answer names him. */
export const personRecord = z.object({ id: z.string(), name: z.string() })

export const assignedPersonDescription =
  'Who is kept for the guest. Not there once they have left the shop.'

/** Of a booking whose person has left. */
export const noPersonAssigned: LocalizedText = { vi: 'Chưa có người làm', en: 'Nobody does it yet' }

export function offerField(ids: readonly string[], description: string) {
  return z.enum(ids).meta({ description, example: ids[0] })
}

export function personField(people: readonly Pick<Worker, 'id'>[], description: string) {
  const ids = people.map(({ id }) => id)
  return z.enum(ids).optional().meta({ description, example: ids[0] })
}

export function healthField(boxes: readonly Pick<HealthBox, 'id'>[], description: string) {
  const ids = boxes.map(({ id }) => id)
  return z
    .array(z.enum(ids))
    .max(20)
    .optional()
    .meta({ description, example: [ids[0]] })
}

/** People as what is held; `kind` is also what a booking calls whom it was given. */
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

/** Whom the guest asked for, as it stands beside what is done: "với Linh". */
export function withPerson(
  people: readonly Pick<Worker, 'id' | 'name'>[],
  requestedId: string | undefined,
): LocalizedText | undefined {
  const person = people.find(({ id }) => id === requestedId)
  return person && { vi: `với ${person.name}`, en: `with ${person.name}` }
}
