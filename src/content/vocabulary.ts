/**
 * Schemas that all content files share. The error of each schema is what the owner should write instead, in both
 * languages; `content-errors.ts` adds the file, the line and what is wrong.
 */
import { z } from 'zod'
import type { LocalizedText } from '../kernel/locale.ts'
import { isDate } from '../kernel/time.ts'
import { findBank } from './banks.ts'
import { encodeMessage, formatAlternatives } from './schema-message.ts'

/** An object with exactly these members; an unknown one is usually a typing error. */
export function entry<Shape extends z.ZodRawShape>(shape: Shape) {
  const known = Object.keys(shape).join(', ')
  const oneOf = { vi: `một trong: ${known}`, en: `one of ${known}` }
  const all = {
    vi: `các mục ${known}, mỗi mục một dòng`,
    en: `the entries ${known}, each on its own line`,
  }
  return z.strictObject(shape, {
    error: ({ code }) => encodeMessage(code === 'unrecognized_keys' ? oneOf : all),
  })
}

function maxLengthMessage(maxLength: number): string {
  return encodeMessage({
    vi: `nhiều nhất ${maxLength} ký tự`,
    en: `at most ${maxLength} characters`,
  })
}

export function singleLine(hint: LocalizedText, maxLength = 400) {
  return z
    .string(encodeMessage(hint))
    .trim()
    .min(1, encodeMessage(hint))
    .max(maxLength, maxLengthMessage(maxLength))
}

/** Text for people, always in both languages. */
export function localizedText(maxLength = 400) {
  return entry({
    vi: singleLine({ vi: 'lời tiếng Việt', en: 'the Vietnamese text' }, maxLength),
    en: singleLine({ vi: 'lời tiếng Anh', en: 'the English text' }, maxLength),
  })
}

/** Text of a fixed pattern. */
export function patternString(pattern: RegExp, hint: LocalizedText) {
  return z.string(encodeMessage(hint)).regex(pattern, encodeMessage(hint))
}

export const slugHint: LocalizedText = {
  vi: 'chữ thường không dấu, chữ số và dấu gạch ngang, ví dụ ca-kho-lang-vu-dai',
  en: 'small ASCII letters, digits and single dashes, such as ca-kho-lang-vu-dai',
}
const slugPattern = /^[a-z0-9]+(-[a-z0-9]+)*$/

export function isSlug(text: string): boolean {
  return slugPattern.test(text)
}

export const slug = patternString(slugPattern, slugHint).max(60, maxLengthMessage(60))

/** A value of a fixed list in the API, such as an allergen; it has no page. */
export const key = patternString(/^[a-z][a-z0-9]*(_[a-z0-9]+)*$/, {
  vi: 'chữ thường không dấu, chữ số và dấu gạch dưới, ví dụ recent_surgery',
  en: 'small ASCII letters, digits and underscores, such as recent_surgery',
})

/**
 * The id of something in another file. A separate check reports an unknown id together with the known ones, so any text
 * is valid here.
 */
export function idFrom(file: string) {
  const hint = { vi: `một id lấy từ ${file}`, en: `an id from ${file}` }
  return singleLine(hint, 60)
}

/** For an offer with a VAT rate other than the usual one: the id of its rate. */
export const vatKind = idFrom('business.yaml').optional()

const vndHint = encodeMessage({
  vi: 'số tiền bằng đồng, viết liền không dấu chấm, ví dụ 75000',
  en: 'a whole number of dong without dots, such as 75000',
})
/** YAML parses 145.000 as 145: a price below the smallest banknote probably had a dot. */
export const vndAmount = z
  .int(vndHint)
  .max(1_000_000_000, vndHint)
  .refine((amount) => amount === 0 || amount >= 1000, vndHint)

export function integerBetween(min: number, max: number) {
  const hint = encodeMessage({
    vi: `một số nguyên từ ${min} đến ${max}`,
    en: `a whole number from ${min} to ${max}`,
  })
  return z.int(hint).min(min, hint).max(max, hint)
}

export function degrees(max: number, example: number) {
  const hint = encodeMessage({ vi: `số độ, ví dụ ${example}`, en: `degrees, such as ${example}` })
  return z.number(hint).min(-max, hint).max(max, hint)
}

export const yesOrNo = z.boolean(encodeMessage(formatAlternatives(['true', 'false'])))

export function choice<const Values extends readonly [string, ...string[]]>(values: Values) {
  return z.enum(values, encodeMessage(formatAlternatives(values)))
}

const quarterHint = encodeMessage({
  vi: 'số phút chia hết cho 15, ví dụ 90',
  en: 'minutes in steps of 15, such as 90',
})
export const quarterHours = z
  .int(quarterHint)
  .min(15, quarterHint)
  .max(720, quarterHint)
  .multipleOf(15, quarterHint)

