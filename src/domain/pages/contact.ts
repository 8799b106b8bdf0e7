/** How to find and reach the shop. */
import { type ActionLink, type Block, type Inline, link } from '../../content/document.ts'
import { type Business, telephoneLink } from '../../content/shop.ts'
import type { Locale, Words } from '../../kernel/locale.ts'
import { weekdayNames } from '../../kernel/weekday.ts'

export function contactFacts(business: Business, locale: Locale): Block {
  const { address, phone, email, messaging, hours } = business
  return {
    kind: 'facts',
    rows: [
      [
        labels.address[locale],
        [`${address.street}, ${address.ward[locale]}, ${address.city[locale]}`],
      ],
      [labels.directions[locale], [address.directions[locale]]],
      ...hours.map(({ days, periods }): [string, Inline[]] => [
        weekdayNames(days)[locale],
        [periods.map(({ from, to }) => `${from}–${to}`).join(', ')],
      ]),
      [labels.phone[locale], [link(phone, telephoneLink(business))]],
      ...messaging.map(({ name, address }): [string, Inline[]] => [
        name,
        [link(address.replace('https://', ''), address)],
      ]),
      [labels.email[locale], [link(email, `mailto:${email}`)]],
    ],
  }
}

/** Call, or write in an app. */
export function contactLinks(business: Business, locale: Locale): ActionLink[] {
  return [
    { text: `${labels.call[locale]} ${business.phone}`, href: telephoneLink(business) },
    ...business.messaging.map(({ name, address }) => ({ text: name, href: address })),
  ]
}

const labels = {
  address: { vi: 'Địa chỉ', en: 'Address' },
  directions: { vi: 'Đường đi', en: 'Directions' },
  phone: { vi: 'Điện thoại', en: 'Phone' },
  email: { vi: 'Thư điện tử', en: 'E-mail' },
  call: { vi: 'Gọi', en: 'Call' },
} satisfies Record<string, Words>
