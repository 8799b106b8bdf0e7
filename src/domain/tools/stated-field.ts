/** Output fields for what an owner may leave out. */
import type { z } from 'zod'

/** Required if every entry of the shop states it, optional otherwise. */
export function statedField<Field extends z.ZodType>(
  isAlwaysStated: boolean,
  field: Field,
): z.ZodOptional<Field> {
  return (isAlwaysStated ? field : field.optional()) as z.ZodOptional<Field>
}
