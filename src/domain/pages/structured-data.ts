/** schema.org data (JSON-LD) for the shop, its menu, FAQs and articles. */
import { markdownToText } from '../../content/markdown.ts'
import { type Languages, type Locale, localPath } from '../../kernel/locale.ts'
import { minutesOf, timeOf } from '../../kernel/time.ts'
import { placeData } from '../booking/reservation-data.ts'
import { bookingPath } from '../booking/url.ts'
import type { Offer } from '../catalogue/offer.ts'
import type { BookingForm } from '../forms/booking-form.ts'
import type { Shop } from '../trade/trade.ts'

const context = 'https://schema.org'

const dayNames = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday']

export function businessData(shop: Shop, base: string, locale: Locale): object {
  const { business, bookingForm } = shop
  const { geo, hours, special_days } = business
  return {
    '@context': context,
    '@type': bookingForm.placeType,
    ...placeData(business, locale),
    description: business.description[locale],
    url: `${base}${localPath('/', locale, business.languages)}`,
    ...(business.email !== undefined && { email: business.email }),
    ...(geo && { geo: { '@type': 'GeoCoordinates', ...geo } }),
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
    potentialAction: reserveAction(bookingForm, base, locale, business.languages),
  }
}

const webPlatforms = ['DesktopWebPlatform', 'MobileWebPlatform'].map((name) => `${context}/${name}`)

/** How an assistant opens the booking page with the guest's choices: a URL template of RFC 6570. */
function reserveAction(
  form: BookingForm,
  base: string,
  locale: Locale,
  languages: Languages,
): object {
  const names = [
    ...form.carried,
    ...[...form.steps, ...form.optionalSteps].flatMap(({ names, leadsTo }) =>
      leadsTo === undefined ? names.slice(0, 1) : [],
    ),
    'date',
    'time',
  ]
  return {
    '@type': 'ReserveAction',
    name: form.title[locale],
    target: {
      '@type': 'EntryPoint',
      urlTemplate: `${base}${localPath(bookingPath, locale, languages)}{?${names.join(',')}}`,
      inLanguage: locale,
      actionPlatform: webPlatforms,
    },
    result: { '@type': form.reservationType, name: form.title[locale] },
  }
}

/** schema.org has no 24:00. A time after midnight is earlier than the opening: "26:00" → "02:00". */
function lastMinute(time: string): string {
  return time === '24:00' ? '23:59' : timeOf(minutesOf(time))
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
        ...suitableDiets(offer),
      })),
    })),
  }
}

/** Diets that schema.org knows, by their id in kitchen.yaml. Allergies are left out: the kitchen is shared. */
const dietTypes: Readonly<Record<string, string>> = {
  vegan: 'VeganDiet',
  vegetarian: 'VegetarianDiet',
}

export function suitableDiets({ diets = [] }: Offer): { suitableForDiet?: string[] } {
  const known = diets.flatMap((id) => dietTypes[id] ?? [])
  return known.length === 0 ? {} : { suitableForDiet: known.map((name) => `${context}/${name}`) }
}

export function faqData(faqs: Shop['faqs']['faqs'], locale: Locale): object {
  return {
    '@context': context,
    '@type': 'FAQPage',
    mainEntity: faqs.map(({ question, answer }) => ({
      '@type': 'Question',
      name: question[locale],
      acceptedAnswer: { '@type': 'Answer', text: markdownToText(answer[locale]) },
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
