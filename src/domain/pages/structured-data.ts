/** schema.org data (JSON-LD) for the shop, its menu, FAQs and articles. */
import type { Locale } from '../../kernel/locale.ts'
import type { Offer } from '../catalogue/offer.ts'
import type { Shop } from '../trade/trade.ts'

const context = 'https://schema.org'

const dayNames = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday']

export function businessData({ business, bookingForm }: Shop, locale: Locale): object {
  const { address, geo, hours, special_days } = business
  return {
    '@context': context,
    '@type': bookingForm.placeType,
    name: business.name,
    description: business.description[locale],
    telephone: business.phone,
    email: business.email,
    address: {
      '@type': 'PostalAddress',
      streetAddress: address.street,
      addressLocality: address.ward[locale],
      addressRegion: address.city[locale],
      addressCountry: address.country,
    },
    geo: { '@type': 'GeoCoordinates', ...geo },
    openingHoursSpecification: [
      ...hours.flatMap(({ days, periods }) =>
        periods.map(({ from, to }) => ({
          '@type': 'OpeningHoursSpecification',
          dayOfWeek: days.map((day) => dayNames[day - 1]),
          opens: from,
          closes: lastMinute(to),
        })),
      ),
      ...special_days.flatMap(({ from, to, hours: open = [{ from: '00:00', to: '00:00' }] }) =>
        open.map((span) => ({
          '@type': 'OpeningHoursSpecification',
          validFrom: from,
          validThrough: to,
          opens: span.from,
          closes: lastMinute(span.to),
        })),
      ),
    ],
    currenciesAccepted: 'VND',
    potentialAction: { '@type': 'ReserveAction' },
  }
}

/** schema.org has no 24:00. */
function lastMinute(time: string): string {
  return time === '24:00' ? '23:59' : time
}

export function menuData(
  name: string,
  sections: readonly { name: string; offers: readonly Offer[] }[],
  locale: Locale,
): object {
  return {
    '@context': context,
    '@type': 'Menu',
    name,
    hasMenuSection: sections.map((section) => ({
      '@type': 'MenuSection',
      name: section.name,
      hasMenuItem: section.offers.map((offer) => ({
        '@type': 'MenuItem',
        name: offer.name[locale],
        offers: { '@type': 'Offer', price: offer.price, priceCurrency: 'VND' },
      })),
    })),
  }
}

export function faqData(faqs: Shop['faqs']['faqs'], locale: Locale): object {
  return {
    '@context': context,
    '@type': 'FAQPage',
    mainEntity: faqs.map(({ question, answer }) => ({
      '@type': 'Question',
      name: question[locale],
      acceptedAnswer: { '@type': 'Answer', text: answer[locale] },
    })),
  }
}

export function articleData(
  { business }: Shop,
  head: Shop['articles'][number]['vi']['head'],
): object {
  return {
    '@context': context,
    '@type': 'Article',
    headline: head.title,
    description: head.description,
    datePublished: head.published,
    dateModified: head.updated,
    author: { '@type': 'Person', name: head.author },
    publisher: { '@type': 'Organization', name: business.name },
  }
}
