/** What every write asks of the person behind it. */
import { z } from 'zod'
import { customIssue } from '../../kernel/input.ts'
import { type Locale, type LocalizedText, locales } from '../../kernel/locale.ts'
import { parsePhone } from '../../kernel/phone.ts'

/** One line without control or invisible characters, as a person would write it. */
export function singleLineField(maxLength: number) {
  return z
    .string()
    .transform((text) => text.normalize('NFC').trim())
    .pipe(
      z
        .string()
        .min(1)
        .max(maxLength)
        .regex(/^[^\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]*$/u),
    )
}

/** Some lines; a line break is the only control character, and nothing turns the writing round. */
export function multiLineField(maxLength: number) {
  return z
    .string()
    .transform((text) => text.normalize('NFC').replace(/\r\n?/g, '\n').trim())
    .pipe(
      z
        .string()
        .max(maxLength)
        .regex(/^(\n|[^\p{Cc}\p{Cs}\u202A-\u202E\u2066-\u2069])*$/u),
    )
}

const invalidPhoneText: LocalizedText = {
  vi: 'Viết số điện thoại Việt Nam như 0912 345 678, hoặc số nước ngoài bắt đầu bằng dấu +.',
  en: 'Write a Vietnamese number such as 0912 345 678, or a foreign one that begins with +.',
}

const phone = z.string().transform((text, context) => {
  const found = parsePhone(text)
  if (found === undefined) context.addIssue(customIssue('wrong_format', invalidPhoneText))
  return found ?? z.NEVER
})

const missingConsentText: LocalizedText = {
  vi: 'Hỏi người khách rồi gửi consent là "1" khi họ đồng ý.',
  en: 'Ask the person, and send consent as "1" once they agree.',
}

const consent = z.unknown().transform((value, context) => {
  const isGiven = value === '1' || value === true || value === 1
  if (!isGiven) context.addIssue(customIssue('not_given', missingConsentText))
  return isGiven ? (true as const) : z.NEVER
})

export const localeField = z.enum(locales).optional().meta({
  description: 'The language to answer in; the query’s `locale` goes before it.',
  example: 'vi',
})

export const emailField = z.email().max(254)

export const contactEmail = emailField.optional().meta({
  description: 'Where to write to the guest, if that is wished.',
  example: 'lan@example.com',
})

export const consentField = consent.meta({
  description: 'The person agreed, after being asked. The string "1" (or true).',
  example: '1',
  override: { type: 'string', enum: ['1'] },
})

export const nameField = singleLineField(80).meta({
  description: 'The guest’s name.',
  example: 'Nguyễn Thị Lan',
})

export const phoneField = phone.meta({
  description: 'Where staff can reach the guest; Vietnamese numbers in any usual spelling.',
  example: '0912 345 678',
})

/** The consent text that was shown, kept with what was sent. */
export type Consent = { version: string; text: string }

export function consentShown(
  { version, text }: { version: string; text: LocalizedText },
  locale: Locale,
): Consent {
  return { version, text: text[locale] }
}
