/** What differs between two versions of a file, in an owner's words: "the price of Chả rươi: 145.000 ₫ → 155.000 ₫". */
import { isDeepStrictEqual } from 'node:util'
import { forEachLocale, type LocalizedText } from '../../kernel/locale.ts'
import { formatMoney } from '../../kernel/money.ts'
import { weekdayNames } from '../../kernel/weekday.ts'
import { fieldLabel, nameOf } from '../field-label.ts'
import type { Path } from '../source.ts'
import { matchItems } from './match-items.ts'
import { isContainer } from './render-yaml.ts'

export type Change = {
  place: LocalizedText
  /** Undefined if there was nothing, or if it is too long to show. */
  before?: LocalizedText | undefined
  after?: LocalizedText | undefined
}

/** At most so many of one file are named, and the others are counted. */
const maxChanges = 30

export function describeChanges(before: unknown, after: unknown): Change[] {
  const changes: Change[] = []
  const add = (root: unknown, path: Path, old: unknown, value: unknown) => {
    const place = fieldLabel(root, path)
    const name = path.findLast((step) => typeof step === 'string')
    changes.push({ place, before: formatValue(name, old), after: formatValue(name, value) })
  }
  /** `oldPath` and `path` differ if an entry has moved. */
  const compare = (oldPath: Path, path: Path, old: unknown, value: unknown) => {
    if (isDeepStrictEqual(old, value)) return
    if (isMembers(old) && isMembers(value)) {
      for (const name of new Set([...Object.keys(old), ...Object.keys(value)])) {
        const [was, is] = [old[name], value[name]]
        if (is === undefined) add(before, [...oldPath, name], was, undefined)
        else compare([...oldPath, name], [...path, name], was, is)
      }
    } else if (isEntryList(old) && isEntryList(value)) {
      compareLists(oldPath, path, old, value)
    } else {
      add(after, path, old, value)
    }
  }
  const compareLists = (
    oldPath: Path,
    path: Path,
    old: readonly unknown[],
    value: readonly unknown[],
  ) => {
    const sources = matchItems(old, value)
    for (const [index, source] of sources.entries()) {
      if (source === undefined)
        changes.push(describeEntry(after, [...path, index], value[index], added))
      else compare([...oldPath, source], [...path, index], old[source], value[index])
    }
    for (const [index, item] of old.entries()) {
      if (!sources.includes(index))
        changes.push(describeEntry(before, [...oldPath, index], item, removed))
    }
    const stayed = sources.filter((source) => source !== undefined)
    const isMoved = stayed.some((source, index) => index > 0 && source < (stayed[index - 1] ?? 0))
    if (isMoved) changes.push({ place: fieldLabel(after, path), after: newOrder })
  }
  compare([], [], before, after)
  const rest = changes.length - maxChanges
  if (rest <= 0) return changes
  const count = forEachLocale(() => String(rest))
  return [...changes.slice(0, maxChanges), { place: otherChanges, after: count }]
}

const otherChanges: LocalizedText = {
  vi: 'số thay đổi khác trong tệp này',
  en: 'other changes of this file',
}

const added: LocalizedText = { vi: 'thêm mới', en: 'added' }
const removed: LocalizedText = { vi: 'bỏ', en: 'removed' }
const newOrder: LocalizedText = { vi: 'thứ tự mới', en: 'new order' }

type Members = Readonly<Record<string, unknown>>

function isMembers(value: unknown): value is Members {
  return isContainer(value) && !Array.isArray(value)
}

function isEntryList(value: unknown): value is readonly unknown[] {
  return Array.isArray(value) && value.every(isMembers)
}

function describeEntry(root: unknown, path: Path, entry: unknown, what: LocalizedText): Change {
  const name = nameOf(entry)
  const place = name === undefined ? fieldLabel(root, path) : forEachLocale(() => name)
  const price = isMembers(entry) && what === added ? formatValue('price', entry.price) : undefined
  const after = price ? forEachLocale((locale) => `${what[locale]}, ${price[locale]}`) : what
  return { place, after }
}

const moneyFields = new Set(['price', 'amount', 'deposit_per_guest', 'minimum_spend'])
const maxLength = 60

function formatValue(name: string | undefined, value: unknown): LocalizedText | undefined {
  if (value === undefined || value === null) return undefined
  if (typeof value === 'number' && name !== undefined && moneyFields.has(name))
    return forEachLocale((locale) => formatMoney(value, locale))
  if (typeof value === 'boolean') return value ? { vi: 'có', en: 'yes' } : { vi: 'không', en: 'no' }
  if (Array.isArray(value)) return formatList(name, value)
  if (isMembers(value)) return formatMembers(value)
  return shorten(String(value))
}

function formatList(name: string | undefined, list: readonly unknown[]): LocalizedText | undefined {
  if (name === 'days' || name === 'weekdays') return weekdayNames(list.map(Number))
  if (list.length === 0) return { vi: 'không có', en: 'none' }
  const parts = list.map((one) => formatValue(undefined, one))
  return forEachLocale(
    (locale) => shorten(parts.map((part) => part?.[locale] ?? '').join(', '))[locale],
  )
}

/** A text, a period, or a price from a day. */
function formatMembers(value: Members): LocalizedText {
  if ('vi' in value || 'en' in value) {
    const text = (locale: 'vi' | 'en') => String(value[locale] ?? value.vi ?? value.en ?? '')
    return forEachLocale((locale) => shorten(text(locale))[locale])
  }
  const parts = Object.entries(value).map(([name, part]) => formatValue(name, part))
  const isPeriod = 'from' in value && 'to' in value
  return forEachLocale(
    (locale) =>
      shorten(parts.map((part) => part?.[locale] ?? '').join(isPeriod ? '–' : ', '))[locale],
  )
}

function shorten(text: string): LocalizedText {
  const short = text.length > maxLength ? `${text.slice(0, maxLength)}…` : text
  return { vi: short, en: short }
}
