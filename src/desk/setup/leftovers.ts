/** What is still of the sample shop, where each is edited, and what removing it changes. */
import type { Field } from '../../content/edit/fields.ts'
import { isContainer } from '../../content/edit/render-yaml.ts'
import { nameOf, valueAt } from '../../content/field-label.ts'
import { toSlug } from '../../content/proposals/closest-word.ts'
import type { Path } from '../../content/source.ts'
import type { LocalizedText } from '../../kernel/locale.ts'
import { plural } from '../../kernel/plural.ts'
import { findOffers } from '../editor/offer-part.ts'
import { isEntryList, type Part } from '../editor/parts.ts'
import { partUrl, photosPath, setupStepUrl, textsUrl, textUrl } from '../editor/paths.ts'
import { filesWithoutEmail } from './files-without-email.ts'
import { listPlaceParts, placesStepId } from './place-parts.ts'
import { withoutReferences } from './references.ts'
import { comparableText } from './sample-texts.ts'
import { sampleValues } from './sample-values.ts'
import { businessFile, isFileOfSample, isOfSample, type SetupState } from './state.ts'

/** New values of files, null for those that are removed; that of a Markdown file is its text. */
export type LeftoverValues = Map<string, unknown>

export type Leftover = {
  /** In the form that removes it. */
  id: string
  what: LocalizedText
  /** Where it is edited. */
  url: string
  /** Undefined if a shop cannot be without it. `read` has the values of files with other removals. */
  remove?(read: ReadFile): LeftoverValues
}

type ReadFile = (file: string) => unknown

export function listLeftovers(state: SetupState): Leftover[] {
  return [
    ...valueLeftovers(state),
    ...state.editor.parts.flatMap((part) => partLeftovers(state, part)),
    ...textLeftovers(state),
    ...drawingLeftovers(state),
  ]
}

function valueLeftovers(state: SetupState): Leftover[] {
  return sampleValues
    .filter(({ file, path }) => isOfSample(state, file, path))
    .map(({ file, path, part, what, isNeeded }) => {
      const id = path.join('.')
      const remove = (read: ReadFile): LeftoverValues =>
        new Map([
          ...(id === 'email' ? filesWithoutEmail(state) : []),
          [file, withoutPath(read(file), path)],
        ])
      return { id, what, url: partUrl(part, file), ...(!isNeeded && { remove }) }
    })
}

/** A copy of a value without the member at a path. */
export function withoutPath(root: unknown, path: Path): unknown {
  const copy = structuredClone(root)
  const parent = valueAt(copy, path.slice(0, -1)) as Record<string | number, unknown> | undefined
  if (parent) delete parent[path.at(-1) ?? '']
  return copy
}

/** Lists of words that a shop of the trade can keep, and rules that are compared one by one above. */
const generalParts = new Set([
  ...['policy', 'contact', 'look', 'money', 'kitchen', 'tags', 'feelings', 'needs', 'lengths'],
  ...['health', 'guests'],
])

/** The entries of a part that are still those of the sample. */
function partLeftovers(state: SetupState, part: Part): Leftover[] {
  if (generalParts.has(part.id)) return []
  const offers = findOffers(state.editor)
  const files = part.file === undefined ? filesIn(state.files, part.folder ?? '') : [part.file]
  const lists = listNames(part)
  const counted = files.flatMap((file) =>
    lists.flatMap((list) =>
      itemsOf(state.read(file), list).map((item) => isSampleItem(state, part, list, item)),
    ),
  )
  const count = counted.filter((isSample) => isSample).length
  if (count === 0) return []
  const isOffers = part.id === offers.part.id
  const hasStep = listPlaceParts(state.editor).includes(part.id)
  // A shop without offers cannot open: the owner adds some first. Places and people are answered in their step.
  const canRemove = !hasStep && (!isOffers || count < counted.length)
  return [
    {
      id: part.id,
      what: countEntries(part.id === 'hours' ? specialDays : part.title, count),
      url: hasStep ? setupStepUrl(placesStepId) : partUrl(part.id, files[0] ?? ''),
      ...(canRemove && {
        remove: (read: ReadFile) =>
          isOffers ? removeSampleOffers(state) : removeItems(state, part, read),
      }),
    },
  ]
}

