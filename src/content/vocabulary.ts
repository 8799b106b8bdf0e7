/**
 * Schemas that all content files share: texts, ids, numbers, choices and lists. Those of times are in `time-fields.ts`,
 * those of contacts in `contact-fields.ts`. The error of each schema is what the owner should write instead, in both
 * languages, and the kind of the field; `schema-errors.ts` adds the file, the line, what is wrong and the corrected
 * line.
 */
import { z } from 'zod'
import { foldDiacritics } from '../kernel/fold-diacritics.ts'
import { isLocale, type Locale, type LocalizedText, locales } from '../kernel/locale.ts'
import {
  encodeMessage,
  type FieldKind,
  formatAlternatives,
  type MessageValues,
} from './schema-message.ts'

/** An object with exactly these members; an unknown one is usually a typing error. */
export function entry<Shape extends z.ZodRawShape>(shape: Shape) {
  return z.strictObject(shape, { error: entryError(Object.keys(shape)) })
}

function entryError(names: readonly string[]) {
  const known = names.join(', ')
  const oneOf = { vi: `một trong: ${known}`, en: `one of ${known}` }
  const all = {
    vi: `các mục ${known}, mỗi mục một dòng`,
    en: `the entries ${known}, each on its own line`,
  }
  return ({ code }: { code?: string }) =>
    encodeMessage(code === 'unrecognized_keys' ? oneOf : all, { kind: 'entry', names })
}

export function maxLengthMessage(maxLength: number): string {
  return encodeMessage({
    vi: `nhiều nhất ${maxLength} ký tự`,
    en: `at most ${maxLength} characters`,
  })
}

export function singleLine(hint: LocalizedText, maxLength = 400) {
  const message = encodeMessage(hint, { kind: 'text' })
  return z.string(message).trim().min(1, message).max(maxLength, maxLengthMessage(maxLength))
}

/**
 * A text of the owner. With `from`, it was written in that language only; `first` is the first language of the shop.
 */
export type OwnerText = { vi: string; en: string; from?: Locale | 'first' }

/** Marks a plain text; owners do not write it. */
const plainText = z.literal('first', encodeMessage({ vi: 'vi và en', en: 'vi and en' }))

/** Text for people: in both languages, in one of them, or a plain text in the first language of the shop. */
export function localizedText(maxLength = 400) {
  const vi = singleLine({ vi: 'lời tiếng Việt', en: 'the Vietnamese text' }, maxLength)
  const en = singleLine({ vi: 'lời tiếng Anh', en: 'the English text' }, maxLength)
  const shape = { vi: vi.optional(), en: en.optional(), from: plainText.optional() }
  return z
    .preprocess(readText, z.strictObject(shape, { error: entryError(['vi', 'en']) }))
    .refine(({ vi, en }) => vi !== undefined || en !== undefined, {
      error: encodeMessage({ vi: 'lời tiếng Việt', en: 'the Vietnamese text' }),
      path: ['vi'],
    })
    .transform(({ vi, en, from }): OwnerText => {
      if (from !== undefined) return { vi: vi ?? '', en: en ?? '', from }
      if (vi !== undefined && en !== undefined) return { vi, en }
      const text = vi ?? en ?? ''
      return { vi: text, en: text, from: vi === undefined ? 'en' : 'vi' }
    })
}

/** A language that is left empty is left out. */
function readText(value: unknown): unknown {
  if (typeof value === 'string') return { vi: value, en: value, from: 'first' }
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value
  // Most texts are complete, and a large menu has tens of thousands.
  if (locales.every((locale) => isWritten((value as Partial<LocalizedText>)[locale]))) return value
  return Object.fromEntries(
    Object.entries(value).filter(([name, text]) => !isLocale(name) || isWritten(text)),
  )
}

function isWritten(text: unknown): boolean {
  return text !== null && text !== ''
}

/** Text of a fixed pattern. */
export function patternString(pattern: RegExp, hint: LocalizedText, kind?: FieldKind) {
  const message = encodeMessage(hint, kind)
  return z.string(message).regex(pattern, message)
}

export const slugHint: LocalizedText = {
  vi: 'chữ thường không dấu, chữ số và dấu gạch ngang, ví dụ ca-kho-lang-vu-dai',
  en: 'small ASCII letters, digits and single dashes, such as ca-kho-lang-vu-dai',
}

export function isSlug(text: string): boolean {
  return /^[a-z0-9]+(-[a-z0-9]+)*$/.test(text)
}

/** Owners write dashes and underscores alike; each kind of id has one of them in URLs and in the API. */
const idPattern = /^[a-z0-9]+([-_][a-z0-9]+)*$/
const toDashes = (id: string) => id.replaceAll('_', '-')
const toUnderscores = (id: string) => id.replaceAll('-', '_')

export const slug = patternString(idPattern, slugHint, { kind: 'id' })
  .max(60, maxLengthMessage(60))
  .transform(toDashes)

/** A value of a fixed list in the API, such as an allergen; it has no page. */
export const key = patternString(
  /^[a-z][a-z0-9]*([-_][a-z0-9]+)*$/,
  {
    vi: 'chữ thường không dấu, chữ số và dấu gạch dưới, ví dụ recent_surgery',
    en: 'small ASCII letters, digits and underscores, such as recent_surgery',
  },
  { kind: 'id' },
).transform(toUnderscores)

/**
 * The id of something in another file. A separate check reports an unknown id together with what was probably meant, so
 * any text is valid here.
 */
