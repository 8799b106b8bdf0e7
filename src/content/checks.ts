/** Checks that compare one place of the content with another. */
import type { Report } from './folder.ts'
import type { Path } from './source.ts'

/** Tells of an id that is not among the known ones. */
export function knownId(
  of: object,
  path: Path,
  id: string,
  known: readonly string[],
  report: Report,
): void {
  if (known.includes(id)) return
  report(
    of,
    path,
    (name) => `${name} names "${id}", which does not exist`,
    `one of ${known.join(', ')}`,
  )
}

export function knownIds(
  of: object,
  path: Path,
  ids: readonly string[],
  known: readonly string[],
  report: Report,
): void {
  ids.forEach((id, place) => {
    knownId(of, [...path, place], id, known, report)
    if (ids.indexOf(id) === place) return
    report(of, [...path, place], (name) => `${name} names "${id}" twice`, 'it once')
  })
}

/** Tells of every entry of a list whose id an earlier entry has. */
export function uniqueIds(
  of: object,
  list: string,
  entries: readonly { id: string }[],
  report: Report,
  taken = new Set<string>(),
): void {
  entries.forEach(({ id }, place) => {
    if (taken.has(id)) {
      report(of, [list, place, 'id'], () => `the id "${id}" is used twice`, 'another id')
    }
    taken.add(id)
  })
}
