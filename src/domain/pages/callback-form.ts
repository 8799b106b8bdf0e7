/** The form with which a guest requests a callback. */
import type { DynamicPage } from '../../content/dynamic-page.ts'
import type { Business } from '../../content/shop.ts'
import {
  consentFormField,
  nameFormField,
  optionalField,
  phoneFormField,
} from '../forms/form-fields.ts'
import { formPage } from '../forms/form-page.ts'

export function leadForm({ name, consent }: Business): DynamicPage {
  return formPage({
    path: '/contact/call-back',
    listed: true,
    operation: 'submitLead',
    endpoint: '/api/lead',
    title: { vi: 'Xin được gọi lại', en: 'Request a callback' },
    intro: {
      vi: `Để lại tên và số điện thoại, nhân viên ${name} sẽ gọi cho bạn.`,
      en: `Leave your name and phone number, and the staff of ${name} will call you.`,
    },
    button: { vi: 'Gửi', en: 'Send' },
    prefill: ['message'],
    tool: {
      name: 'ask_to_be_called_back',
      description: 'Sends a name and phone number to staff, who call back, once the guest agreed.',
    },
    fields: [
      nameFormField,
      phoneFormField,
      optionalField('preferred_time', 'text', { vi: 'Nên gọi lúc nào', en: 'When to call' }),
      optionalField('message', 'textarea', { vi: 'Bạn muốn hỏi gì', en: 'What is it about?' }),
      consentFormField(consent.contact.text),
    ],
    done: ({ next_step = '' }) => next_step,
  })
}
