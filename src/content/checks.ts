/** Checks that compare one place of the content with another. */
import type { Words } from '../kernel/locale.ts'
import type { Report } from './folder.ts'
import type { Path } from './source.ts'

/** Tells of an id that is not among the known ones. */
export function knownId(
  of: object,
  path: Path,
  id: string,
  known: readonly string[],
  report: Report,
  orElse?: Words,
): void {
  if (known.includes(id) || report.mentions(id)) return
  report.fault(
    of,
    path,
    (name) => ({
      vi: `${name.vi} ghi "${id}", nhưng không có mục nào tên như vậy`,
      en: `${name.en} names "${id}", which does not exist`,
    }),
    either(suggest(id, known), orElse),
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
    knownId(of, [...path, place], id, known, report, takeAway)
    if (ids.indexOf(id) === place) return
    report.fault(
      of,
      [...path, place],
      ({ vi, en }) => ({ vi: `${vi} ghi "${id}" hai lần`, en: `${en} names "${id}" twice` }),
      { vi: 'một lần thôi', en: 'it once' },
    )
  })
}

/** The same for every entry of a list, by what each of its members may name. */
export function knownMembers<Entry extends object>(
  of: object,
  list: string,
  entries: readonly Entry[],
  known: { readonly [Member in keyof Entry]?: readonly string[] },
  report: Report,
): void {
  entries.forEach((entry, place) => {
    for (const [member, ids] of Object.entries<readonly string[] | undefined>(known)) {
      const named = entry[member as keyof Entry]
      const path = [list, place, member]
      if (typeof named === 'string') knownId(of, path, named, ids ?? [], report)
      if (Array.isArray(named)) knownIds(of, path, named, ids ?? [], report)
    }
  })
}

export function idsOf(entries: readonly { id: string }[]): string[] {
  return entries.map(({ id }) => id)
}

/** Where an id stood first. */
export type Taken = Map<string, { of: object; path: Path }>

/** Tells of every entry of a list whose id an earlier entry has. */
export function uniqueIds(
  of: object,
  list: string,
  entries: readonly { id: string }[],
  report: Report,
  taken: Taken = new Map(),
): void {
  entries.forEach(({ id }, place) => {
    once(of, [list, place, 'id'], { vi: `id "${id}"`, en: `the id "${id}"` }, id, report, taken)
  })
}

function once(of: object, path: Path, what: Words, id: string, report: Report, taken: Taken): void {
  const first = taken.get(id)
  if (first === undefined) {
    taken.set(id, { of, path })
    return
  }
  // Of two files in one folder one may be a copy that was not meant to stay.
  const isCopy = first.of !== of && report.areBeside(first.of, of)
  const place = report.placeOf(first.of, first.path)
  report.fault(
    of,
    path,
    () => ({
      vi: `${what.vi} bị dùng hai lần, lần đầu ở ${place.vi}`,
      en: `${what.en} is used twice, first in ${place.en}`,
    }),
    either({ vi: 'một id khác', en: 'another id' }, isCopy ? dropOne : undefined),
  )
}

const dropOne: Words = {
  vi: 'hoặc bỏ một trong hai tệp',
  en: 'or take one of the two files away',
}

/** Tells of a category that two files claim. */
export function uniqueCategories(
  files: readonly { category: { id: string } }[],
  report: Report,
): void {
  const taken: Taken = new Map()
  for (const file of files) {
    const { id } = file.category
    const what = { vi: `nhóm (category) "${id}"`, en: `the category "${id}"` }
    once(file, ['category', 'id'], what, id, report, taken)
  }
}

/** What else may be done about what need not be there. */
export const takeAway: Words = { vi: 'hoặc bỏ đi', en: 'or take it away' }

function either({ vi, en }: Words, orElse: Words | undefined): Words {
  return orElse ? { vi: `${vi}, ${orElse.vi}`, en: `${en}, ${orElse.en}` } : { vi, en }
}

const shortList = 12

/** All there are, or of many the three most alike. */
function suggest(id: string, known: readonly string[]): Words {
  if (known.length <= shortList) {
    const all = known.join(', ')
    return { vi: `một trong: ${all}`, en: `one of ${all}` }
  }
  const alike = known
    .toSorted((one, other) => likeness(id, other) - likeness(id, one))
    .slice(0, 3)
    .join(', ')
  return { vi: `một id đã có, ví dụ ${alike}`, en: `an id that exists, such as ${alike}` }
}

/** How many pairs of neighbouring letters two words share. */
function likeness(one: string, other: string): number {
  const pairs = new Set([...one].map((letter, place) => letter + (one[place + 1] ?? '')))
  const shared = [...other].filter((letter, place) => pairs.has(letter + (other[place + 1] ?? '')))
  return shared.length / (one.length + other.length)
}
