/** Converts the text of a query or a form to the types of a schema, which then validates them. */
import { z } from 'zod'
import { innermost, isNumberField, repeated } from './input.ts'
import { Problem } from './problem.ts'

/** One value for each name; a list is separated by commas. */
export function convertParameters(
  schema: z.ZodObject,
  values: Iterable<readonly [name: string, value: string]>,
): Record<string, unknown> {
  const converted: Record<string, unknown> = Object.create(null)
  for (const [name, value] of values) {
    const inner = fieldOf(schema, name)
    converted[name] =
      inner instanceof z.ZodArray
        ? value.split(',').map((one) => one.trim())
        : toNumberIfAsked(inner, value)
  }
  return converted
}

/** Empty fields are left out; a name that may be repeated becomes a list. */
export function convertFormFields(
  schema: z.ZodObject,
  entries: Iterable<readonly [name: string, value: string]>,
): Record<string, unknown> {
  const fields: Record<string, unknown> = Object.create(null)
  const repeatedNames = new Set<string>()
  for (const [name, value] of entries) {
    if (value.trim() === '') continue
    const inner = fieldOf(schema, name)
    if (inner instanceof z.ZodArray) fields[name] = [...((fields[name] as string[]) ?? []), value]
    else if (name in fields) repeatedNames.add(name)
    else fields[name] = toNumberIfAsked(inner, value)
  }
  if (repeatedNames.size === 0) return fields
  throw new Problem('invalid-fields', {
    fields: [...repeatedNames].map((name) => ({ name, code: 'repeated', message: repeated })),
  })
}

function fieldOf(schema: z.ZodObject, name: string): z.core.$ZodType | undefined {
  const field = Object.hasOwn(schema.shape, name) ? schema.shape[name] : undefined
  return field && innermost(field)
}

/** Text that is no decimal number stays text and is rejected by the schema. */
function toNumberIfAsked(field: z.core.$ZodType | undefined, text: string): number | string {
  return isNumberField(field) && /^-?[0-9]{1,15}$/.test(text) ? Number(text) : text
}
