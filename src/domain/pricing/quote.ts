/**
 * What a booking costs, as far as it is known before the visit: the price of the offer and the surcharge of its day.
 */
import type { Business } from '../../content/shop.ts'
import { appliesOn, type Surcharge } from '../../content/surcharge.ts'
import { vatPercentOn } from '../../content/vat.ts'
import { forEachLocale, type Locale, type LocalizedText } from '../../kernel/locale.ts'
import { formatMoney } from '../../kernel/money.ts'
import type { Terms } from './terms.ts'

/** Stored with the booking, because a later change of the content does not apply to it. */
export type Quote = {
  /** In dong. Absent for an offer without a price, such as a table. */
  price?: number
  surcharge?: QuotedSurcharge
  /** The rate that the price includes; absent if the shop states none. */
  vatPercent?: number
  /** The version of the content that it comes from. */
  content?: string
  /** Absent before a place was chosen, and in bookings of earlier versions. */
  terms?: Terms
}

type QuotedSurcharge = { name: LocalizedText } & (
  | { percent: number; of: PercentBase }
  | { amount: number; per: 'guest' | 'booking' }
)

/** The price of an appointment is known before the visit, the bill of a table is not. */
type PercentBase = 'price' | 'bill'

/** `date` is a service day. */
export type CreateQuote = (details: { offerId: string }, date: string) => Quote

type PricedOffer = { id: string; price: number; minutes?: number | undefined }

export function createQuotes(
  findOffer: (id: string, date: string) => PricedOffer | undefined,
  { surcharges, vat }: Pick<Business, 'surcharges' | 'vat'>,
  contentVersion: string,
): CreateQuote {
  return ({ offerId }, date) => {
    const vatPercent = vatPercentOn({ vat }, date)
    const offer = findOffer(offerId, date)
    const surcharge = surcharges.find((one) => appliesOn(one, date))
    // Only appointments have a duration.
    const base = offer?.minutes === undefined ? 'bill' : 'price'
    return {
      ...(offer && offer.price > 0 && { price: offer.price }),
      ...(surcharge && { surcharge: toQuoted(surcharge, base) }),
      ...(vatPercent !== undefined && { vatPercent }),
      content: contentVersion,
    }
  }
}

function toQuoted({ name, percent, amount, per }: Surcharge, of: PercentBase): QuotedSurcharge {
  const { vi, en } = name
  if (percent !== undefined) return { name: { vi, en }, percent, of }
  return { name: { vi, en }, amount: amount ?? 0, per: per ?? 'booking' }
}

/** In dong; undefined if it depends on the bill. */
export function surchargeTotal({ price, surcharge }: Quote, partySize: number): number | undefined {
  if (!surcharge) return undefined
  if ('amount' in surcharge) return surcharge.amount * (surcharge.per === 'guest' ? partySize : 1)
  if (surcharge.of === 'bill' || price === undefined) return undefined
  return Math.round((price * surcharge.percent) / 100)
}

/** "Tết, 20% of the bill", "Weekend, 30,000 ₫ a guest (120,000 ₫ in all)". */
export function surchargeText(quote: Quote, partySize: number): LocalizedText | undefined {
  const { surcharge } = quote
  if (!surcharge) return undefined
  const total = surchargeTotal(quote, partySize)
  return forEachLocale((locale) => {
    const rate = rateText(surcharge, locale)
    const isInRate = 'amount' in surcharge && total === surcharge.amount
    const sum = total === undefined || isInRate ? '' : ` (${totalText(total, locale)})`
    return `${surcharge.name[locale]}, ${rate}${sum}`
  })
}

function rateText(surcharge: QuotedSurcharge, locale: Locale): string {
  if ('percent' in surcharge) {
    const { percent, of } = surcharge
    const base = { price: { vi: 'giá', en: 'price' }, bill: { vi: 'hoá đơn', en: 'bill' } }[of]
    return { vi: `${percent}% ${base.vi}`, en: `${percent}% of the ${base.en}` }[locale]
  }
  const amount = formatMoney(surcharge.amount, locale)
  if (surcharge.per === 'booking') return amount
  return { vi: `${amount} mỗi khách`, en: `${amount} a guest` }[locale]
}

function totalText(total: number, locale: Locale): string {
  const amount = formatMoney(total, locale)
  return { vi: `tổng ${amount}`, en: `${amount} in all` }[locale]
}

export const quoteLabels = {
  price: { vi: 'Giá', en: 'Price' },
  surcharge: { vi: 'Phụ thu', en: 'Surcharge' },
} satisfies Record<string, LocalizedText>
