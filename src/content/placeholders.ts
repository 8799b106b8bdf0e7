/**
 * Placeholders in texts of the owner: `{name}` stands for the name in business.yaml, `{deposit_per_guest}` for the
 * amount in policy.yaml. Braces around anything but small letters and underscores are text.
 */
import { isLocale, type Locale, type LocalizedText } from '../kernel/locale.ts'
import { findNearest } from '../kernel/nearest.ts'
import type { ContentIssue } from './content-errors.ts'

const pattern = /\{([a-z]+(?:_[a-z]+)*)\}/g

/** The value of each placeholder; undefined if the owner left out what it stands for. */
export type PlaceholderValues = Readonly<Record<string, LocalizedText | undefined>>

type TextFile = { file: string; text: string }

/** Where a file names a placeholder. */
type PlaceholderUse = { file: string; line: number; name: string }

function findPlaceholders({ file, text }: TextFile): PlaceholderUse[] {
  // Few texts have one, and removing comments from a large file is slow.
  if (text.search(pattern) < 0) return []
  const plain = file.endsWith('.md') ? text : text.replace(/(^|\s)#.*$/gm, '')
  return plain
    .split('\n')
    .flatMap((line, index) =>
      [...line.matchAll(pattern)].map(([, name = '']) => ({ file, line: index + 1, name })),
    )
}

/** Reports placeholders that do not exist, and those without a value: one error for each, at its first place. */
export function checkPlaceholders(
  texts: readonly TextFile[],
  values: PlaceholderValues,
): ContentIssue[] {
  const names = Object.keys(values)
  const wrong = texts.flatMap(findPlaceholders).filter(({ name }) => values[name] === undefined)
  return [...Map.groupBy(wrong, ({ name }) => name).values()].flatMap(([first, ...others]) => {
    if (!first) return []
    const { file, line, name } = first
    const mistake = names.includes(name) ? missingValue(name) : unknownName(name, names)
    return [{ file, line, ...mistake, wrong: withPlaces(mistake.wrong, others) }]
  })
}

function withPlaces({ vi, en }: LocalizedText, places: readonly PlaceholderUse[]): LocalizedText {
  if (places.length === 0) return { vi, en }
  const list = (word: string) =>
    places.map(({ file, line }) => `${file} ${word} ${line}`).join(', ')
  return { vi: `${vi}, cả ở ${list('dòng')}`, en: `${en}, also in ${list('line')}` }
}

function unknownName(name: string, names: readonly string[]) {
  const nearest = findNearest(name, names, (one) => [one])
  const all = names.map((one) => `{${one}}`).join(', ')
  return {
    wrong: {
      vi: `không có chỗ điền {${name}}`,
      en: `there is no placeholder {${name}}`,
    },
    write:
      nearest === undefined
        ? { vi: `một trong: ${all}`, en: `one of ${all}` }
        : { vi: `{${nearest}}`, en: `{${nearest}}` },
  }
}

function missingValue(name: string) {
  return {
    wrong: {
      vi: `{${name}} chưa có gì để điền vào`,
      en: `{${name}} has no value: the files do not state it`,
    },
    remedy: {
      vi: `hãy ghi mục ấy vào business.yaml hoặc policy.yaml, hoặc bỏ {${name}}`,
      en: `state it in business.yaml or policy.yaml, or remove {${name}}`,
    },
  }
}

function fillPlaceholders(text: string, locale: Locale, values: PlaceholderValues): string {
  if (!text.includes('{')) return text
  return text.replace(pattern, (written, name: string) => values[name]?.[locale] ?? written)
}

/**
 * Fills in all texts below a value, in place: everything that is under `vi` or `en`. A text that was written in one
 * language only has the values of that language.
 */
export function fillTexts(root: unknown, first: Locale, values: PlaceholderValues): void {
  const walk = (parent: unknown, inherited: Locale | undefined) => {
    if (typeof parent !== 'object' || parent === null || ArrayBuffer.isView(parent)) return
    const record = parent as Record<string, unknown>
    for (const key of Object.keys(record)) {
      const value = record[key]
      const written = isLocale(key) ? key : undefined
      const locale = written && record.from !== undefined ? languageOf(record.from, first) : written
      const here = locale ?? inherited
      if (typeof value !== 'string') walk(value, here)
      else if (here !== undefined) {
        const filled = fillPlaceholders(value, here, values)
        if (filled !== value) record[key] = filled
      }
    }
  }
  walk(root, undefined)
}

function languageOf(from: unknown, first: Locale): Locale {
  return from === 'vi' || from === 'en' ? from : first
}

/** The texts that were written in one language only, with that language. */
export function findUntranslated(root: unknown, first: Locale): ReadonlyMap<string, Locale> {
  const found = new Map<string, Locale>()
  const add = (value: unknown, locale: Locale) => {
    if (typeof value === 'string') found.set(value, locale)
    else if (typeof value === 'object' && value !== null)
      for (const one of Object.values(value)) add(one, locale)
  }
  const walk = (value: unknown) => {
    if (typeof value !== 'object' || value === null || ArrayBuffer.isView(value)) return
    const { from, vi } = value as Record<string, unknown>
    if (from !== undefined && vi !== undefined) add(vi, languageOf(from, first))
    else for (const one of Object.values(value)) walk(one)
  }
  walk(root)
  return found
}
