/** Tool arguments of trades with appointments. */
import { z } from 'zod'
import { customIssue, oneOf } from '../../kernel/input.ts'
import type { HealthBox, Worker } from './values.ts'

/** The schema does not list the ids, to save tokens: models read them from list_services. */
export function serviceArgument(services: readonly { id: string }[], description: string) {
  const ids = services.map(({ id }) => id)
  return z
    .string()
    .superRefine((id, context) => {
      if (!ids.includes(id)) context.addIssue(customIssue('not_one_of', oneOf(ids)))
    })
    .meta({ description: `${description} An id from list_services.`, maxLength: 60 })
}

export function personArgument(people: readonly Pick<Worker, 'id'>[], description: string) {
  return z
    .enum(people.map(({ id }) => id))
    .optional()
    .meta({ description })
}

export function minutesArgument(description: string) {
  return z.int().min(15).max(600).optional().meta({ description })
}

export const healthArgumentText = 'Health boxes that apply, only as the guest said.'
export const maxHealthArguments = 10

export function healthArgument(boxes: readonly Pick<HealthBox, 'id'>[]) {
  return z
    .array(z.enum(boxes.map(({ id }) => id)))
    .max(maxHealthArguments)
    .optional()
    .meta({ description: healthArgumentText })
}