const turnHint = encodeMessage({ vi: '0, 15, 30, 45 hoặc 60', en: '0, 15, 30, 45 or 60' })
/** Minutes to prepare a place for the next guest. */
export const turnMinutes = z
  .int(turnHint)
  .min(0, turnHint)
  .max(60, turnHint)
  .multipleOf(15, turnHint)

const timeHint = encodeMessage({
  vi: 'giờ trong ngoặc kép, phút là 00, 15, 30 hoặc 45, ví dụ "18:30"',
  en: 'a time between quotes in steps of 15 minutes, such as "18:30"',
})
/** HH:MM on the quarter hour; "24:00" closes a day at midnight. An invalid time is not compared further. */
export const clockTime = z
  .string(timeHint)
  .regex(/^(([01][0-9]|2[0-3]):(00|15|30|45)|24:00)$/, { error: timeHint, abort: true })

const dateHint = encodeMessage({
  vi: 'ngày trong ngoặc kép, theo thứ tự năm-tháng-ngày, ví dụ "2027-02-05"',
  en: 'a date as YYYY-MM-DD between quotes, such as "2027-02-05"',
})
export const date = z.string(dateHint).refine(isDate, { error: dateHint, abort: true })

const weekdaysHint = encodeMessage({
  vi: 'các thứ trong tuần bằng số, từ 1 (thứ Hai) đến 7 (Chủ nhật), ví dụ [2, 3, 4]',
  en: 'weekdays from 1 (Monday) to 7 (Sunday), such as [2, 3, 4]',
})
export const weekdays = z
  .array(z.int(weekdaysHint).min(1, weekdaysHint).max(7, weekdaysHint), weekdaysHint)
  .min(1, weekdaysHint)
  .refine(
    (days) => new Set(days).size === days.length,
    encodeMessage({ vi: 'mỗi thứ một lần', en: 'each weekday once' }),
  )

export const phone = patternString(/^\+[1-9][0-9 ]{7,18}$/, {
  vi: 'số điện thoại có mã quốc gia, trong ngoặc kép, ví dụ "+84 24 3826 1234"',
  en: 'an international number between quotes, such as "+84 24 3826 1234"',
})

export const webAddress = z.url({
  protocol: /^https$/,
  error: encodeMessage({
    vi: 'địa chỉ trang bắt đầu bằng https://',
    en: 'a web address that begins with https://',
  }),
})

export const email = z.email(
  encodeMessage({
    vi: 'địa chỉ email, ví dụ xinchao@khoilam.example',
    en: 'an email address, such as xinchao@khoilam.example',
  }),
)

const bankHint = encodeMessage({
  vi:
    'tên ngắn của ngân hàng, ví dụ Vietcombank, hoặc mã số (BIN) trong ngoặc kép, ví dụ ' +
    '"970436"; danh sách ở docs/deposits.md',
  en:
    'the short name of a bank, such as Vietcombank, or its number (BIN) between quotes, ' +
    'such as "970436"; docs/deposits.md lists them',
})

/** Account for bank transfers. */
export const bankAccount = entry({
  name: z.string(bankHint).refine((name) => findBank(name) !== undefined, bankHint),
  account: patternString(/^[0-9]{6,19}$/, {
    vi: 'số tài khoản trong ngoặc kép, chỉ gồm 6 đến 19 chữ số',
    en: 'the account between quotes, 6 to 19 digits and nothing else',
  }),
  holder: patternString(/^[A-Z0-9][A-Z0-9 .,&-]*$/, {
    vi: 'tên chủ tài khoản như ngân hàng in: chữ hoa không dấu',
    en: 'whose account it is, as the bank prints it: capitals without accents',
  }).max(60, maxLengthMessage(60)),
})

/** A period of one day. */
export const span = entry({ from: clockTime, to: clockTime }).refine(
  ({ from, to }) => from < to,
  encodeMessage({
    vi: 'giờ "from" sớm hơn giờ "to"',
    en: 'a "from" that is earlier than its "to"',
  }),
)

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

/** Something with an id and a name only: a category, a tag. */
export const namedEntry = entry({ id: slug, name: localizedText(60) })

/** The texts of everything that is sold. */
export const offerFields = {
  id: slug,
  name: localizedText(80),
  description: localizedText(240),
  story: localizedText(900),
}

/** A person whom guests meet. */
export const personFields = {
  id: slug,
  name: singleLine({ vi: 'tên như khách vẫn gọi', en: 'the name that guests use' }, 60),
  role: localizedText(80),
  bio: localizedText(500),
}
