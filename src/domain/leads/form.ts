import type { SiteForm } from '../../content/document.ts'
import type { Business } from '../../content/shop.ts'

/** The form with which a guest asks to be called back. */
export function leadForm({ name, consent }: Business): SiteForm {
  return {
    path: '/contact/call-back',
    operation: 'submitLead',
    endpoint: '/api/lead',
    title: { vi: 'Xin được gọi lại', en: 'Ask us to call you' },
    intro: {
      vi: `Để lại tên và số điện thoại, nhân viên ${name} sẽ gọi cho bạn.`,
      en: `Leave your name and number, and the staff of ${name} will call you.`,
    },
    button: { vi: 'Gửi', en: 'Send' },
    fields: [
      {
        name: 'name',
        label: { vi: 'Tên của bạn', en: 'Your name' },
        type: 'text',
        needed: true,
        autocomplete: 'name',
      },
      {
        name: 'phone',
        label: { vi: 'Số điện thoại', en: 'Phone' },
        type: 'tel',
        needed: true,
        autocomplete: 'tel',
      },
      {
        name: 'preferred_time',
        label: { vi: 'Nên gọi lúc nào', en: 'When to call' },
        type: 'text',
        needed: false,
        autocomplete: 'off',
      },
      {
        name: 'message',
        label: { vi: 'Bạn muốn hỏi gì', en: 'What it is about' },
        type: 'textarea',
        needed: false,
        autocomplete: 'off',
      },
      {
        name: 'consent',
        label: consent.contact.text,
        type: 'checkbox',
        needed: true,
        autocomplete: 'off',
      },
    ],
  }
}
