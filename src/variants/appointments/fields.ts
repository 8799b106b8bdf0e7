/** Request and response fields of an appointment. */

import { z } from 'zod'
import { idFormat } from '../../kernel/field-formats.ts'
import type { LocalizedText } from '../../kernel/locale.ts'
import type { Worker } from './values.ts'

export const personRecord = z.object({
  id: z.string().describe('Id of the person.').meta(idFormat),
  name: z.string().describe('The name.'),
})

export const assignedPersonDescription =
  'The person assigned to the guest. Missing if that person has left the shop.'

export function offerField(ids: readonly string[], description: string) {
  return z.enum(ids).meta({ description, example: ids[0] })
}

export function personField(people: readonly Pick<Worker, 'id'>[], description: string) {
  const ids = people.map(({ id }) => id)
  return z.enum(ids).optional().meta({ description, example: ids[0] })
}

/** The requested person, shown beside the service: "với Linh". */
export function withPerson(person: Pick<Worker, 'name'> | undefined): LocalizedText | undefined {
  return person && { vi: `với ${person.name}`, en: `with ${person.name}` }
}

/** The people in these fields of a response, with the names of the fields. */
export function readPeople(
  response: Readonly<Record<string, unknown>>,
  fields: readonly string[],
): [field: string, person: z.infer<typeof personRecord>][] {
  return fields.flatMap((field) => {
    const { data } = personRecord.safeParse(response[field])
    return data ? [[field, data]] : []
  })
}
