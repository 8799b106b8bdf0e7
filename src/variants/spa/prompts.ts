/** The prompt of a spa that other trades do not have. */
import type { Prompt } from '../../kernel/tool.ts'
import type { SpaFiles } from './files.ts'

export function giveAGiftCard({ giftCards }: SpaFiles): Prompt {
  return {
    name: 'give_a_gift_card',
    tool: 'request_gift_card',
    title: { vi: 'Tặng thẻ quà', en: 'Give a gift card' },
    description: { vi: 'Đặt một thẻ quà tặng.', en: 'Order a gift card.' },
    arguments: [
      {
        name: 'amount',
        description: 'Value in dong.',
        required: false,
        values: giftCards.cards.map(({ amount }) => String(amount)),
      },
      { name: 'recipient', description: 'The recipient.', required: false, values: [] },
    ],
    message({ amount, recipient }, locale) {
      const requestText = [
        amount && { vi: `${amount} đồng`, en: `of ${amount} dong` }[locale],
        recipient && { vi: `tặng ${recipient}`, en: `for ${recipient}` }[locale],
      ]
        .filter(Boolean)
        .join(' ')
      const details = requestText && ` ${requestText}`
      return {
        vi:
          `Tôi muốn đặt thẻ quà${details}. Cho tôi biết các lựa chọn và cách trả tiền, đọc lại rồi mới gửi khi ` +
          'tôi đồng ý.',
        en:
          `I would like to order a gift card${details}. Tell me the options and how to pay, read it back, and ` +
          'send it only when I say yes.',
      }[locale]
    },
  }
}
