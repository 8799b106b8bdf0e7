/** What a booking costs on a day, if that is not what the guest has seen before. */
import type { Locale, LocalizedText } from '../../../kernel/locale.ts'
import type { DayResponse } from '../../booking/availability-response.ts'
import { surchargeSentences } from '../../booking/quote-fields.ts'

/** The surcharge of the day, and the price of the day if it is not the one that the guest knows. */
export function dayQuotes(
  day: Pick<DayResponse, 'price' | 'surcharge'>,
  knownPrice: number | undefined,
  locale: Locale,
): string[] {
  const { price } = day
  const isOtherPrice = price && knownPrice !== undefined && price.amount !== knownPrice
  return [
    ...(isOtherPrice ? [`${dayPriceLabel[locale]}: ${price.display}.`] : []),
    ...surchargeSentences(day, locale),
  ]
}

const dayPriceLabel: LocalizedText = { vi: 'Giá ngày này', en: 'The price on this day' }
