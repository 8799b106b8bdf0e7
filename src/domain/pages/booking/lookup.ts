/** The page where a guest finds a booking by its code. */
import { type Block, type Document, paragraph } from '../../../content/document.ts'
import type { DynamicPage } from '../../../content/dynamic-page.ts'
import { firstValue } from '../../../content/form-values.ts'
import { pageUrl } from '../../../content/page-url.ts'
import type { Locale, LocalizedText } from '../../../kernel/locale.ts'
import { truncate } from '../../../kernel/truncate.ts'
import { bookingPath, lookupPath } from '../../booking/url.ts'
import { correctionNotice, errorSummary, withErrorTitle } from '../../forms/form-errors.ts'

export function lookupPage(): DynamicPage {
  return {
    path: lookupPath,
    listing: { title: labels.title, outline: (locale) => render(locale, lookupPath, false) },
    show({ locale, query }) {
      if (firstValue(query, 'step') !== 'missing')
        return { document: render(locale, lookupPath, false) }
      const document = render(locale, lookupPath, true)
      return { status: 422, document: withErrorTitle(document, locale) }
    },
    async submit({ sent }) {
      const code = truncate((firstValue(sent, 'code') ?? '').trim(), 40)
      if (code === '') return { seeOther: pageUrl(lookupPath, { step: 'missing' }) }
      return { seeOther: `${bookingPath}/${encodeURIComponent(code)}` }
    },
  }
}

function render(locale: Locale, address: string, isCodeMissing: boolean): Document {
  return {
    title: labels.title[locale],
    description: labels.intro[locale],
    blocks: [
      ...(isCodeMissing ? [missingSummary(locale)] : []),
      paragraph(labels.intro[locale]),
      {
        kind: 'form',
        method: 'post',
        address,
        fields: [
          {
            name: 'code',
            label: labels.code[locale],
            type: 'text',
            needed: true,
            autocomplete: 'off',
            values: [],
            error: isCodeMissing ? labels.missing[locale] : undefined,
          },
        ],
        hidden: [],
        buttons: [{ label: labels.submit[locale] }],
        tool,
      },
    ],
  }
}

function missingSummary(locale: Locale): Block {
  const field = { name: 'code', label: labels.code, type: 'text' }
  const text = correctionNotice[locale]
  return errorSummary(text, [field], { code: labels.missing[locale] }, locale)
}

const tool = {
  name: 'look_up_my_booking',
  description:
    'Shows the status of a booking request by its code, and the address where the guest can change or cancel it.',
}

const labels = {
  title: { vi: 'Xem yêu cầu của bạn', en: 'Look up your request' },
  intro: {
    vi: 'Nhập mã đặt chỗ đã nhận khi gửi yêu cầu, như BAN-7K3M-9Q2X-4D.',
    en: 'Enter the booking number of your request, such as BAN-7K3M-9Q2X-4D.',
  },
  code: { vi: 'Mã đặt chỗ', en: 'Booking number' },
  missing: { vi: 'Xin nhập mã đặt chỗ.', en: 'Please enter the booking number.' },
  submit: { vi: 'Xem', en: 'Look up' },
} satisfies Record<string, LocalizedText>
