/** The fields of a content file, derived from its schema, so that a form can ask for what the file may contain. */
import type { z } from 'zod'
import { decodeMessage, type FieldKind } from '../schema-message.ts'

export type Field = {
  /** Must be filled in. */
  isRequired: boolean
  /** What the shop has if the field is left empty; undefined if nothing. */
  whenEmpty?: unknown
  /** The schema without what makes it optional. */
  schema: z.ZodType
} & FieldShape

type FieldShape =
  /** One line of text, or a value that is typed as one, such as a time. */
  | { type: 'line'; kind: FieldKind; maxLength?: number | undefined }
  /** A text in each language of the shop. */
  | { type: 'text'; maxLength?: number | undefined }
  | { type: 'number'; kind: FieldKind }
  | { type: 'yesOrNo' }
  | { type: 'choice'; values: readonly string[] }
  | { type: 'weekdays' }
  /** The id of an entry in another file, or in the same one. */
  | { type: 'reference'; file: string }
  | { type: 'entry'; members: Readonly<Record<string, Field>> }
  | { type: 'list'; item: Field; minItems: number }

type Definition = {
  type: string
  innerType?: z.ZodType
  in?: z.ZodType
  out?: z.ZodType
  element?: z.ZodType
  shape?: Readonly<Record<string, z.ZodType>>
  entries?: Readonly<Record<string, string>>
  defaultValue?: unknown
  values?: readonly unknown[]
  checks?: readonly { _zod: { def: Record<string, unknown> } }[]
  error?: (issue: { code: string; input: unknown }) => string | { message: string } | undefined
}

/** The parts of a schema that no type of zod declares for all schemas. */
function definitionOf({ def }: { def: object }): Definition {
  return def as Definition
}

export function describeSchemaField(schema: z.ZodType): Field {
  const definition = definitionOf(schema)
  const { innerType, type } = definition
  if (innerType && type === 'optional')
    return { ...describeSchemaField(innerType), isRequired: false }
  if (innerType && type === 'default') {
    const whenEmpty = definition.defaultValue
    return { ...describeSchemaField(innerType), isRequired: false, whenEmpty }
  }
  return { isRequired: true, schema, ...describeShape(definition) }
}

function describeShape(definition: Definition): FieldShape {
  switch (definition.type) {
    // Either a value that is changed before it is checked, or one that is changed afterwards.
    case 'pipe':
      return describeSchemaField(partOfPipe(definition))
    case 'object':
      return describeMembers(definition.shape ?? {})
    case 'array':
      return describeList(definition)
    case 'enum':
      return { type: 'choice', values: Object.values(definition.entries ?? {}) }
    case 'literal':
      return { type: 'choice', values: (definition.values ?? []).map(String) }
    case 'boolean':
      return { type: 'yesOrNo' }
    case 'number':
      return describeNumber(definition)
    default:
      return describeLine(definition)
  }
}

function partOfPipe({ in: first, out }: Definition): z.ZodType {
  const isTransform = (first?.def as Definition | undefined)?.type === 'transform'
  return (isTransform ? out : first) as z.ZodType
}

function describeMembers(shape: Readonly<Record<string, z.ZodType>>): FieldShape {
  const { vi, from } = shape
  if (vi && 'en' in shape && from) {
    const inner = definitionOf(vi).innerType ?? vi
    return { type: 'text', maxLength: maxLengthOf(definitionOf(inner)) }
  }
  const members = Object.entries(shape).map(
    ([name, one]) => [name, describeSchemaField(one)] as const,
  )
  return { type: 'entry', members: Object.fromEntries(members) }
}

function describeList(definition: Definition): FieldShape {
  if (kindOf(definition)?.kind === 'weekdays') return { type: 'weekdays' }
  const least =
    checkOf(definition, 'min_length')?.minimum ?? checkOf(definition, 'length_equals')?.length
  return {
    type: 'list',
    item: describeSchemaField(definition.element as z.ZodType),
    minItems: typeof least === 'number' ? least : 0,
  }
}

function describeNumber(definition: Definition): FieldShape {
  return { type: 'number', kind: kindOf(definition) ?? { kind: 'amount' } }
}

function describeLine(definition: Definition): FieldShape {
  const { hint, kind } = messageOf(definition)
  const [, file] = /^an id from (.+)$/.exec(hint.en) ?? []
  if (file !== undefined) return { type: 'reference', file }
  return { type: 'line', kind: kind ?? { kind: 'text' }, maxLength: maxLengthOf(definition) }
}

function kindOf(definition: Definition): FieldKind | undefined {
  return messageOf(definition).kind
}

/** Schemas of content files carry what they expect in their error message. */
function messageOf({ error }: Definition) {
  const message = error?.({ code: 'invalid_type', input: undefined })
  return decodeMessage(typeof message === 'string' ? message : (message?.message ?? ''))
}

function checkOf({ checks }: Definition, name: string): Record<string, unknown> | undefined {
  return checks?.map((one) => one._zod.def).find(({ check }) => check === name)
}

function maxLengthOf(definition: Definition): number | undefined {
  const maximum = checkOf(definition, 'max_length')?.maximum
  return typeof maximum === 'number' ? maximum : undefined
}
