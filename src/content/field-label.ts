/** Names a place in a content file as an owner would: "the price of Chả rươi". */
import { forEachLocale, type LocalizedText } from '../kernel/locale.ts'
import { weekdayNames } from '../kernel/weekday.ts'
import { fieldName } from './field-names.ts'
import type { Path } from './source.ts'

export const theFile: LocalizedText = { vi: 'tệp', en: 'the file' }

/** The part of the path after the nearest entry with a name, and that name. */
export function fieldLabel(root: unknown, path: Path): LocalizedText {
  let owner: LocalizedText | undefined
  let parts: LocalizedText[] = []
  let value = root
  path.forEach((step, index) => {
    const list = value
    value = valueAt(value, [step])
    const listName = String(path[index - 1] ?? '')
    const name = typeof step === 'number' ? ownerName(listName, value) : undefined
    if (name !== undefined) {
      owner = name
      parts = []
    } else if (typeof step === 'number') {
      const before = parts.pop()
      const entry = describeEntry(listName, list, value, step)
      parts.push(entry ?? before ?? theFile)
    } else if (isLanguage(step) && parts.length > 0) {
      parts.push(inLanguage(parts.pop() ?? theFile, step))
    } else {
      parts.push(fieldName(step))
    }
  })
  const [only, ...others] = parts
  const isField = others.length === 0 && typeof path.at(-1) === 'string'
  if (owner === undefined) {
    if (!only) return theFile
    return isField ? { vi: only.vi, en: `the ${only.en}` } : join(parts)
  }
  if (!only) return owner
  if (!isField) return join([owner, ...parts])
  return { vi: `${only.vi} của ${owner.vi}`, en: `the ${only.en} of ${owner.en}` }
}

function join(parts: readonly LocalizedText[]): LocalizedText {
  return forEachLocale((locale) => parts.map((part) => part[locale]).join(', '))
}

function isLanguage(step: string): step is 'vi' | 'en' {
  return step === 'vi' || step === 'en'
}

function inLanguage({ vi, en }: LocalizedText, language: 'vi' | 'en'): LocalizedText {
  const spoken = fieldName(language)
  return { vi: `${vi} ${spoken.vi}`, en: `${spoken.en} ${en}` }
}

/** An entry that has only an id is called by its list, too: "VAT usual". */
function ownerName(listName: string, entry: unknown): LocalizedText | undefined {
  const name = nameOf(entry)
  if (name === undefined) return undefined
  const kind = valueAt(entry, ['name']) === undefined ? singulars[listName] : undefined
  return forEachLocale((locale) => (kind ? `${kind[locale]} ${name}` : name))
}

/** The Vietnamese name in both languages, because it is in the file; without one the id. */
export function nameOf(entry: unknown): string | undefined {
  const names = [['name', 'vi'], ['name'], ['id']].map((path) => valueAt(entry, path))
  return names.find((name): name is string => typeof name === 'string' && name.trim() !== '')
}

/** An entry of a list whose entries have no names. Undefined: the only entry may be called like the list. */
function describeEntry(
  listName: string,
  list: unknown,
  entry: unknown,
  index: number,
): LocalizedText | undefined {
  const days = valueAt(entry, ['days'])
  if (listName === 'hours' && isWeekdays(days)) {
    const { vi, en } = weekdayNames(days)
    return { vi: `giờ mở cửa ${vi}`, en: `opening hours of ${en}` }
  }
  const upTo = valueAt(entry, ['up_to'])
  if (typeof upTo === 'number') {
    const { vi, en } = fieldName(listName)
    return { vi: `${vi}, nhóm đến ${upTo} khách`, en: `${en}, parties of up to ${upTo}` }
  }
  if (Array.isArray(list) && list.length === 1) return singulars[listName]
  const { vi, en } = isPeriod(entry) ? { vi: 'quãng giờ', en: 'period' } : singular(listName)
  return { vi: `${vi} thứ ${index + 1}`, en: `${en} ${index + 1}` }
}

const singulars: Readonly<Record<string, LocalizedText>> = {
  special_days: { vi: 'ngày đặc biệt', en: 'special day' },
  vat: { vi: 'thuế VAT', en: 'VAT' },
  rates: { vi: 'mức thuế', en: 'rate' },
  journey: { vi: 'chặng', en: 'stage' },
  periods: { vi: 'quãng giờ', en: 'period' },
}

function singular(listName: string): LocalizedText {
  const { vi, en } = fieldName(listName)
  return singulars[listName] ?? { vi: `${vi}, mục`, en: `${en}, entry` }
}

function isPeriod(entry: unknown): boolean {
  const keys = typeof entry === 'object' && entry !== null ? Object.keys(entry) : []
  return keys.length === 2 && keys.includes('from') && keys.includes('to')
}

function isWeekdays(days: unknown): days is number[] {
  return (
    Array.isArray(days) &&
    days.length > 0 &&
    days.every((day) => Number.isInteger(day) && day >= 1 && day <= 7)
  )
}

export function valueAt(root: unknown, path: Path): unknown {
  let value = root
  for (const step of path) {
    if (typeof value !== 'object' || value === null) return undefined
    value = (value as Record<string | number, unknown>)[step]
  }
  return value
}
