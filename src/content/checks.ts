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
  if (known.includes(id) || report.mentions(id)) return
  report.fault(
    of,
    path,
    (name) => `${name} names "${id}", which does not exist`,
    suggest(id, known),
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
    report.fault(of, [...path, place], (name) => `${name} names "${id}" twice`, 'it once')
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
      report.fault(of, [list, place, 'id'], () => `the id "${id}" is used twice`, 'another id')
    }
    taken.add(id)
  })
}

/** Tells of a category that two files claim. */
export function uniqueCategories(
  files: readonly { category: { id: string } }[],
  report: Report,
): void {
  const taken = new Set<string>()
  for (const file of files) {
    const { id } = file.category
    if (taken.has(id)) {
      report.fault(
        file,
        ['category', 'id'],
        () => `the category "${id}" is used twice`,
        'another id',
      )
    }
    taken.add(id)
  }
}

const shortList = 12

/** All there are, or of many the three most alike. */
function suggest(id: string, known: readonly string[]): string {
  if (known.length <= shortList) return `one of ${known.join(', ')}`
  const alike = known.toSorted((one, other) => likeness(id, other) - likeness(id, one))
  return `an id that exists, such as ${alike.slice(0, 3).join(', ')}`
}

/** How many pairs of neighbouring letters two words share. */
function likeness(one: string, other: string): number {
  const pairs = new Set([...one].map((letter, place) => letter + (one[place + 1] ?? '')))
  const shared = [...other].filter((letter, place) => pairs.has(letter + (other[place + 1] ?? '')))
  return shared.length / (one.length + other.length)
}
