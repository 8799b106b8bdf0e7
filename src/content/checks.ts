/** Checks that compare one part of the content with another. */
import type { LocalizedText } from '../kernel/locale.ts'
import type { Report } from './folder.ts'
import type { Path } from './source.ts'

/** Reports an id that is not among the known ones. */
export function checkKnownId(
  fileContent: object,
  path: Path,
  id: string,
  known: readonly string[],
  report: Report,
  orElse?: LocalizedText,
): void {
  if (known.includes(id) || report.isMentioned(id)) return
  report.error(
    fileContent,
    path,
    (name) => ({
      vi: `${name.vi} ghi "${id}", nhưng không có mục nào tên như vậy`,
      en: `${name.en} names "${id}", which does not exist`,
    }),
    withAlternative(suggestIds(id, known), orElse),
  )
}

export function checkKnownIds(
  fileContent: object,
  path: Path,
  ids: readonly string[],
  known: readonly string[],
  report: Report,
): void {
  ids.forEach((id, index) => {
    checkKnownId(fileContent, [...path, index], id, known, report, orRemoveHint)
    if (ids.indexOf(id) === index) return
    report.error(
      fileContent,
      [...path, index],
      ({ vi, en }) => ({ vi: `${vi} ghi "${id}" hai lần`, en: `${en} names "${id}" twice` }),
      { vi: 'một lần thôi', en: 'it once' },
    )
  })
}

/** The same for every entry of a list. */
export function checkEntryReferences<Entry extends object>(
  fileContent: object,
  list: string,
  entries: readonly Entry[],
  known: { readonly [Member in keyof Entry]?: readonly string[] },
  report: Report,
): void {
  entries.forEach((entry, index) => {
    for (const [member, ids] of Object.entries<readonly string[] | undefined>(known)) {
      const named = entry[member as keyof Entry]
      const path = [list, index, member]
      if (typeof named === 'string') checkKnownId(fileContent, path, named, ids ?? [], report)
      if (Array.isArray(named)) checkKnownIds(fileContent, path, named, ids ?? [], report)
    }
  })
}

export function idsOf(entries: readonly { id: string }[]): string[] {
  return entries.map(({ id }) => id)
}

/** Where each id was first used. */
export type UsedIds = Map<string, { fileContent: object; path: Path }>

/** Reports every entry of a list whose id an earlier entry already has. */
export function checkUniqueIds(
  fileContent: object,
  list: string,
  entries: readonly { id: string }[],
  report: Report,
  usedIds: UsedIds = new Map(),
): void {
  entries.forEach(({ id }, index) => {
    checkUnique(
      fileContent,
      [list, index, 'id'],
      { vi: `id "${id}"`, en: `the id "${id}"` },
      id,
      report,
      usedIds,
    )
  })
}

function checkUnique(
  fileContent: object,
  path: Path,
  what: LocalizedText,
  id: string,
  report: Report,
  usedIds: UsedIds,
): void {
  const first = usedIds.get(id)
  if (first === undefined) {
    usedIds.set(id, { fileContent, path })
    return
  }
  // One of two files in a folder may be a copy that was left by mistake.
  const isCopy =
    first.fileContent !== fileContent && report.areInSameFolder(first.fileContent, fileContent)
  const location = report.locationOf(first.fileContent, first.path)
  report.error(
    fileContent,
    path,
    () => ({
      vi: `${what.vi} bị dùng hai lần, lần đầu ở ${location.vi}`,
      en: `${what.en} is used twice, first in ${location.en}`,
    }),
    withAlternative({ vi: 'một id khác', en: 'another id' }, isCopy ? orRemoveFileHint : undefined),
  )
}

const orRemoveFileHint: LocalizedText = {
  vi: 'hoặc bỏ một trong hai tệp',
  en: 'or remove one of the two files',
}

/** Reports a category that two files claim. */
export function checkUniqueCategories(
  files: readonly { category: { id: string } }[],
  report: Report,
): void {
  const usedIds: UsedIds = new Map()
  for (const file of files) {
    const { id } = file.category
    const what = { vi: `nhóm (category) "${id}"`, en: `the category "${id}"` }
    checkUnique(file, ['category', 'id'], what, id, report, usedIds)
  }
}

/** The alternative remedy for an optional entry. */
export const orRemoveHint: LocalizedText = { vi: 'hoặc bỏ đi', en: 'or remove it' }

function withAlternative(
  { vi, en }: LocalizedText,
  orElse: LocalizedText | undefined,
): LocalizedText {
  return orElse ? { vi: `${vi}, ${orElse.vi}`, en: `${en}, ${orElse.en}` } : { vi, en }
}

const shortList = 12

/** All candidates, or the three most similar ones of many. */
function suggestIds(id: string, known: readonly string[]): LocalizedText {
  if (known.length <= shortList) {
    const all = known.join(', ')
    return { vi: `một trong: ${all}`, en: `one of ${all}` }
  }
  const alike = known
    .toSorted((one, other) => similarity(id, other) - similarity(id, one))
    .slice(0, 3)
    .join(', ')
  return { vi: `một id đã có, ví dụ ${alike}`, en: `an id that exists, such as ${alike}` }
}

/** Number of letter pairs that two words share. */
function similarity(one: string, other: string): number {
  const pairs = new Set([...one].map((character, index) => character + (one[index + 1] ?? '')))
  const shared = [...other].filter((character, index) =>
    pairs.has(character + (other[index + 1] ?? '')),
  )
  return shared.length / (one.length + other.length)
}
