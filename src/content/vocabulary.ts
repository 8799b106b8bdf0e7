/**
 * The words every content file shares. Each schema carries, as its error, what the owner should
 * write instead; `faults.ts` puts the file, the line and what is wrong in front of it.
 */
import { z } from 'zod'
import { isDate } from '../kernel/time.ts'

/** An object with exactly these members; an unknown one is usually a typing error. */
export function entry<Shape extends z.ZodRawShape>(shape: Shape) {
  const known = Object.keys(shape).join(', ')
  return z.strictObject(shape, {
    error: (issue) =>
      issue.code === 'unrecognized_keys'
        ? `one of ${known}`
        : `the entries ${known}, each on its own line`,
  })
}

export function line(hint: string, longest = 400) {
  return z.string(hint).trim().min(1, hint).max(longest, `at most ${longest} characters`)
}

/** Words shown to people, always in both languages. */
export function words(longest = 400) {
  return entry({
    vi: line('the Vietnamese words', longest),
    en: line('the English words', longest),
  })
}

export const slugHint = 'small ASCII letters, digits and single dashes, such as ca-kho-lang-vu-dai'
const slugForm = /^[a-z0-9]+(-[a-z0-9]+)*$/

export function isSlug(text: string): boolean {
  return slugForm.test(text)
}

export const slug = z.string(slugHint).regex(slugForm, slugHint).max(60, 'at most 60 characters')

/** For an offer whose VAT differs from the usual one: the id of its kind in business.yaml. */
export const vatKind = slug.optional()

const nameHint = 'small ASCII letters, digits and underscores, such as recent_surgery'
/** A value of a closed list on the wire, such as an allergen: it makes no page. */
export const key = z.string(nameHint).regex(/^[a-z][a-z0-9]*(_[a-z0-9]+)*$/, nameHint)

const dongHint = 'a whole number of dong without dots, such as 75000'
export const dong = z.int(dongHint).min(0, dongHint).max(1_000_000_000, dongHint)

export function whole(least: number, most: number) {
  const hint = `a whole number from ${least} to ${most}`
  return z.int(hint).min(least, hint).max(most, hint)
}

const quarterHint = 'minutes in steps of 15, such as 90'
export const quarterHours = z
  .int(quarterHint)
  .min(15, quarterHint)
  .max(720, quarterHint)
  .multipleOf(15, quarterHint)

const timeHint = 'a time between quotes in steps of 15 minutes, such as "18:30"'
/** HH:MM on the quarter hour; "24:00" closes a day at midnight. */
export const clockTime = z
  .string(timeHint)
  .regex(/^(([01][0-9]|2[0-3]):(00|15|30|45)|24:00)$/, timeHint)

const dateHint = 'a date as YYYY-MM-DD, such as 2027-02-05'
export const date = z.string(dateHint).refine(isDate, dateHint)

const weekdaysHint = 'weekdays from 1 (Monday) to 7 (Sunday), such as [2, 3, 4]'
export const weekdays = z
  .array(z.int(weekdaysHint).min(1, weekdaysHint).max(7, weekdaysHint), weekdaysHint)
  .min(1, weekdaysHint)
  .refine((days) => new Set(days).size === days.length, 'each weekday once')

const phoneHint = 'an international number, such as "+84 24 3826 1234"'
export const phone = z.string(phoneHint).regex(/^\+[1-9][0-9 ]{7,18}$/, phoneHint)

const addressHint = 'a web address that begins with https://'
export const webAddress = z.url({ protocol: /^https$/, error: addressHint })

export const email = z.email('an e-mail address, such as xinchao@khoilam.example')

/** A span of one day. */
export const span = entry({ from: clockTime, to: clockTime }).refine(
  ({ from, to }) => from < to,
  'a "from" that is earlier than its "to"',
)

export function listOf<Item extends z.ZodType>(item: Item, least = 1) {
  return z
    .array(item, 'a list, one entry a line, each after a dash')
    .min(least, least === 1 ? 'at least one entry' : `at least ${least} entries`)
}
