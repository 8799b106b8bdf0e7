/** Adds days to `special_days` in the text of business.yaml; everything else in it stays as the owner wrote it. */
import { isDeepStrictEqual } from 'node:util'
import type { Node, YAMLSeq } from 'yaml'
import type { LocalizedText } from '../kernel/locale.ts'
import { yamlPackage } from './yaml-package.ts'

export type SpecialDays = { from: string; to: string; reason: LocalizedText }

const key = 'special_days'

/**
 * Days that the file already mentions are left out. Undefined if the file is written in a way that cannot be extended
 * safely.
 */
export function addSpecialDays(text: string, wanted: readonly SpecialDays[]): string | undefined {
  const days = wanted.filter((one) => !isMentioned(text, one))
  if (days.length === 0) return text
  const newline = text.includes('\r\n') ? '\r\n' : '\n'
  const added = insertDays(text, days, newline)
  const before = readMap(text)
  const after = added === undefined ? undefined : readMap(added)
  if (added === undefined || !before || !after) return undefined
  const expected = { ...before, [key]: [...daysOf(before), ...days] }
  return isDeepStrictEqual(after, expected) ? added : undefined
}

/** Whether two texts differ in nothing but their special days. */
export function haveSameOtherValues(one: string, other: string): boolean {
  const [first, second] = [readMap(one), readMap(other)]
  if (!first || !second) return false
  return isDeepStrictEqual({ ...first, [key]: [] }, { ...second, [key]: [] })
}

/** One line of the list. */
export function formatSpecialDays({ from, to, reason: { vi, en } }: SpecialDays): string {
  return `{ from: "${from}", to: "${to}", reason: { vi: "${vi}", en: "${en}" } }`
}

type FileMap = Readonly<Record<string, unknown>>

function readMap(text: string): FileMap | undefined {
  const { isMap, parseDocument } = yamlPackage()
  const document = parseDocument(text, { prettyErrors: false })
  if (document.errors.length > 0 || !isMap(document.contents)) return undefined
  return document.toJS() as FileMap
}

function daysOf(map: FileMap): readonly unknown[] {
  const days = map[key]
  return Array.isArray(days) ? days : []
}

/** A day must not be among two special days. */
function isMentioned(text: string, { from, to }: SpecialDays): boolean {
  const written = daysOf(readMap(text) ?? {}) as readonly { from?: unknown; to?: unknown }[]
  return written.some((one) => String(one.from) <= to && from <= String(one.to))
}

function insertDays(
  text: string,
  days: readonly SpecialDays[],
  newline: string,
): string | undefined {
  const { isMap, isScalar, isSeq, parseDocument } = yamlPackage()
  const { contents } = parseDocument(text, { prettyErrors: false })
  if (!isMap(contents) || contents.flow) return undefined
  const pair = contents.items.find((item) => isScalar(item.key) && item.key.value === key)
  const lines = (indentation: string) =>
    days.map((one) => `${indentation}- ${formatSpecialDays(one)}${newline}`).join('')
  if (!pair) {
    const start = text === '' || text.endsWith('\n') ? text : `${text}${newline}`
    return `${start}${key}:${newline}${lines('  ')}`
  }
  const list = pair.value as Node | null
  if (isSeq(list) && list.items.length > 0) {
    return list.flow ? insertInFlow(text, list, days) : insertAfterLast(text, list, lines)
  }
  const [start = 0] = (pair.key as Node).range ?? []
  const keyEnd = start + key.length + 1
  // An empty list, as [] or as nothing at all; a comment behind it stays.
  const valueEnd = isSeq(list) ? (list.range?.[1] ?? keyEnd) : keyEnd
  const rest = text.slice(valueEnd)
  const lineEnd = rest.indexOf('\n')
  const sameLine = lineEnd < 0 ? `${rest}${newline}` : rest.slice(0, lineEnd + 1)
  return `${text.slice(0, keyEnd)}${sameLine}${lines('  ')}${lineEnd < 0 ? '' : rest.slice(lineEnd + 1)}`
}

/** Before the bracket that closes the list. */
function insertInFlow(text: string, list: YAMLSeq, days: readonly SpecialDays[]): string {
  const end = (list.range?.[1] ?? 0) - 1
  const start = text.slice(0, end).trimEnd()
  const separator = start.endsWith(',') ? ' ' : ', '
  return `${start}${separator}${days.map(formatSpecialDays).join(', ')}${text.slice(end)}`
}

function insertAfterLast(
  text: string,
  list: YAMLSeq,
  lines: (indentation: string) => string,
): string {
  const [first] = (list.items[0] as Node).range ?? [0]
  const [, last] = (list.items.at(-1) as Node).range ?? [0, 0]
  const firstLine = text.slice(text.lastIndexOf('\n', first) + 1, first)
  const indentation = /^ */.exec(firstLine)?.[0] ?? ''
  const lineEnd = text[last - 1] === '\n' ? last - 1 : text.indexOf('\n', last)
  if (lineEnd < 0) return `${text}\n${lines(indentation)}`
  return `${text.slice(0, lineEnd + 1)}${lines(indentation)}${text.slice(lineEnd + 1)}`
}
