/** Converts a parsed line into the input of a booking request. */
import type { z } from 'zod'
import { missingFieldError } from '../../kernel/input.ts'
import type { LocalizedText } from '../../kernel/locale.ts'
import type { BookingRules } from '../scheduling/rules.ts'
import type { QuickEntry, QuickEntryWarning } from './result.ts'

export type BookingInput = {
  /** Input of `parseDetails`, with the field names of the API. */
  input: Record<string, string | number>
  /** Required fields that the line does not contain, and a party size that the trade does not allow. */
  missing: QuickEntryWarning[]
}

export function toBookingInput(
  { fields, partySize }: Pick<QuickEntry, 'fields' | 'partySize'>,
  rules: Pick<BookingRules, 'requestFields' | 'parseDetails'>,
): BookingInput {
  const values = { ...fields, ...(partySize !== undefined && { party_size: partySize }) }
  const requestFields = Object.entries(rules.requestFields)
  const input = Object.fromEntries(
    Object.entries(values).filter(([name]) => name in rules.requestFields),
  )
  const missing = requestFields
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

/** The error message of the trade, if it has one. */
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
  en: 'The number of guests is missing. Add it, such as 4 people.',
}

const oneGuestEachText: LocalizedText = {
  vi: 'Mỗi lịch hẹn cho một khách. Đi mấy người thì ghi bấy nhiêu lịch.',
  en: 'A booking is for one guest. Enter one booking for each guest.',
}
