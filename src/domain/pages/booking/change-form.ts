/** The form with which a guest sends a change request: the four digits, a note and the consent. */

import type { OperationClient } from '../../../content/dynamic-page.ts'
import type { Form } from '../../../content/form-block.ts'
import {
  type FormValues,
  filledEntries,
  filterNames,
  firstValue,
} from '../../../content/form-values.ts'
import type { Business } from '../../../content/shop.ts'
import type { Locale, LocalizedText } from '../../../kernel/locale.ts'
import { directName, type FormNotice } from '../../forms/form-draft.ts'
import type { FieldErrorMessages } from '../../forms/form-errors.ts'
import { type FormField, fillFields, optionalField } from '../../forms/form-fields.ts'
import { newFormToken } from '../../forms/form-token.ts'
import { consentMissingText } from '../../forms/review.ts'
import { changeConsent } from '../../guest/consent.ts'

const ownNames = ['form_token', 'request_id', directName]

export function changeFields(business: Business): FormField[] {
  return [
    {
      name: 'phone_last4',
      label: labels.digits,
      type: 'text',
      needed: true,
      digits: 4,
      hint: labels.digitsHint,
    },
    {
      ...optionalField('note', 'textarea', {
        vi: 'Ghi chú (không bắt buộc)',
        en: 'Note (optional)',
      }),
      isCollapsed: true,
    },
    {
      name: 'consent',
      label: {
        vi: `Tôi đồng ý để ${business.name} dùng yêu cầu này và bốn số trên để đổi lượt đặt và gọi lại cho tôi.`,
        en: `I agree that ${business.name} uses this request and these digits to change the booking and to call me.`,
      },
      type: 'checkbox',
      needed: true,
      fullText: changeConsent(business).text,
    },
  ]
}

export function isChangeField(name: string): boolean {
  return ['phone_last4', 'note', ...ownNames].includes(name)
}

/** The values with which an empty form starts. */
export function newChangeValues(
  operation: { name: string },
  client: OperationClient,
  note: string | undefined,
): Readonly<Record<string, string>> {
  return { ...newFormToken(operation, client), ...(note !== undefined && { note }) }
}

export function changeForm(
  fields: readonly FormField[],
  typed: FormValues,
  errors: FieldErrorMessages,
  { address, button }: { address: string; button: LocalizedText },
  locale: Locale,
): Form {
  return {
    kind: 'form',
    method: 'post',
    address,
    fields: fillFields(fields, typed, errors, locale),
    hidden: filledEntries(filterNames(typed, (name) => ownNames.includes(name))),
    buttons: [{ label: button[locale], name: 'step', value: 'send' }],
  }
}

/** The page does not say which of the two is wrong, so that a booking cannot be guessed. */
export function changeErrors(
  { phone }: Business,
  notice: FormNotice | undefined,
  typed: FormValues,
  locale: Locale,
): FieldErrorMessages {
  if (notice === 'consent') return { consent: consentMissingText[locale] }
  if (notice !== 'digits') return {}
  const isFormat = !/^\d{4}$/.test(firstValue(typed, 'phone_last4')?.trim() ?? '')
  return { phone_last4: isFormat ? labels.fourDigits[locale] : noMatchText(phone)[locale] }
}

function noMatchText(phone: string): LocalizedText {
  return {
    vi: `Bốn số này không khớp với số điện thoại của lượt đặt. Xin xem lại rồi gửi lần nữa, hoặc gọi ${phone}.`,
    en: `These digits do not match the phone number of the booking. Please check them and send again, or call ${phone}.`,
  }
}

const labels = {
  digits: {
    vi: 'Bốn số cuối điện thoại đã đặt',
    en: 'Last four digits of the phone number of the booking',
  },
  digitsHint: {
    vi: 'Để chắc rằng chính bạn muốn đổi.',
    en: 'So that we know it is you.',
  },
  fourDigits: {
    vi: 'Xin viết đúng bốn số cuối của số điện thoại đã đặt, ví dụ 5678.',
    en: 'Please write exactly the last four digits of the phone number of the booking, such as 5678.',
  },
} satisfies Record<string, LocalizedText>
