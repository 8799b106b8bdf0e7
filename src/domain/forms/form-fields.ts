/** Form fields as values, and the fields that several forms share. */
import type { FieldType, FilledField } from '../../content/document.ts'
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
  options?: readonly { value: string; label: LocalizedText }[]
}

export function fillFields(
  fields: readonly FormField[],
  typed: FormValues,
  errors: FieldErrorMessages,
  locale: Locale,
): FilledField[] {
  return fields.map(({ name, label, type, needed, autocomplete = 'off', hint, options }) => ({
    name,
    label: label[locale],
    type,
    needed,
    autocomplete,
    ...(hint && { hint: hint[locale] }),
    ...(options && {
      options: options.map((option) => ({ value: option.value, label: option.label[locale] })),
    }),
    values: allValues(typed, name),
    error: errors[name],
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

/** `text` is the consent text that is stored with the request. */
export function consentFormField(text: LocalizedText): FormField {
  return { name: 'consent', label: text, type: 'checkbox', needed: true }
}
