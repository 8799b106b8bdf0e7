/** Names of the resources assigned to a booking, and which of them no longer exist. */
import type { LocalizedText } from '../../kernel/locale.ts'
import type { Assignment, BookingRules } from './rules.ts'

/**
 * In the order of the content. A value under `table` or `tables` is a resource `table:…`; other values, such as a table
 * type, are not resources.
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

/** Resources of a booking that were removed from the content: a therapist, a table. */
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
