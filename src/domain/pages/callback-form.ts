/** The form with which a guest requests a callback. */
import type { DynamicPage } from '../../content/dynamic-page.ts'
import type { Business } from '../../content/shop.ts'
import type { Clock } from '../../kernel/time.ts'
import { nameFormField, optionalField, phoneFormField } from '../forms/form-fields.ts'
import { formPage } from '../forms/form-page.ts'
import { callbackText } from '../guest/response-deadline.ts'
import type { LeadOperations } from '../leads/operations.ts'

export function leadForm(
  business: Business,
  { submitLead }: LeadOperations,
  now: Clock,
): DynamicPage {
  const { name, consent } = business
  return formPage({
    path: '/contact/call-back',
    listed: true,
    operation: submitLead,
    title: { vi: 'Xin được gọi lại', en: 'Request a callback' },
    intro: {
      vi: `Để lại tên và số điện thoại, nhân viên ${name} sẽ gọi cho bạn.`,
      en: `Leave your name and phone number, and the staff of ${name} will call you.`,
    },
    button: { vi: 'Gửi', en: 'Send' },
    prefill: ['message'],
    tool: {
      name: 'ask_to_be_called_back',
      description:
        'Prepares a request to be called back by staff. The guest then reviews it, agrees and sends it.',
    },
    fields: [
      nameFormField,
      phoneFormField,
      optionalField('preferred_time', 'text', { vi: 'Nên gọi lúc nào', en: 'When to call' }),
      optionalField('message', 'textarea', { vi: 'Bạn muốn hỏi gì', en: 'What is it about?' }),
    ],
    consent: consent.contact.text,
    done: { receipt: (sentAt, locale) => callbackText(business, sentAt, locale), now },
  })
}
