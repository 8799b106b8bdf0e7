/** For the guest who has the code and not the address. */
import { type Document, paragraph } from '../../../content/document.ts'
import type { LivePage } from '../../../content/dynamic-page.ts'
import type { Locale, Words } from '../../../kernel/locale.ts'
import { shorten } from '../../../kernel/truncate.ts'
import { bookingPath, findPath } from '../../booking/url.ts'

export function findPage(): LivePage {
  return {
    path: findPath,
    listed: words.title,
    show: ({ locale, address }) => ({ document: draw(locale, address) }),
    async act({ sent, locale, address }) {
      const code = shorten((sent.get('code') ?? '').trim(), 40)
      if (code === '') return { status: 422, document: draw(locale, address) }
      return { seeOther: `${bookingPath}/${encodeURIComponent(code)}` }
    },
  }
}

function draw(locale: Locale, address: string): Document {
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
            fault: undefined,
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
} satisfies Record<string, Words>