const specialDays: LocalizedText = { vi: 'Ngày riêng', en: 'Special days' }

function countEntries(title: LocalizedText, count: number): LocalizedText {
  return {
    vi: `${title.vi}: ${count} mục mẫu`,
    en: `${title.en}: ${count} sample ${plural(count, { one: 'entry', other: 'entries' })}`,
  }
}

export function filesIn(files: readonly string[], folder: string): string[] {
  return files.filter((file) => file.startsWith(`${folder}/`) && file.endsWith('.yaml'))
}

/** The usual hours are what the owner answers in a step; only special days are compared. */
function listNames({ id, members }: Part): string[] {
  const lists = Object.entries(members).flatMap(([name, field]) =>
    isEntryList(field) ? [name] : [],
  )
  return id === 'hours' ? lists.filter((name) => name === 'special_days') : lists
}

export function itemsOf(value: unknown, list: string): readonly unknown[] {
  const items = valueAt(value, [list])
  return Array.isArray(items) ? items : []
}

/** An entry of which everything is as in the sample; a step may have left something out. */
export function isSampleItem(
  { sample }: SetupState,
  part: Part,
  list: string,
  item: unknown,
): boolean {
  // Rules without a name, such as how long a party stays, may well be the same in another shop.
  const isNamed = ['id', 'name', 'question', 'reason'].some((name) => valueAt(item, [name]))
  if (!isNamed) return false
  const files = part.file === undefined ? filesIn(sample.files, part.folder ?? '') : [part.file]
  return files.some((file) => itemsOf(sample.read(file), list).some((one) => isPartOf(item, one)))
}

function isPartOf(item: unknown, other: unknown): boolean {
  if (!isContainer(item) || !isContainer(other)) return item === other
  const members = Object.entries(item)
  return (
    members.length > 0 &&
    valueAt(item, ['id']) === valueAt(other, ['id']) &&
    members.every(([name, value]) => isSameValue(value, valueAt(other, [name])))
  )
}

/** Apart from what the setup itself has changed in it. */
function isSameValue(one: unknown, other: unknown): boolean {
  const [first, second] = [JSON.stringify(one) ?? '', JSON.stringify(other) ?? '']
  return first === second || comparableText(first) === comparableText(second)
}

/**
 * Everything of the sample that an owner would otherwise remove one by one. Tables, people and rooms stay until their
 * step is answered: the shop cannot take bookings without them.
 */
export function removeAllOfSample(state: SetupState): LeftoverValues {
  const removed = removeSampleOffers(state)
  const read = (file: string) => (removed.has(file) ? removed.get(file) : state.read(file))
  const skipped = new Set([findOffers(state.editor).part.id, ...listPlaceParts(state.editor)])
  for (const { id, remove } of listLeftovers(state)) {
    if (!remove || skipped.has(id)) continue
    for (const [file, value] of remove((one) => read(one) ?? {}))
      if (removed.get(file) !== null) removed.set(file, value)
  }
  return removed
}

/** Without the sample's entries; a file that has no entries of the owner goes. */
function removeItems(state: SetupState, part: Part, read: ReadFile): LeftoverValues {
  const { file = '' } = part
  const value = structuredClone(read(file)) as Record<string, unknown>
  let ownCount = 0
  for (const list of listNames(part)) {
    const own = itemsOf(value, list).filter((item) => !isSampleItem(state, part, list, item))
    if (own.length > 0) value[list] = own
    else delete value[list]
    ownCount += own.length
  }
  return new Map([[file, ownCount === 0 && file !== businessFile ? null : value]])
}

