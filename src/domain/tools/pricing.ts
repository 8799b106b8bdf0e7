/** Tool that returns the price list. */
import { z } from 'zod'
import { vatText } from '../../content/shop.ts'
import type { Locale } from '../../kernel/locale.ts'
import { formatMoney } from '../../kernel/money.ts'
import { readTool, type Tool } from '../../kernel/tool.ts'
import { nextPriceText, type Offer } from '../catalogue/offer.ts'
import type { ToolContext } from '../trade/tool-context.ts'
import { describeField } from './arguments.ts'
import { categoryArgument } from './offerings.ts'

export function getPricing({ assortment, priceNotes, business }: ToolContext): Tool {
  const vat = vatText(business)
  const { categories, offers } = assortment
  const listOf = (category: string, locale: Locale) =>
    offers.filter((offer) => offer.category === category).map((offer) => priceLine(offer, locale))

  return readTool({
    name: 'get_pricing',
    title: 'Price list',
    description: `Returns the whole price list, or one category, as Markdown in VND${vat.en}: only this says what all prices include and exclude.`,
    changesWith: 'content',
    input: z.strictObject({
      category: describeField(
        categoryArgument(categories),
        'A category’s id or name. The ids are in list_offerings.',
      ),
    }),
    output: z.object({
      markdown: z.string(),
      included: z.array(z.string()),
      not_included: z.array(z.string()),
    }),
    run({ category }, { locale }) {
      const shown = categories.filter(({ id }) => category === undefined || id === category)
      return {
        markdown: shown
          .map(({ id, name }) => `## ${name[locale]}\n\n${listOf(id, locale).join('\n')}`)
          .join('\n\n'),
        included: priceNotes.included.map((one) => one[locale]),
        not_included: priceNotes.notIncluded.map((one) => one[locale]),
      }
    },
    summarize: (_result, locale) =>
      ({
        vi: `Đây là bảng giá bằng đồng${vat.vi}.`,
        en: `This is the price list in dong${vat.en}.`,
      })[locale],
  })
}

/** Adds the price note where the price alone would be misleading. */
function priceLine(offer: Offer, locale: Locale): string {
  const { name, price, minutes, priceNote, kind } = offer
  const amount = formatMoney(price, locale)
  const cost = price === 0 && priceNote ? priceNote[locale] : amount
  const note = kind === 'membership' && priceNote ? ` (${priceNote[locale]})` : ''
  const time =
    minutes === undefined ? '' : { vi: `, ${minutes} phút`, en: `, ${minutes} min` }[locale]
  const isPriceInName = name[locale].includes(amount)
  const next = nextPriceText(offer)
  const nextNote = next ? ` (${next[locale]})` : ''
  return `- ${name[locale]}${time}${isPriceInName ? '' : `: ${cost}`}${note}${nextNote}`
}
