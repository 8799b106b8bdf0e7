/** What a booking was given, in the names that staff know: its tables, its therapists, its room. */
import type { Words } from '../../kernel/locale.ts'
import type { BookingRules, Given } from './plan.ts'

/**
 * In the order of the shop. What is given under `table` or `tables` is a resource `table:…`; the rest,
 * such as a type, names none.
 */
export function resourceNames({ resources }: BookingRules, given: Given): Words[] {
  const ids = new Set(
    Object.entries(given).flatMap(([kind, which]) =>
      [which].flat().flatMap((id) => [`${kind}:${id}`, `${kind.replace(/s$/, '')}:${id}`]),
    ),
  )
  return resources.filter(({ id }) => ids.has(id)).map(({ name }) => name)
}
