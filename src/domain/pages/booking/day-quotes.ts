/** What a booking costs on a day, if that is not what it costs today. */
import type { Locale, LocalizedText } from '../../../kernel/locale.ts'
import type { DayResponse } from '../../booking/availability-response.ts'
import { surchargeSentences } from '../../booking/quote-fields.ts'
import type { Offer } from '../../catalogue/offer.ts'

/** The surcharge of the day, and the price of the day if it is another one than today. */
export function dayQuotes(day: DayResponse, offer: Offer | undefined, locale: Locale): string[] {
  const { price } = day
  const isOtherPrice = price && offer && price.amount !== offer.price
  return [
    ...(isOtherPrice ? [`${dayPriceLabel[locale]}: ${price.display}.`] : []),
    ...surchargeSentences(day, locale),
  ]
}

const dayPriceLabel: LocalizedText = { vi: 'Giá ngày này', en: 'The price on this day' }
