/** The fields of the guest's details: the optional ones are rows that open when they are pressed. */
import {
  emailFormField,
  type FormField,
  nameFormField,
  optionalField,
  phoneFormField,
  questionFormField,
} from '../../forms/form-fields.ts'
import type { GuestQuestion } from '../../scheduling/guest-question.ts'

export function guestFields(questions: readonly GuestQuestion[]): FormField[] {
  const optional = [
    ...questions.map(questionFormField),
    optionalField('note', 'textarea', { vi: 'Ghi chú (không bắt buộc)', en: 'Note (optional)' }),
    emailFormField,
  ]
  return [
    nameFormField,
    phoneFormField,
    ...optional.map((field) => ({ ...field, isCollapsed: true })),
  ]
}
