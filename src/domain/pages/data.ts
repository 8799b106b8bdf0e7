/** What search engines read: schema.org's words for the shop, its questions and its articles. */
import type { Locale } from '../../kernel/locale.ts'
import type { Shop } from '../trade.ts'

const context = 'https://schema.org'

const dayNames = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday']

export function businessData({ business, bookingForm }: Shop): object {
  const { address, geo, hours, special_days } = business
  return {
    '@context': context,
    '@type': bookingForm.placeType,
    name: business.name,
    description: business.description.vi,
    telephone: business.phone,
    email: business.email,
    address: {
      '@type': 'PostalAddress',
      streetAddress: address.street,
      addressLocality: address.ward.vi,
      addressRegion: address.city.vi,
      addressCountry: address.country,
    },
    geo: { '@type': 'GeoCoordinates', ...geo },
    openingHoursSpecification: [
      ...hours.flatMap(({ days, periods }) =>
        periods.map(({ from, to }) => ({
          '@type': 'OpeningHoursSpecification',
          dayOfWeek: days.map((day) => dayNames[day - 1]),
          opens: from,
          closes: to,
        })),
      ),
      ...special_days.flatMap(({ from, to, hours: open = [{ from: '00:00', to: '00:00' }] }) =>
        open.map((span) => ({
          '@type': 'OpeningHoursSpecification',
          validFrom: from,
          validThrough: to,
          opens: span.from,
          closes: span.to,
        })),
      ),
    ],
    currenciesAccepted: 'VND',
    potentialAction: { '@type': 'ReserveAction', target: '/booking' },
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
