/** Form fields as values, and the fields that several forms share. */
import type { FieldType, FilledField } from '../../content/form-block.ts'
import { allValues, type FormValues } from '../../content/form-values.ts'
import type { Locale, LocalizedText } from '../../kernel/locale.ts'
import type { GuestQuestion } from '../scheduling/guest-question.ts'
import type { FieldErrorMessages } from './form-errors.ts'

export type FormField = {
  name: string
  label: LocalizedText
  type: FieldType
  needed: boolean
  autocomplete?: string
  hint?: LocalizedText
  /** A number of this many digits. */
  digits?: number
  /** Options side by side, each as large as a button. */
  hasChips?: boolean
  options?: readonly { value: string; label: LocalizedText }[]
  /** Shown as a row that opens when it is pressed. */
  isCollapsed?: boolean
  /** A longer text that is shown when its title is pressed. */
  fullText?: LocalizedText
}

export function fillFields(
  fields: readonly FormField[],
  typed: FormValues,
  errors: FieldErrorMessages,
  locale: Locale,
): FilledField[] {
  return fields.map(({ autocomplete = 'off', hint, options, fullText, ...field }) => ({
    name: field.name,
    label: field.label[locale],
    type: field.type,
    needed: field.needed,
    autocomplete,
    ...(hint && { hint: hint[locale] }),
    ...(field.digits !== undefined && { digits: field.digits }),
    ...(field.hasChips && { hasChips: true }),
    ...(options && {
      options: options.map((option) => ({ value: option.value, label: option.label[locale] })),
    }),
    values: allValues(typed, field.name),
    error: errors[field.name],
    ...(field.isCollapsed && { isCollapsed: true }),
    ...(fullText && {
      fullText: { title: labels.fullText[locale], text: fullText[locale] },
    }),
  }))
}

export function optionalField(name: string, type: FieldType, label: LocalizedText): FormField {
  return { name, type, label, needed: false }
}

export function questionFormField({
  name,
  label,
  hint,
  choice,
  options,
}: GuestQuestion): FormField {
  const shared = { name, label, ...(hint && { hint }), needed: false }
  if (choice === 'text') return { ...shared, type: 'textarea' }
  const choices = options.map((option) => ({ value: option.id, label: option.name }))
  return {
    ...shared,
    type: choice === 'one' ? 'select' : 'ticks',
    options: choice === 'one' ? [{ value: '', label: { vi: '–', en: '–' } }, ...choices] : choices,
  }
}

export const nameFormField: FormField = {
  name: 'name',
  label: { vi: 'Tên của bạn', en: 'Your name' },
  type: 'text',
  needed: true,
  autocomplete: 'name',
}

export const phoneFormField: FormField = {
  name: 'phone',
  label: { vi: 'Số điện thoại', en: 'Phone' },
  type: 'tel',
  needed: true,
  autocomplete: 'tel',
  hint: {
    vi: 'Nhân viên gọi hoặc nhắn vào số này để xác nhận.',
    en: 'Staff call or message this number to confirm.',
  },
}

export const emailFormField: FormField = {
  name: 'email',
  label: { vi: 'Email (không bắt buộc)', en: 'Email (optional)' },
  type: 'email',
  needed: false,
  autocomplete: 'email',
}

/**
 * `text` is the consent text that is stored with the request; it is shown when its title is pressed. The label names
 * health if the form asks about it.
 */
export function consentFormField(text: LocalizedText, asksHealth: boolean): FormField {
  return {
    name: 'consent',
    label: asksHealth ? labels.healthConsent : labels.consent,
    type: 'checkbox',
    needed: true,
    fullText: text,
  }
}

const labels = {
  fullText: { vi: 'Xem toàn văn', en: 'Read the full text' },
  consent: {
    vi: 'Tôi đồng ý cho dùng những thông tin trên để xử lý yêu cầu này.',
    en: 'I agree that these details are used to handle this request.',
  },
  healthConsent: {
    vi: 'Tôi đồng ý cho dùng những thông tin trên, kể cả điều tôi ghi về sức khoẻ, để xử lý yêu cầu này.',
    en: 'I agree that these details, including any about my health, are used to handle this request.',
  },
} satisfies Record<string, LocalizedText>
