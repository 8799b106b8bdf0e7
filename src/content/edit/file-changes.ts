/** What differs between two versions of a file of any kind, and how changes of two people are combined. */
import { isDeepStrictEqual } from 'node:util'
import type { LocalizedText } from '../../kernel/locale.ts'
import { isImagePath } from '../photo-files.ts'
import { parseMarkdownFile } from '../source.ts'
import { type Change, describeChanges } from './describe-changes.ts'
import { mergeValues } from './merge-values.ts'
import { parseValue, rewriteYaml } from './rewrite-yaml.ts'

/** The text of a file, the digest of a photo, or null if the file does not exist. */
type Version = string | null

export function describeFileChanges(file: string, before: Version, after: Version): Change[] {
  if (before === after) return []
  if (isIconCopy(file)) return []
  if (isPicture(file)) return [{ place: photoLabel(file), after: stateOf(before, after) }]
  if (file.endsWith('.md')) return describeTextChanges(file, before, after)
  const [old, value] = [before, after].map((text) =>
    text === null ? {} : (parseValue(text) ?? {}),
  )
  return isDeepStrictEqual(old, value) ? [] : describeChanges(old, value)
}

function isPicture(file: string): boolean {
  return isImagePath(file) || file.endsWith('.svg')
}

/** The same logo in another size, which is not listed again. */
export function isIconCopy(file: string): boolean {
  return /^pictures\/icon-\d+\.png$/.test(file)
}

/** Undefined if both have changed the same place; photos and Markdown texts are one place each. */
export function mergeVersions(
  file: string,
  { base, text, current }: { base: Version; text: Version; current: Version },
): string | undefined {
  if (base === null || text === null || current === null) return undefined
  if (isPicture(file) || file.endsWith('.md')) return undefined
  const [before, own, other] = [base, text, current].map(parseValue)
  if (other === undefined) return undefined
  const { value, conflicts } = mergeValues(before, own, other)
  if (conflicts.length > 0) return undefined
  try {
    return rewriteYaml(current, value)
  } catch {
    return undefined
  }
}

function describeTextChanges(file: string, before: Version, after: Version): Change[] {
  const [old, value] = [before, after].map((text) =>
    text === null ? undefined : parseMarkdownFile(file, text),
  )
  const title = titleOf(value?.head.value) ?? titleOf(old?.head.value) ?? file
  const place = { vi: `bài “${title}”`, en: `the text “${title}”` }
  if (before === null || after === null) return [{ place, after: stateOf(before, after) }]
  const head = describeChanges(old?.head.value ?? {}, value?.head.value ?? {})
  const named = head.map((change) => ({
    ...change,
    place: {
      vi: `${change.place.vi} của ${place.vi}`,
      en: `${change.place.en} of ${place.en}`,
    },
  }))
  const body = old?.body === value?.body ? [] : [{ place, after: rewritten }]
  return [...named, ...body]
}

function titleOf(head: unknown): string | undefined {
  const title = (head as { title?: unknown } | undefined)?.title
  return typeof title === 'string' ? title : undefined
}

function photoLabel(file: string): LocalizedText {
  const name = file.replace(/^pictures\//, '').replace(/\.\w+$/, '')
  return logoLabels[name] ?? { vi: `ảnh ${name}`, en: `the photo ${name}` }
}

const logoLabels: Readonly<Record<string, LocalizedText>> = {
  favicon: { vi: 'logo, dạng nét vẽ', en: 'the logo, as a drawing' },
  'apple-touch-icon': { vi: 'logo', en: 'the logo' },
}

function stateOf(before: Version, after: Version): LocalizedText {
  if (after === null) return { vi: 'bỏ', en: 'removed' }
  return before === null ? { vi: 'thêm mới', en: 'added' } : { vi: 'ảnh mới', en: 'new photo' }
}

const rewritten: LocalizedText = { vi: 'sửa nội dung', en: 'changed text' }
