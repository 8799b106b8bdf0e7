/** Converts a tool's schemas to plain JSON Schema 2020-12 without references. */
import { z } from 'zod'
import type { Json, JsonObject } from '../../mcp/definition.ts'
import { isObject } from '../../mcp/message.ts'

/** Keywords that only other users of the schema need. */
const droppedKeys = new Set(['$schema', '$defs', 'id', 'example', 'override'])

export function jsonSchema(schema: z.ZodObject, io: 'input' | 'output'): JsonObject {
  const fullSchema = z.toJSONSchema(schema, { io, unrepresentable: 'any' }) as JsonObject
  const definitions = isObject(fullSchema.$defs) ? fullSchema.$defs : {}

  const inlineReferences = (value: Json | undefined): Json => {
    if (Array.isArray(value)) return value.map(inlineReferences)
    if (!isObject(value)) return value ?? null
    if (typeof value.$ref === 'string') {
      const { $ref, ...own } = value
      const target = definitions[$ref.replace('#/$defs/', '')]
      return inlineReferences({ ...(isObject(target) ? target : {}), ...own })
    }
    return Object.fromEntries(
      Object.entries(value).flatMap(([name, part]) => {
        if (droppedKeys.has(name) || isRedundant(name, part, value)) return []
        if (name !== 'properties' || !isObject(part)) return [[name, inlineReferences(part)]]
        // A property may have any name.
        const each = Object.entries(part).map(([of, one]) => [of, inlineReferences(one)])
        return [[name, Object.fromEntries(each)]]
      }),
    )
  }
  return inlineReferences(fullSchema) as JsonObject
}

/** A pattern beside its format, and the bounds that every integer has. */
function isRedundant(name: string, value: Json | undefined, { format }: JsonObject): boolean {
  if (name === 'pattern') return format !== undefined
  const isBound = name === 'minimum' || name === 'maximum'
  return isBound && Math.abs(Number(value)) === Number.MAX_SAFE_INTEGER
}
