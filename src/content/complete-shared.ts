/** Adds what an owner left out of the files of every shop, and fills in the placeholders of all texts. */
import { forEachLocale, type LocalizedText } from '../kernel/locale.ts'
import { formatPeriod } from '../kernel/time.ts'
import { weekdayNames } from '../kernel/weekday.ts'
import { defaultConsents, defaultPages } from './default-texts.ts'
import { fillTexts, type PlaceholderValues } from './placeholders.ts'
import { createConsentText, formatAddress, type Shared, type SharedFiles } from './shop.ts'
import { formatSurcharges, withSurcharges } from './surcharge-texts.ts'

/** The placeholders of every shop. */
export function sharedPlaceholders(business: SharedFiles['business']): PlaceholderValues {
  const { name, phone, email, messaging, hours, surcharges } = business
  const zalo = messaging.find((app) => app.name.toLowerCase() === 'zalo')
  const zaloNumber = zalo && /(?:\/|\+)(84\d{8,10})\b/.exec(zalo.address)?.[1]
  return {
    name: { vi: name, en: name },
    phone: { vi: toNational(phone), en: phone },
    email: email === undefined ? undefined : { vi: email, en: email },
    zalo: zaloNumber === undefined ? undefined : formatMobile(zaloNumber),
    address: forEachLocale((locale) => formatAddress(business, locale)),
    surcharges: surcharges.length === 0 ? undefined : formatSurcharges(surcharges),
    hours: forEachLocale((locale) =>
      hours
        .map(({ days, periods }) => {
          const times = periods.map(formatPeriod).join(', ')
          return `${weekdayNames(days)[locale]} ${times}`
        })
        .join('; '),
    ),
  }
}

/** "+84 24 3718 0146" → "024 3718 0146". */
function toNational(phone: string): string {
  return phone.replace(/^\+84 ?/, '0')
}

/** "84953180146" → "0953 180 146", and with the country code for readers of English. */
function formatMobile(number: string): LocalizedText {
  const [, start, middle, end] = /^84(\d{3})(\d{3})(\d+)$/.exec(number) ?? []
  const groups = start === undefined ? number.slice(2) : `${start} ${middle} ${end}`
  return { vi: `0${groups}`, en: `+84 ${groups}` }
}

/**
 * Changes the values of the files in place. `rules` is the text of the policy page if the owner wrote none;
 * `placeholders` are those of the trade.
 */
export function completeShared(
  values: SharedFiles,
  rules: LocalizedText,
  placeholders: PlaceholderValues,
): asserts values is SharedFiles & Shared {
  const { business } = values
  const pages = defaultPages(business, rules).filter(
    ({ slug }) => !values.pages.some((page) => page.slug === slug),
  )
  const defaults = defaultConsents(business)
  const { booking = defaults.booking, contact = defaults.contact, newsletter } = business.consent
  const description = business.description ?? {
    vi: [business.tagline?.vi, '{name}, {address}.'].filter(Boolean).join('. '),
    en: [business.tagline?.en, '{name}, {address}.'].filter(Boolean).join('. '),
  }
  const allPages = [...values.pages, ...pages]
  Object.assign(values, {
    pages: business.surcharges.length > 0 ? allPages.map(withSurcharges) : allPages,
  })
  Object.assign(business, { description, consent: { booking, contact, newsletter } })
  fillTexts(values, business.languages[0], placeholders)
  Object.assign(business, {
    consent: {
      booking: { changedOn: booking.version, ownerText: booking.text },
      contact: createConsentText(contact.version, contact.text),
      ...(newsletter && { newsletter: createConsentText(newsletter.version, newsletter.text) }),
    },
  })
}
