/** Turns the errors of a schema into messages for the owner: where, what was written, and the corrected line. */
import type { z } from 'zod'
import { forEachLocale, type LocalizedText } from '../kernel/locale.ts'
import { type ContentIssue, formatIssue } from './content-errors.ts'
import { fieldLabel, theFile, valueAt } from './field-label.ts'
import { fieldName } from './field-names.ts'
import type { Correction, WrittenValue } from './proposals/proposal.ts'
import { describeWrong, propose } from './proposals/propose.ts'
import { decodeMessage, type FieldKind } from './schema-message.ts'
import type { Path, Source } from './source.ts'
import { explainUnknownKeys } from './unknown-keys.ts'
import type { SyntaxMistake } from './yaml-errors.ts'

export function schemaErrors(source: Source, error: z.ZodError): ContentIssue[] {
  const unknownKeys = error.issues
    .filter((issue) => issue.code === 'unrecognized_keys')
    .map((issue) => explainUnknownKeys(source, issue))
  // A misspelled key is one mistake, and not also a missing one.
  const meant = new Set(unknownKeys.flatMap((one) => one.meant))
  const invalid = error.issues
    .filter(
      (issue) => issue.code !== 'unrecognized_keys' && !meant.has(pathText(issue.path as Path)),
    )
    .map((issue) => explainIssue(source, issue))
  return withoutRepetitions([...invalid, ...unknownKeys.flatMap((one) => one.issues)])
}

function pathText(path: Path): string {
  return path.join('.')
}

/** A number that is both too small and not a quarter hour is one mistake. */
function withoutRepetitions(issues: readonly ContentIssue[]): ContentIssue[] {
  const seen = new Set<string>()
  return issues.filter((issue) => {
    const text = formatIssue(issue, 'en')
    return !seen.has(text) && seen.add(text)
  })
}

function explainIssue(source: Source, issue: z.core.$ZodIssue): ContentIssue {
  const { hint, kind } = decodeMessage(issue.message)
  const isListItem = kind?.kind === 'weekdays' && typeof issue.path.at(-1) === 'number'
  const path = (isListItem ? issue.path.slice(0, -1) : issue.path) as Path
  const written = readWritten(source, path)
  const place = fieldLabel(source.value, path)
  const at = { file: source.file, line: source.lineOf(path), path }
  const proposal = kind && written && propose(kind, written)
  if (kind && proposal) return { ...at, place, ...describeProposal(kind, path, written, proposal) }
  if (!written || written.plain === '') return { ...at, ...describeMissing(place, path, hint) }
  return { ...at, place, wrong: describeValue(kind, written, issue.code), write: hint }
}

/** What is wrong with a value that cannot be corrected. */
function describeValue(
  kind: FieldKind | undefined,
  written: WrittenValue,
  code: z.core.$ZodIssue['code'],
): LocalizedText {
  const { value } = written
  if (Array.isArray(value) && kind?.kind !== 'weekdays') {
    return { vi: `có ${value.length} mục`, en: `it has ${value.length} entries` }
  }
  if (code === 'too_big' && typeof value === 'string') {
    return { vi: `dài ${value.length} ký tự`, en: `it has ${value.length} characters` }
  }
  const quoted = quote(written)
  if (kind) return describeWrong(kind, quoted)
  return { vi: `${quoted} chưa đúng`, en: `${quoted} is not valid` }
}

function describeProposal(
  kind: FieldKind,
  path: Path,
  written: WrittenValue,
  proposal: Correction,
): SyntaxMistake {
  const { values, lines = [] } = proposal
  const isListItem = typeof path.at(-1) === 'number'
  const own = values.map((value) => (isListItem ? value : `${written.key}: ${value}`))
  return {
    wrong: proposal.wrong?.(quote(written)) ?? describeWrong(kind, quote(written)),
    write: {
      vi: [own.join(' hoặc '), ...lines].filter((line) => line !== '').join(' và '),
      en: [own.join(' or '), ...lines].filter((line) => line !== '').join(' and '),
    },
  }
}

function describeMissing(place: LocalizedText, path: Path, hint: LocalizedText): SyntaxMistake {
  if (place === theFile) {
    return { wrong: { vi: `${place.vi} còn trống`, en: `${place.en} is empty` }, write: hint }
  }
  const key = path.at(-1)
  const line = (text: string) => (typeof key === 'string' ? `${key}: ${text}` : text)
  return {
    wrong: {
      vi: `thiếu ${place.vi}`,
      en: `${place.en} ${isPlural(String(key)) ? 'are' : 'is'} missing`,
    },
    write: forEachLocale((locale) => line(hint[locale])),
  }
}

function isPlural(key: string): boolean {
  return /[^s]s$/.test(fieldName(key).en)
}

/** Undefined if nothing was written. */
function readWritten(source: Source, path: Path): WrittenValue | undefined {
  const value = valueAt(source.value, path)
  const key = String(path.findLast((step) => typeof step === 'string') ?? '')
  const text =
    value === null || value === undefined ? readComment(source, path, key) : source.textAt(path)
  if (text === undefined) return undefined
  const depth = path.slice(0, -1).findLastIndex((step) => typeof step === 'number')
  const entry = valueAt(source.value, path.slice(0, -1))
  const list = depth < 0 ? [] : valueAt(source.value, path.slice(0, depth))
  return {
    text: text.trim(),
    plain: stripQuotes(text.trim()),
    value,
    key,
    entry: typeof entry === 'object' && entry !== null ? (entry as WrittenValue['entry']) : {},
    list: Array.isArray(list) ? list : [],
  }
}

/** `accent: #a23a21`: a value that begins with # is a comment for YAML. */
function readComment(source: Source, path: Path, key: string): string | undefined {
  if (valueAt(source.value, path) === undefined) return undefined
  const [, comment] =
    /:\s*(#\S+)/.exec(source.lineText(source.lineOfKey(path.slice(0, -1), key))) ?? []
  return comment
}

function stripQuotes(text: string): string {
  const [, , inner] = /^(["'])(.*)\1$/s.exec(text) ?? []
  return inner ?? text
}

const maxQuoteLength = 60

/** What was written, between quotes if it has none. */
function quote({ text, value }: WrittenValue): string {
  const line = Array.isArray(value) && !text.startsWith('[') ? `[${value.join(', ')}]` : text
  const short = line.length > maxQuoteLength ? `${line.slice(0, maxQuoteLength)}…` : line
  const first = short.split('\n')[0] ?? ''
  const isNumber = typeof value === 'number' && String(value) === first
  return isNumber || /^["'[{]/.test(first) ? first : `"${first}"`
}
