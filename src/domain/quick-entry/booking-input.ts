/** What a typed line gives to a trade's own reading of a wish. */
import type { z } from 'zod'
import { missingField } from '../../kernel/input.ts'
import type { Words } from '../../kernel/locale.ts'
import type { BookingRules } from '../scheduling/rules.ts'
import type { Unclear, Understood } from './result.ts'

export type WishInput = {
  /** For `readWish`, in the names of the wire. */
  input: Record<string, string | number>
  /** What the trade cannot do without and the line does not say, or says of more than one guest. */
  missing: Unclear[]
}

export function toWishInput(
  { fields, partySize }: Pick<Understood, 'fields' | 'partySize'>,
  rules: Pick<BookingRules, 'requestFields' | 'readWish'>,
): WishInput {
  const said = { ...fields, ...(partySize !== undefined && { party_size: partySize }) }
  const own = Object.entries(rules.requestFields)
  const input = Object.fromEntries(
    Object.entries(said).filter(([name]) => name in rules.requestFields),
  )
  const missing = own
    .filter(([name, field]) => !(name in input) && isNeeded(field as z.ZodType))
    .map(([name]) => ({ text: '', message: wordsFor(name, input, rules) }))
  const many = partySize !== undefined && partySize > 1 && !('party_size' in rules.requestFields)
  return { input, missing: many ? [...missing, { text: '', message: oneEach }] : missing }
}

function isNeeded(field: z.ZodType): boolean {
  return !field.safeParse(undefined).success
}

/** The trade's own words for what is missing, where it has any. */
function wordsFor(
  name: string,
  input: WishInput['input'],
  rules: Pick<BookingRules, 'readWish'>,
): Words {
  if (name === 'party_size') return howMany
  const fault = rules.readWish(input, 'request').faults?.find((one) => one.name === name)
  return fault?.message ?? missingField(name).message
}

const howMany: Words = {
  vi: 'Chưa có số khách. Viết thêm, như 4 người.',
  en: 'How many guests is missing. Add it, such as 4 people.',
}

const oneEach: Words = {
  vi: 'Mỗi lịch hẹn cho một khách. Đi mấy người thì ghi bấy nhiêu lịch.',
  en: 'A booking is for one guest. Write one for each of them.',
}
