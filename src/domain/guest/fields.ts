/** Input fields about the guest: name, phone, email, language, note and consent. */

import { z } from 'zod'
import type { ConsentText } from '../../content/shop.ts'
import { lengthFormat } from '../../kernel/field-formats.ts'
import { customIssue } from '../../kernel/input.ts'
import { hasInvisibleCharacters } from '../../kernel/invisible-text.ts'
import { type LocalizedText, locales } from '../../kernel/locale.ts'
import { parsePhone } from '../../kernel/phone.ts'
import type { FieldHints } from '../../kernel/problem.ts'
import { findNameError } from './guest-name.ts'

/** One line without control or invisible characters. */
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
    .meta(lengthFormat(1, maxLength))
}

/** Several lines. Rejects control characters except the line break, and invisible characters. */
export function multiLineField(maxLength: number) {
  return z
    .string()
    .transform((text) => text.normalize('NFC').replace(/\r\n?/g, '\n').trim())
    .pipe(
      z
        .string()
        .max(maxLength)
        .regex(/^(\n|[^\p{Cc}\p{Cs}\u202A-\u202E\u2066-\u2069])*$/u)
        .superRefine(rejectInvisible),
    )
    .meta(lengthFormat(0, maxLength))
}

const invisibleText: LocalizedText = {
  vi: 'Có ký tự không nhìn thấy được. Xoá đi và gõ lại đoạn này.',
  en: 'This contains invisible characters. Delete this text and type it again.',
}

function rejectInvisible(text: string, context: z.core.$RefinementCtx): void {
  if (hasInvisibleCharacters(text)) context.addIssue(customIssue('wrong_format', invisibleText))
}

const invalidPhoneText: LocalizedText = {
  vi:
    'Viết số điện thoại Việt Nam như 0912 345 678, hoặc số nước ngoài bắt đầu bằng dấu +. ' +
    'Số vừa viết không tồn tại.',
  en:
    'Write a Vietnamese number such as 0912 345 678, or a foreign one that begins with +. ' +
    'The number that you wrote does not exist.',
}

const impossiblePhone: FieldHints = {
  who: 'guest',
  brief: {
    vi: 'Số điện thoại này không tồn tại. Xin đọc lại số?',
    en: 'This phone number does not exist. What is the right number?',
  },
}

const phone = z.string().transform((text, context) => {
  const found = parsePhone(text)
  if (found === undefined) {
    context.addIssue(customIssue('wrong_format', invalidPhoneText, impossiblePhone))
  }
  return found ?? z.NEVER
})

const missingConsentText: LocalizedText = {
  vi: 'Hỏi người khách rồi gửi consent là "1" khi họ đồng ý.',
  en: 'Ask the guest, then send consent as "1" if they agree.',
}

const consent = z.unknown().transform((value, context) => {
  const hasConsented = value === '1' || value === true || value === 1
  if (!hasConsented) context.addIssue(customIssue('not_given', missingConsentText))
  return hasConsented ? (true as const) : z.NEVER
})

export const localeField = z.enum(locales).optional().meta({
  description: 'Language of the response; the query parameter `locale` takes precedence.',
  example: 'vi',
})

export const emailField = z.email().max(254)

export const contactEmail = emailField.optional().meta({
  description: 'Email address of the guest, if they want email.',
  example: 'lan@example.com',
})

/** `/openapi.json` contains the text that the guest agrees to. */
export function consentField({ version, text }: ConsentText) {
  return consent.meta({
    description: 'The guest was asked and agreed. The string "1" (or true).',
    example: '1',
    override: { type: 'string', enum: ['1'], 'x-consent': { version, text } },
  })
}

const unusableName: FieldHints = {
  who: 'guest',
  brief: {
    vi: 'Tên này không dùng được. Xin tên để nhân viên gọi?',
    en: 'This is not a name. What name can staff use?',
  },
}

export const nameField = singleLineField(80)
  .superRefine((name, context) => {
    const message = findNameError(name)
    if (message) context.addIssue(customIssue('wrong_format', message, unusableName))
    else rejectInvisible(name, context)
  })
  .meta({
    description: 'The guest’s name.',
    example: 'Nguyễn Thị Lan',
    ...lengthFormat(1, 80),
  })

/** Staff may call a guest as they like, such as “Khách lẻ” or “Anh Nam”. */
export const staffNameField = singleLineField(80).superRefine(rejectInvisible)

export const phoneField = phone.meta({
  description: 'Phone number of the guest; Vietnamese numbers in any common format.',
  example: '0912 345 678',
  ...lengthFormat(6, 25),
})

export const noteField = multiLineField(500).optional().meta({
  description: 'Anything else staff should know; at most 500 characters.',
  example: 'Có ghế trẻ em thì tốt quá.',
})

/** Stored instead of the name of a guest who was erased or anonymized. */
export const erasedName = '–'
