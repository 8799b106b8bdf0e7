/** Explains keys that an entry does not have: misspelled, Vietnamese, or the rest of a text after a comma. */
import type { z } from 'zod'
import { foldDiacritics } from '../kernel/fold-diacritics.ts'
import { forEachLocale, type LocalizedText } from '../kernel/locale.ts'
import type { ContentIssue } from './content-errors.ts'
import { fieldLabel, theFile, valueAt } from './field-label.ts'
import { fieldName } from './field-names.ts'
import { findClosestWord, toSlug } from './proposals/closest-word.ts'
import { decodeMessage } from './schema-message.ts'
import type { Path, Source } from './source.ts'
import type { SyntaxMistake } from './yaml-errors.ts'

type UnknownKeysIssue = z.core.$ZodIssueUnrecognizedKeys

/** `meant`: the paths of the members that unknown keys stand for. */
export function explainUnknownKeys(
  source: Source,
  issue: UnknownKeysIssue,
): { issues: ContentIssue[]; meant: string[] } {
  const path = issue.path as Path
  const { hint, kind } = decodeMessage(issue.message)
  const names = kind?.kind === 'entry' ? kind.names : []
  const entry = (valueAt(source.value, path) ?? {}) as Record<string, unknown>
  const place = fieldLabel(source.value, path)
  const comma = explainComma(source, path, entry, names)
  if (comma) {
    const at = { file: source.file, line: source.lineOf(path) }
    return { issues: [{ ...at, place, ...comma }], meant: [] }
  }
  const meant: string[] = []
  const issues = issue.keys.map((key): ContentIssue => {
    const at = { file: source.file, line: source.lineOfKey(path, key) }
    const free = names.filter((name) => !(name in entry) && !meant.includes(pathOf(path, name)))
    const name = findMeantName(key, free)
    if (name === undefined) return { ...at, wrong: unknownKeyText(key, place), write: hint }
    meant.push(pathOf(path, name))
    const line = correctedLine(source, [...path, key], name)
    const wrong = {
      vi: `"${key}" ở đây viết là ${name}`,
      en: `"${key}" is written as ${name} here`,
    }
    const location = place === theFile ? {} : { place }
    return { ...at, ...location, wrong, write: forEachLocale(() => line) }
  })
  return { issues, meant }
}

function pathOf(path: Path, name: string): string {
  return [...path, name].join('.')
}

/** Vietnamese names that differ from those in `field-names.ts`. */
const otherNames: Readonly<Record<string, string>> = {
  'gia tien': 'price',
  'gia ban': 'price',
  'ten mon': 'name',
  'ten quan': 'name',
  'so dien thoai': 'phone',
  sdt: 'phone',
  dt: 'phone',
  'gio mo': 'hours',
  'thoi luong': 'minutes',
  phut: 'minutes',
  'so tk': 'account',
  stk: 'account',
  ma: 'id',
  'di ung': 'allergens',
  cay: 'spice',
  'so cho': 'seats',
  ghe: 'seats',
  colour: 'color',
}

function findMeantName(key: string, names: readonly string[]): string | undefined {
  const folded = foldDiacritics(key).replaceAll('_', ' ')
  const inVietnamese = names.find((name) => foldDiacritics(fieldName(name).vi) === folded)
  const other = otherNames[folded]
  if (inVietnamese !== undefined) return inVietnamese
  if (other !== undefined && names.includes(other)) return other
  return names.find((name) => toSlug(name) === toSlug(key)) ?? findClosestWord(key, names)
}

/** The line with the right name; what does not fit on a line is left out. */
function correctedLine(source: Source, path: Path, name: string): string {
  const text = source.textAt(path)?.trim() ?? ''
  return /^[^\n]{1,60}$/.test(text) ? `${name}: ${text}` : `${name}:`
}

function unknownKeyText(key: string, owner: LocalizedText): LocalizedText {
  const [vi, en] = owner === theFile ? ['tệp này', ''] : [owner.vi, ` of ${owner.en}`]
  return {
    vi: `${vi} không có mục "${key}" (tên mục giữ nguyên tiếng Anh)`,
    en: `"${key}"${en} is not a known name here`,
  }
}

/** { vi: Nem rán, cua bể, en: Rolls }: for YAML, a comma between braces ends the text. */
function explainComma(
  source: Source,
  path: Path,
  entry: Readonly<Record<string, unknown>>,
  names: readonly string[],
): SyntaxMistake | undefined {
  const text = source.textAt(path) ?? ''
  const members = Object.entries(entry)
  const isRest = ([key, value]: [string, unknown]) => value === null && !names.includes(key)
  if (!text.startsWith('{') || text.includes('\n') || !members.some(isRest)) return undefined
  const corrected: { key: string; text: string; isJoined: boolean }[] = []
  for (const [key, value] of members) {
    const last = corrected.at(-1)
    if (isRest([key, value]) && last) {
      last.text = `${last.text}, ${key}`
      last.isJoined = true
    } else {
      corrected.push({ key, text: String(value), isJoined: false })
    }
  }
  const parts = corrected.map(({ key, text, isJoined }) => {
    const needsQuotes = isJoined || /[,:#[\]{}"]/.test(text)
    return `${key}: ${needsQuotes ? JSON.stringify(text) : text}`
  })
  const name = path.findLast((step) => typeof step === 'string')
  const line = `${name}: { ${parts.join(', ')} }`
  const joined = corrected.find(({ isJoined }) => isJoined)?.text ?? ''
  return {
    wrong: {
      vi: `trong dấu { }, dấu phẩy kết thúc câu chữ, nên "${joined}" cần ngoặc kép`,
      en: `a comma between braces ends the text, so "${joined}" needs quotes`,
    },
    write: forEachLocale(() => line),
  }
}
