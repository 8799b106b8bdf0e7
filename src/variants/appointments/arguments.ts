/** Tool arguments of trades with appointments. */
import { z } from 'zod'
import { argumentReaders } from '../../kernel/argument-reader.ts'
import { customIssue, oneOf } from '../../kernel/input.ts'
import { readName, readNames } from '../../kernel/name-reader.ts'
import type { ReadOtherPerson } from './declaration.ts'
import { healthSynonyms } from './health-words.ts'
import { readMinutes, readService, type ServiceContext, serviceHints } from './named-service.ts'
import type { HealthBox, Service, Worker } from './values.ts'

/**
 * The schema does not list the ids, to save tokens: models read them from list_services. `any` accepts a service
 * without its variant where every variant gives the same result.
 */
export function serviceArgument(
  services: readonly Service[],
  description: string,
  context: ServiceContext,
  variant: 'one' | 'any' = 'one',
) {
  const ids = services.map(({ id }) => id)
  return z
    .string()
    .superRefine((id, context) => {
      if (!ids.includes(id)) context.addIssue(customIssue('not_one_of', oneOf(ids)))
    })
    .meta({ description: `${description} An id from list_services.`, maxLength: 60 })
    .register(argumentReaders, {
      aliases: ['service', 'treatment', 'treatment_id', 'service_name', 'offer_id'],
      question: { vi: 'Muốn làm gì?', en: 'Which service?' },
      hints: serviceHints,
      read: readService(services, context, variant),
    })
}

export function personArgument(
  people: readonly Pick<Worker, 'id' | 'name'>[],
  description: string,
  readOther: ReadOtherPerson = () => undefined,
) {
  const reader = personReader(people)
  return z
    .enum(people.map(({ id }) => id))
    .optional()
    .meta({ description })
    .register(argumentReaders, {
      ...reader,
      read: (value) => readOther(value) ?? reader.read(value),
    })
}

const titles = ['chị', 'anh', 'cô', 'em', 'bạn', 'ms', 'mr', 'mrs', 'miss', 'ktv', 'thợ']

/** For the person of a tool. */
export function personReader(people: readonly Pick<Worker, 'id' | 'name'>[]) {
  return {
    aliases: ['therapist', 'stylist', 'person', 'staff', 'therapist_name', 'stylist_name'],
    read: readName(
      people.map(({ id, name }) => ({ id, name: { vi: name, en: name } })),
      { ignoredWords: titles },
    ),
  }
}

export function minutesArgument(description: string) {
  return z
    .int()
    .min(15)
    .max(600)
    .optional()
    .meta({ description })
    .register(argumentReaders, { aliases: ['duration', 'max_minutes'], read: readMinutes })
}

export const healthArgumentText = 'Health conditions that apply, as the guest said.'
export const maxHealthArguments = 10

/** A condition without an id is not left out. */
const otherConditionHint = {
  vi: 'Điều khác gửi ở health_details.',
  en: 'Another one is sent in health_details.',
}

export const healthDetailsText =
  'More about them, in the guest’s words: month of a pregnancy, allergy.'

/** For a tool that only reads. */
export function healthArguments(boxes: readonly Pick<HealthBox, 'id' | 'name'>[]) {
  const health = z
    .array(z.enum(boxes.map(({ id }) => id)))
    .max(maxHealthArguments)
    .optional()
    .meta({ description: healthArgumentText })
    .register(argumentReaders, {
      read: readNames(boxes, { synonyms: healthSynonyms, unknownHint: otherConditionHint }),
    })
  const details = z.string().max(500).optional().meta({ description: healthDetailsText })
  return { health, health_details: details }
}
