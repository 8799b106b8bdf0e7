/** What a typed line gives to a trade's own reading of a wish. */
import type { z } from 'zod'
import { missingFieldError } from '../../kernel/input.ts'
import type { LocalizedText } from '../../kernel/locale.ts'
import type { BookingRules } from '../scheduling/rules.ts'
import type { QuickEntry, QuickEntryWarning } from './result.ts'

export type BookingInput = {
  /** For `readWish`, in the names of the wire. */
  input: Record<string, string | number>
  /** What the trade cannot do without and the line does not say, or says of more than one guest. */
  missing: QuickEntryWarning[]
}

export function toBookingInput(
  { fields, partySize }: Pick<QuickEntry, 'fields' | 'partySize'>,
  rules: Pick<BookingRules, 'requestFields' | 'parseDetails'>,
): BookingInput {
  const values = { ...fields, ...(partySize !== undefined && { party_size: partySize }) }
  const own = Object.entries(rules.requestFields)
  const input = Object.fromEntries(
    Object.entries(values).filter(([name]) => name in rules.requestFields),
  )
  const missing = own
    .filter(([name, field]) => !(name in input) && isRequired(field as z.ZodType))
    .map(([name]) => ({ text: '', message: missingFieldText(name, input, rules) }))
  const isForSeveral =
    partySize !== undefined && partySize > 1 && !('party_size' in rules.requestFields)
  return {
    input,
    missing: isForSeveral ? [...missing, { text: '', message: oneGuestEachText }] : missing,
  }
}

function isRequired(field: z.ZodType): boolean {
  return !field.safeParse(undefined).success
}

/** The trade's own words for what is missing, where it has any. */
function missingFieldText(
  name: string,
  input: BookingInput['input'],
  rules: Pick<BookingRules, 'parseDetails'>,
): LocalizedText {
  if (name === 'party_size') return missingPartySizeText
  const error = rules.parseDetails(input, 'request').errors?.find((one) => one.name === name)
  return error?.message ?? missingFieldError(name).message
}

const missingPartySizeText: LocalizedText = {
  vi: 'Chưa có số khách. Viết thêm, như 4 người.',
  en: 'How many guests is missing. Add it, such as 4 people.',
}

const oneGuestEachText: LocalizedText = {
  vi: 'Mỗi lịch hẹn cho một khách. Đi mấy người thì ghi bấy nhiêu lịch.',
  en: 'A booking is for one guest. Write one for each of them.',
}
