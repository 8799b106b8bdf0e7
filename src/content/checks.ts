/** Checks that compare one part of the content with another. */
import { forEachLocale, type LocalizedText } from '../kernel/locale.ts'
import { lazy } from '../kernel/memoize.ts'
import { nameOf } from './field-label.ts'
import { findMeantId, idOf, type Known, type MeantId, unknownId } from './known-ids.ts'
import { countEdits, toSlug } from './proposals/closest-word.ts'
import type { Report } from './report.ts'
import type { Path } from './source.ts'

/** Reports an id that is not among the known ones. */
export function checkKnownId(
  fileContent: object,
  path: Path,
  id: string,
  known: readonly Known[],
  report: Report,
  orElse?: LocalizedText,
): void {
  if (known.some((one) => idOf(one) === id) || report.isMentioned(id)) return
  const meant = findMeantId(id, known)
  if (!meant) {
    report.error(fileContent, path, unknownId(id), withAlternative(suggestIds(id, known), orElse))
    return
  }
  const key = path.at(-1)
  const line = typeof key === 'string' ? `${key}: ${meant.id}` : `- ${meant.id}`
  const write = forEachLocale(() => line)
  report.error(
    fileContent,
    path,
    meant.reason,
    withAlternative(write, meant.isCertain ? undefined : orElse),
  )
}

/** The same for a list; one in brackets is corrected as a whole. */
export function checkKnownIds(
  fileContent: object,
  path: Path,
  ids: readonly string[],
  known: readonly Known[],
  report: Report,
): void {
  const isKnown = (id: string) => known.some((one) => idOf(one) === id) || report.isMentioned(id)
  const unknown = ids.filter((id, index) => !isKnown(id) && ids.indexOf(id) === index)
  const meant = unknown.flatMap((id) => findMeantId(id, known) ?? [])
  const isInline = () => report.textAt(fileContent, path)?.startsWith('[') ?? false
  if (unknown.length > 0 && meant.length === unknown.length && isInline()) {
    const corrected = ids.map((id) => meant[unknown.indexOf(id)]?.id ?? id)
    const line = `${path.at(-1)}: [${[...new Set(corrected)].join(', ')}]`
    const isCertain = meant.every((one) => one.isCertain)
    report.error(
      fileContent,
      path,
      joinReasons(meant),
      withAlternative(
        forEachLocale(() => line),
        isCertain ? undefined : orRemoveHint,
      ),
    )
    return
  }
  if (unknown.length > 0) {
    ids.forEach((id, index) => {
      checkKnownId(fileContent, [...path, index], id, known, report, orRemoveHint)
    })
  }
  checkListedOnce(fileContent, path, ids, report)
}

/** Reports ids that a list contains twice. */
export function checkListedOnce(
  fileContent: object,
  path: Path,
  ids: readonly string[],
  report: Report,
): void {
  ids.forEach((id, index) => {
    if (ids.indexOf(id) === index) return
    report.error(
      fileContent,
      [...path, index],
      { vi: `"${id}" có hai lần`, en: `"${id}" is there twice` },
      { vi: 'một lần thôi', en: 'it once' },
    )
  })
}

function joinReasons(meant: readonly MeantId[]): LocalizedText {
  return forEachLocale((locale) => meant.map(({ reason }) => reason[locale]).join(', '))
}

/** The same for every entry of a list. */
export function checkEntryReferences<Entry extends object>(
  fileContent: object,
  list: string,
  entries: readonly Entry[],
  known: { readonly [Member in keyof Entry]?: readonly Known[] },
  report: Report,
): void {
  // All that is known is compared only with an id that is unknown: a large menu has tens of thousands of references.
  const members = Object.entries<readonly Known[] | undefined>(known).map(([member, all = []]) => ({
    member,
    all,
    ids: new Set(all.map(idOf)),
  }))
  entries.forEach((entry, index) => {
    for (const { member, all, ids } of members) {
      const named = entry[member as keyof Entry]
      if (named === undefined) continue
      const path = [list, index, member]
      if (typeof named === 'string' && !ids.has(named))
        checkKnownId(fileContent, path, named, all, report)
      if (!Array.isArray(named)) continue
      if (named.every((id) => ids.has(id))) checkListedOnce(fileContent, path, named, report)
      else checkKnownIds(fileContent, path, named, all, report)
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
  const ids = lazy(() => new Set(idsOf(entries)))
  entries.forEach((entry, index) => {
    const { id } = entry
    const path = [list, index, 'id']
    if (!usedIds.has(id)) {
      usedIds.set(id, { fileContent, path })
      return
    }
    const isFree = (one: string) => !usedIds.has(one) && !ids().has(one)
    const findOther = () =>
      [toSlug(nameOf(entry) ?? ''), `${id}-2`, `${id}-3`].find((one) => one !== '' && isFree(one))
    const what = { vi: `id "${id}"`, en: `the id "${id}"` }
    checkUnique(fileContent, path, what, id, report, usedIds, findOther)
  })
}

function checkUnique(
  fileContent: object,
  path: Path,
  what: LocalizedText,
  id: string,
  report: Report,
  usedIds: UsedIds,
  findOther?: () => string | undefined,
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
  const otherId = findOther?.()
  report.error(
    fileContent,
    path,
    () => ({
      vi: `${what.vi} bị dùng hai lần, lần đầu ở ${location.vi}`,
      en: `${what.en} is used twice, first in ${location.en}`,
    }),
    otherId === undefined || isCopy
      ? withAlternative(
          { vi: 'một id khác', en: 'another id' },
          isCopy ? orRemoveFileHint : undefined,
        )
      : forEachLocale(() => `id: ${otherId}`),
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

const maxListed = 12

/** All candidates if they are few. */
function suggestIds(id: string, known: readonly Known[]): LocalizedText {
  const ids = known.map(idOf)
  if (ids.length <= maxListed) {
    const all = ids.join(', ')
    return { vi: `một trong: ${all}`, en: `one of ${all}` }
  }
  const alike = ids
    .toSorted((one, other) => countEdits(id, one) - countEdits(id, other))
    .slice(0, 3)
    .join(', ')
  return { vi: `một id đã có, ví dụ ${alike}`, en: `an id that exists, such as ${alike}` }
}
