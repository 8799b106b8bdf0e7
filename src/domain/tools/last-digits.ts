/** The last four digits of a phone number, as guests and models write them. */
import type { ArgumentReading } from '../../kernel/argument-reader.ts'
import type { LocalizedText } from '../../kernel/locale.ts'

/** For an argument with the last digits of this phone number. */
export function lastDigitsReader(phone: LocalizedText) {
  return {
    aliases: ['phone', 'last4', 'phone_number', 'phone_last_four', 'last_four'],
    question: {
      vi: `Bốn số cuối của ${phone.vi}?`,
      en: `What are the last four digits of ${phone.en}?`,
    },
    expected: {
      vi: `Cần bốn số cuối của ${phone.vi}.`,
      en: `The last four digits of ${phone.en} are needed.`,
    },
    read: readLastDigits,
  }
}

/** A whole number contains the digits. */
function readLastDigits(value: unknown): ArgumentReading {
  const digits = String(value).replace(/[^0-9]/g, '')
  return { value: digits.length >= 4 && digits.length <= 15 ? digits.slice(-4) : value }
}
