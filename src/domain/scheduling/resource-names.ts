/** What a booking was given, in the names that staff know, and what of it is gone. */
import type { Words } from '../../kernel/locale.ts'
import type { BookingRules, Given } from './rules.ts'

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

/** What a booking lacks since the owner took it off his list: somebody who does it, a table. */
export function lackingOf({ resources, kinds }: BookingRules, given: Given): Words[] {
  const there = new Set(resources.map(({ id }) => id))
  return Object.entries(kinds).flatMap(([kind, { lacking }]) => {
    const which = [given[kind] ?? [], given[`${kind}s`] ?? []].flat()
    return which.every((id) => there.has(`${kind}:${id}`)) ? [] : [lacking]
  })
}
