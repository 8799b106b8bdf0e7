/** What a booking was given, in the names that staff know, and what of it is gone. */
import type { LocalizedText } from '../../kernel/locale.ts'
import type { Assignment, BookingRules } from './rules.ts'

/**
 * In the order of the shop. What is given under `table` or `tables` is a resource `table:…`; the rest,
 * such as a type, names none.
 */
export function resourceNames(
  { resources }: BookingRules,
  assignment: Assignment,
): LocalizedText[] {
  const ids = new Set(
    Object.entries(assignment).flatMap(([kind, ids]) =>
      [ids].flat().flatMap((id) => [`${kind}:${id}`, `${kind.replace(/s$/, '')}:${id}`]),
    ),
  )
  return resources.filter(({ id }) => ids.has(id)).map(({ name }) => name)
}

/** What a booking lacks since the owner took it off his list: somebody who does it, a table. */
export function missingResources(
  { resources, resourceKinds }: BookingRules,
  assignment: Assignment,
): LocalizedText[] {
  const knownIds = new Set(resources.map(({ id }) => id))
  return Object.entries(resourceKinds).flatMap(([kind, { missingText }]) => {
    const ids = [assignment[kind] ?? [], assignment[`${kind}s`] ?? []].flat()
    return ids.every((id) => knownIds.has(`${kind}:${id}`)) ? [] : [missingText]
  })
}