/** The sample's offers, with what cannot be without them: set meals, memberships, mentions and drawings. */
function removeSampleOffers(state: SetupState): LeftoverValues {
  const { part, folder, list } = findOffers(state.editor)
  const values: LeftoverValues = new Map()
  const ids = new Set<string>()
  for (const file of filesIn(state.files, folder)) {
    const value = state.read(file)
    const isSample = (item: unknown) => isSampleItem(state, part, list, item)
    const own = itemsOf(value, list).filter((item) => !isSample(item))
    for (const item of itemsOf(value, list).filter(isSample)) ids.add(idOf(item))
    values.set(file, own.length === 0 ? null : { ...(value as object), [list]: own })
  }
  for (const other of state.editor.parts) {
    if (other.file === undefined || other.id === part.id) continue
    const isDependent = Object.values(other.members).some(
      (field) => isEntryList(field) && needsReference(field.item, folder),
    )
    const before = state.read(other.file)
    const left = isDependent
      ? removeItems(state, other, state.read).get(other.file)
      : withoutReferences(other.members, before, { folder, ids })
    if (left !== before) values.set(other.file, left)
  }
  return values
}

function idOf(item: unknown): string {
  const id = valueAt(item, ['id'])
  return typeof id === 'string' ? id : toSlug(nameOf(item) ?? '')
}

/** Whether an entry names an offer that it cannot be without. */
function needsReference(field: Field, folder: string): boolean {
  if (field.type === 'reference') return field.file === folder && field.isRequired
  if (field.type === 'list') return field.minItems > 0 && needsReference(field.item, folder)
  return (
    field.type === 'entry' &&
    Object.values(field.members).some((one) => one.isRequired && needsReference(one, folder))
  )
}

/** Texts that tell the story of the sample. Its terms and its privacy page fit every shop. */
const storyPages = ['about', 'contact']

function textLeftovers(state: SetupState): Leftover[] {
  const ofSample = (pattern: RegExp) =>
    state.files.filter((file) => pattern.test(file) && isFileOfSample(state, file))
  const removed = (files: readonly string[]) => new Map(files.map((file) => [file, null]))
  const articles = ofSample(/^articles\/.*\.md$/)
  const count = new Set(articles.map((file) => file.replace(/\.\w+\.md$/, ''))).size
  const pages = storyPages.flatMap((slug): Leftover[] => {
    const files = ofSample(new RegExp(`^pages/${slug}\\.\\w+\\.md$`))
    const what = pageNames[slug]
    if (files.length === 0 || !what) return []
    return [
      { id: `page-${slug}`, what, url: textUrl('pages', slug, 'vi'), remove: () => removed(files) },
    ]
  })
  if (count === 0) return pages
  const what = {
    vi: `${count} bài viết mẫu`,
    en: `${count} sample ${plural(count, { one: 'article', other: 'articles' })}`,
  }
  return [
    { id: 'articles', what, url: textsUrl('articles'), remove: () => removed(articles) },
    ...pages,
  ]
}

const pageNames: Readonly<Record<string, LocalizedText>> = {
  about: { vi: 'Trang giới thiệu', en: 'The page about the shop' },
  contact: { vi: 'Trang liên hệ', en: 'The contact page' },
}

/** Decorations that fit every shop. */
const generalDrawing = /^pictures\/(?:favicon|404|pattern|share)\.svg$/

function drawingLeftovers(state: SetupState): Leftover[] {
  const files = state.files.filter(
    (file) =>
      /^pictures\/.*\.svg$/.test(file) && !generalDrawing.test(file) && isFileOfSample(state, file),
  )
  if (files.length === 0) return []
  const { length } = files
  const what = {
    vi: `${length} hình vẽ mẫu`,
    en: `${length} sample ${plural(length, { one: 'drawing', other: 'drawings' })}`,
  }
  const remove = () => new Map(files.map((file) => [file, null]))
  return [{ id: 'drawings', what, url: photosPath, remove }]
}