export function idFrom(file: string) {
  return reference(file).transform((id) => (idPattern.test(id) ? toDashes(id) : id))
}

/** The same for an id with underscores. */
export function keyFrom(file: string) {
  return reference(file).transform((id) => (idPattern.test(id) ? toUnderscores(id) : id))
}

function reference(file: string) {
  return singleLine({ vi: `một id lấy từ ${file}`, en: `an id from ${file}` }, 60)
}

/** For an offer with a VAT rate other than the usual one: the id of its rate. */
export const vatKind = idFrom('business.yaml').optional()

const vndHint = encodeMessage(
  {
    vi: 'số tiền bằng đồng, viết liền không dấu chấm, ví dụ 75000',
    en: 'a whole number of dong without dots, such as 75000',
  },
  { kind: 'amount' },
)
/** YAML parses 145.000 as 145: a price below the smallest banknote probably had a dot. */
export const vndAmount = z
  .int(vndHint)
  .max(1_000_000_000, vndHint)
  .refine((amount) => amount === 0 || amount >= 1000, vndHint)

/** `words` are other names of the numbers that owners write. */
export function integerBetween(min: number, max: number, words: MessageValues = {}) {
  const hint = encodeMessage(
    { vi: `một số nguyên từ ${min} đến ${max}`, en: `a whole number from ${min} to ${max}` },
    { kind: 'number', min, max, step: 1, words },
  )
  return z.int(hint).min(min, hint).max(max, hint)
}

export function degrees(max: number, example: number) {
  const hint = encodeMessage(
    { vi: `số độ, ví dụ ${example}`, en: `degrees, such as ${example}` },
    { kind: 'degrees' },
  )
  return z.number(hint).min(-max, hint).max(max, hint)
}

export const yesOrNo = z.boolean(
  encodeMessage(formatAlternatives(['true', 'false']), { kind: 'yesOrNo' }),
)

/** `words` are other names of the values that owners write. */
export function choice<const Values extends readonly [string, ...string[]]>(
  values: Values,
  words: MessageValues = {},
) {
  return z.enum(
    values,
    encodeMessage(formatAlternatives(values), { kind: 'choice', values, words }),
  )
}

export function listOf<Item extends z.ZodType>(item: Item, minItems = 1) {
  const entries = minItems === 1 ? 'one entry' : `${minItems} entries`
  return z
    .array(
      item,
      encodeMessage({
        vi: 'một danh sách, mỗi mục một dòng, đầu dòng là dấu gạch ngang',
        en: 'a list, one entry a line, each after a dash',
      }),
    )
    .min(minItems, encodeMessage({ vi: `ít nhất ${minItems} mục`, en: `at least ${entries}` }))
}

/** A list that may be empty; `what` names its entries. */
export function optionalList<Item extends z.ZodType>(item: Item, what: LocalizedText) {
  return z.array(
    item,
    encodeMessage({
      vi: `danh sách ${what.vi}, hoặc [] nếu không có`,
      en: `a list of ${what.en}, [] for none`,
    }),
  )
}

export function listOfLength<Item extends z.ZodType>(
  count: number,
  item: Item,
  hint: LocalizedText,
) {
  return z.array(item, encodeMessage(hint)).length(count, encodeMessage(hint))
}

/** A list that may be left out or empty. */
export function listOrNone<Item extends z.ZodType>(item: Item, what: LocalizedText) {
  return optionalList(item, what).default(() => [])
}

/** Something with an id and a name only: a category, a tag. */
export const namedEntry = entry({ id: slug.optional(), name: localizedText(60) }).transform(withId)

type NamedItem = { id?: string | undefined; name: string | LocalizedText }

function withId<Item extends NamedItem>(item: Item): Item & { id: string } {
  return { ...item, id: item.id ?? toSlug(item.name) }
}

type Item = Readonly<Record<string, unknown>>

type Identified<List> = List extends readonly (infer Item)[] ? (Item & { id: string })[] : never

/** A list of named entries. Each that has no id gets one from its Vietnamese name, the text in the member `namedBy`. */
export function identified<List extends z.ZodType<readonly unknown[]>>(
  list: List,
  namedBy = 'name',
) {
  return list.transform(
    (items) =>
      withIds(items as readonly Item[], namedBy) as unknown[] as Identified<z.output<List>>,
  )
}

/** Of two equal names, the second gets a number. */
function withIds(items: readonly Item[], namedBy: string): Item[] {
  const used = new Set(items.map(({ id }) => id))
  return items.map((item) => {
    if (item.id !== undefined) return item
    const name = toSlug(item[namedBy] as string | LocalizedText)
    let id = name
    for (let number = 2; used.has(id); number++) id = `${name}-${number}`
    used.add(id)
    return { ...item, id }
  })
}

/** "Phở bò tái" → "pho-bo-tai". */
function toSlug(name: string | LocalizedText): string {
  const folded = foldDiacritics(typeof name === 'string' ? name : name.vi)
  const words = folded.match(/[a-z0-9]+/g) ?? ['so']
  return words.join('-').slice(0, 50).replace(/-$/, '')
}

/** The texts of everything that is sold. */
export const offerFields = {
  id: slug.optional(),
  name: localizedText(80),
  description: localizedText(240).optional(),
  story: localizedText(900).optional(),
}

/** A person whom guests meet. */
export const personFields = {
  id: slug.optional(),
  name: singleLine({ vi: 'tên như khách vẫn gọi', en: 'the name that guests use' }, 60),
  role: localizedText(80).optional(),
  bio: localizedText(500).optional(),
}
