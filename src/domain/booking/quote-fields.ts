/** The price and the surcharge of a booking, or of a day that can be booked, in responses and in summaries. */
import { z } from 'zod'
import type { Locale } from '../../kernel/locale.ts'
import { money, toMoney } from '../../kernel/money.ts'
import { type Quote, quoteLabels, surchargeText, surchargeTotal } from '../pricing/quote.ts'
import type { BookingRequestDetails, CalendarTime } from '../scheduling/rules.ts'
import type { BookingContext } from './context.ts'

const surchargeField = z
  .object({
    name: z.string().describe('What the shop calls it, in the language of the response.'),
    display: z.string().describe('Name, rate and total, in the language of the response.'),
    percent: z.int().min(1).optional().describe('Percent of the price, or of the bill.'),
    amount: money.optional().describe('A fixed amount; `per` says for what.'),
    per: z.enum(['guest', 'booking']).optional().describe('With `amount`: what it is charged for.'),
    total: money.optional().describe('For the whole booking. Absent if it depends on the bill.'),
  })
  .meta({ id: 'Surcharge', description: 'What is charged on top of prices on that day.' })

export const quoteFields = {
  price: money
    .optional()
    .describe('The price of the offer on that day. Absent for an offer without a price.'),
  surcharge: surchargeField.optional(),
}

/** What a response says about a quote. */
type QuoteResponse = z.infer<z.ZodObject<typeof quoteFields>>

export function toQuoteResponse(quote: Quote, partySize: number, locale: Locale): QuoteResponse {
  const { price, surcharge } = quote
  const text = surchargeText(quote, partySize)
  const total = surchargeTotal(quote, partySize)
  return {
    ...(price !== undefined && { price: toMoney(price, locale) }),
    ...(surcharge &&
      text && {
        surcharge: {
          name: surcharge.name[locale],
          display: text[locale],
          ...('percent' in surcharge
            ? { percent: surcharge.percent }
            : { amount: toMoney(surcharge.amount, locale), per: surcharge.per }),
          ...(total !== undefined && { total: toMoney(total, locale) }),
        },
      }),
  }
}

/** For the documentation. */
export function exampleQuote(
  { quote, rules }: BookingContext,
  example: CalendarTime & { details: BookingRequestDetails },
): QuoteResponse {
  const { details } = example
  const { date } = rules.serviceDays.find(example)
  return toQuoteResponse(quote(details, date), details.partySize, 'vi')
}

export function surchargeRow({ surcharge }: QuoteResponse, locale: Locale): [string, string][] {
  return surcharge ? [[quoteLabels.surcharge[locale], surcharge.display]] : []
}

/** The rows of a summary. */
export function quoteRows(response: QuoteResponse, locale: Locale): [string, string][] {
  const { price } = response
  return [
    ...(price ? [[quoteLabels.price[locale], price.display] as [string, string]] : []),
    ...surchargeRow(response, locale),
  ]
}

/** "Surcharge: Tết, 20% of the bill" */
export function surchargeLine({ surcharge }: QuoteResponse, locale: Locale): string | undefined {
  return surcharge && `${quoteLabels.surcharge[locale]}: ${surcharge.display}`
}

/** None without a surcharge. */
export function surchargeSentences(response: QuoteResponse, locale: Locale): string[] {
  const line = surchargeLine(response, locale)
  return line === undefined ? [] : [`${line}.`]
}
