/** For the guest who has the code and not the address. */
import { type Document, paragraph } from '../../../content/document.ts'
import type { DynamicPage } from '../../../content/dynamic-page.ts'
import type { Locale, LocalizedText } from '../../../kernel/locale.ts'
import { truncate } from '../../../kernel/truncate.ts'
import { bookingPath, lookupPath } from '../../booking/url.ts'

export function lookupPage(): DynamicPage {
  return {
    path: lookupPath,
    listingTitle: words.title,
    show: ({ locale, address }) => ({ document: render(locale, address) }),
    async submit({ sent, locale, address }) {
      const code = truncate((sent.get('code') ?? '').trim(), 40)
      if (code === '') return { status: 422, document: render(locale, address) }
      return { seeOther: `${bookingPath}/${encodeURIComponent(code)}` }
    },
  }
}

function render(locale: Locale, address: string): Document {
  return {
    title: words.title[locale],
    description: words.intro[locale],
    blocks: [
      paragraph(words.intro[locale]),
      {
        kind: 'form',
        address,
        fields: [
          {
            name: 'code',
            label: words.code[locale],
            type: 'text',
            needed: true,
            autocomplete: 'off',
            values: [],
            error: undefined,
          },
        ],
        hidden: [],
        buttons: [{ label: words.look[locale] }],
      },
    ],
  }
}

const words = {
  title: { vi: 'Xem yêu cầu của bạn', en: 'Look up your request' },
  intro: {
    vi: 'Nhập mã đã nhận khi gửi yêu cầu, như BAN-7K3M-9Q2X-4D.',
    en: 'Enter the code you were given with the request, such as BAN-7K3M-9Q2X-4D.',
  },
  code: { vi: 'Mã', en: 'Code' },
  look: { vi: 'Xem', en: 'Look it up' },
} satisfies Record<string, LocalizedText>
