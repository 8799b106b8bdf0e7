/** The surcharges of a shop as a text, and their place on the policy page. */
import { formatCalendarDay } from '../kernel/format-date.ts'
import { forEachLocale, type Locale, type LocalizedText } from '../kernel/locale.ts'
import { formatMoney } from '../kernel/money.ts'
import { weekdayNames } from '../kernel/weekday.ts'
import type { SharedFiles } from './shop.ts'
import type { Surcharge } from './surcharge.ts'

/** "Weekend (Saturday, Sunday): 10%; Tết (5 February 2027–12 February 2027): 30,000 ₫ a guest". */
export function formatSurcharges(surcharges: readonly Surcharge[]): LocalizedText {
  return forEachLocale((locale) =>
    surcharges
      .map((one) => `${one.name[locale]} (${daysText(one, locale)}): ${rateText(one, locale)}`)
      .join('; '),
  )
}

function daysText({ days, from, to }: Surcharge, locale: Locale): string {
  const weekdays = days && weekdayNames(days)[locale]
  if (from === undefined || to === undefined) return weekdays ?? ''
  const first = formatCalendarDay(from, locale)
  const dates = from === to ? first : `${first}–${formatCalendarDay(to, locale)}`
  return weekdays === undefined ? dates : `${weekdays}, ${dates}`
}

function rateText({ percent, amount = 0, per }: Surcharge, locale: Locale): string {
  if (percent !== undefined) return `${percent}%`
  const sum = formatMoney(amount, locale)
  const unit = {
    guest: { vi: 'mỗi khách', en: 'a guest' },
    booking: { vi: 'mỗi lượt đặt', en: 'a booking' },
  }[per ?? 'booking']
  return `${sum} ${unit[locale]}`
}

type TextPage = SharedFiles['pages'][number]

/** Guests must find every surcharge on the policy page, so it is added if the text does not mention it. */
export function withSurcharges(page: TextPage): TextPage {
  if (page.slug !== 'policy') return page
  const add = (text: TextPage['vi'], locale: Locale) =>
    text.body.includes('{surcharges}')
      ? text
      : { ...text, body: `${text.body.trimEnd()}\n\n## ${title[locale]}\n\n{surcharges}.\n` }
  return { ...page, vi: add(page.vi, 'vi'), en: add(page.en, 'en') }
}

const title: LocalizedText = { vi: 'Phụ thu', en: 'Surcharges' }
