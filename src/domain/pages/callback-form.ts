import type { DynamicPage } from '../../content/dynamic-page.ts'
import type { Business } from '../../content/shop.ts'
import {
  consentFormField,
  formPage,
  nameFormField,
  optionalField,
  phoneFormField,
} from '../forms/form-page.ts'

/** The form with which a guest asks to be called back. */
export function leadForm({ name, consent }: Business): DynamicPage {
  return formPage({
    path: '/contact/call-back',
    listed: true,
    operation: 'submitLead',
    endpoint: '/api/lead',
    title: { vi: 'Xin được gọi lại', en: 'Ask us to call you' },
    intro: {
      vi: `Để lại tên và số điện thoại, nhân viên ${name} sẽ gọi cho bạn.`,
      en: `Leave your name and number, and the staff of ${name} will call you.`,
    },
    button: { vi: 'Gửi', en: 'Send' },
    prefill: ['message'],
    tool: {
      name: 'ask_to_be_called_back',
      description:
        'Leaves a name and phone number, once the person agreed, so that staff call back.',
    },
    fields: [
      nameFormField,
      phoneFormField,
      optionalField('preferred_time', 'text', { vi: 'Nên gọi lúc nào', en: 'When to call' }),
      optionalField('message', 'textarea', { vi: 'Bạn muốn hỏi gì', en: 'What it is about' }),
      consentFormField(consent.contact.text),
    ],
    done: ({ next_step = '' }) => next_step,
  })
}
