/** Random values that match a JSON schema of /openapi.json or tools/list. */
import type { Random } from '../support/random.ts'
import { nameText, phone } from './odd-text.ts'

export type Schema = {
  type?: string
  enum?: readonly unknown[]
  const?: unknown
  anyOf?: readonly Schema[]
  items?: Schema
  properties?: Record<string, Schema>
  required?: readonly string[]
  minimum?: number
  maximum?: number
  maxLength?: number
  maxItems?: number
  example?: unknown
  examples?: readonly unknown[]
}

/** Values of the running shop that no schema contains. */
export type KnownValues = {
  days: readonly string[]
  times: readonly string[]
  /** Offer ids. */
  offers: readonly string[]
  /** Codes of bookings and orders; their number does not change during the run. */
  codes: readonly string[]
  pageAddresses: readonly string[]
}

export type Fields = Record<string, unknown>

export function objectFor(
  schema: Schema,
  knownValues: KnownValues,
  random: Random,
  rarely = 3,
): Fields {
  const fields: Fields = {}
  for (const [name, own] of Object.entries(schema.properties ?? {})) {
    const needed = schema.required?.includes(name) || random.below(rarely) === 0
    if (needed) fields[name] = valueFor(name, own, knownValues, random)
  }
  return fields
}

export function valueFor(
  name: string,
  schema: Schema,
  knownValues: KnownValues,
  random: Random,
): unknown {
  const { type, items, anyOf } = schema
  if (schema.enum) return random.pick(schema.enum)
  if (schema.const !== undefined) return schema.const
  if (anyOf) return valueFor(name, random.pick(anyOf), knownValues, random)
  const known = valueByName(name, knownValues, random)
  if (known !== undefined && (type === undefined || type === 'string')) return known
  if (type === 'integer' || type === 'number') return numberFor(schema, random)
  if (type === 'boolean') return random.below(2) === 0
  if (type === 'array') {
    const maxCount = Math.min(schema.maxItems ?? 3, 3)
    return Array.from({ length: random.below(maxCount + 1) }, () =>
      valueFor(name, items ?? {}, knownValues, random),
    )
  }
  if (type === 'object') return objectFor(schema, knownValues, random)
  const examples = schema.examples ?? (schema.example === undefined ? [] : [schema.example])
  return examples.length > 0 ? random.pick(examples) : nameText(random)
}

function numberFor({ minimum = 0, maximum = 100 }: Schema, random: Random): number {
  const span = Math.min(maximum, minimum + (random.below(4) === 0 ? 1000 : 8)) - minimum
  return minimum + random.below(span + 1)
}

function valueByName(name: string, knownValues: KnownValues, random: Random): string | undefined {
  switch (name) {
    case 'date':
    case 'from':
    case 'to':
      return random.pick(knownValues.days)
    case 'month':
      return random.pick(knownValues.days).slice(0, 7)
    case 'time':
    case 'preferred_time':
      return random.pick(knownValues.times)
    case 'phone':
      return phone
    case 'phone_last4':
      return '0123'
    case 'email':
      return `zqx${random.below(500)}@zqx.example`
    case 'code':
      return random.pick(knownValues.codes)
    case 'offerId':
    case 'offer_id':
    case 'id':
      return random.pick(knownValues.offers)
    case 'uri':
    case 'url':
      return random.pick(knownValues.pageAddresses)
    case 'path':
      return new URL(random.pick(knownValues.pageAddresses)).pathname
    default:
      return undefined
  }
}
