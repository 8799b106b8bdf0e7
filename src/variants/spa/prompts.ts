/** MCP prompts of a spa. */
import type { Locale } from '../../kernel/locale.ts'
import type { Prompt } from '../../kernel/tool.ts'
import { allTreatments } from './assortment.ts'
import type { SpaFiles } from './files.ts'

export function prompts(files: SpaFiles): Prompt[] {
  const treatments = allTreatments(files).map(({ id }) => id)
  const nameOf = (id: string, locale: Locale) =>
    [...allTreatments(files), ...files.feelings.feelings].find((one) => one.id === id)?.name[
      locale
    ] ?? id
  return [
    {
      name: 'book_a_treatment',
      title: { vi: 'Đặt lịch', en: 'Book a treatment' },
      description: {
        vi: 'Tìm giờ trống và gửi yêu cầu đặt lịch.',
        en: 'Find a free time and send a booking request.',
      },
      arguments: [
        { name: 'service_id', description: 'A treatment.', required: false, values: treatments },
        { name: 'date', description: 'YYYY-MM-DD.', required: false, values: [] },
      ],
      message({ service_id, date }, locale) {
        const requestText = [
          service_id && nameOf(service_id, locale),
          date && { vi: `ngày ${date}`, en: `on ${date}` }[locale],
        ]
          .filter(Boolean)
          .join(' ')
        const details = requestText && ` ${requestText}`
        return {
          vi:
            `Tôi muốn đặt lịch${details}. Hãy hỏi những gì còn thiếu, kể cả về sức khoẻ, xem giờ trống, đọc lại mọi ` +
            'chi tiết cho tôi rồi mới gửi khi tôi đồng ý.',
          en:
            `I would like to book ${requestText || 'a treatment'}. Ask for what is missing, including health, find ` +
            'free times, read every detail back, and send it only when I say yes.',
        }[locale]
      },
    },
    {
      name: 'choose_a_treatment',
      title: { vi: 'Chọn liệu trình', en: 'Choose a treatment' },
      description: {
        vi: 'Gợi ý theo cảm giác của da và cơ thể.',
        en: 'A suggestion based on how skin and body feel.',
      },
      arguments: [
        {
          name: 'feeling',
          description: 'How skin or body feels.',
          required: false,
          values: files.feelings.feelings.map(({ id }) => id),
        },
        {
          name: 'minutes',
          description: 'Available minutes.',
          required: false,
          values: ['45', '60', '75', '90', '120'],
        },
      ],
      message({ feeling, minutes }, locale) {
        const facts = [
          feeling,
          minutes && { vi: `${minutes} phút`, en: `${minutes} minutes` }[locale],
        ]
          .filter(Boolean)
          .join(', ')
        return {
          vi:
            `Gợi ý cho tôi một liệu trình và một lựa chọn khác (${facts || 'hỏi tôi thấy trong người thế nào'}). ` +
            'Hỏi tôi về sức khoẻ trước; đừng chẩn đoán và đừng hứa kết quả.',
          en:
            `Suggest one treatment and one alternative for me (${facts || 'ask how I feel'}). Ask about my health ` +
            'first; no diagnosis and no promises.',
        }[locale]
      },
    },
    {
      name: 'give_a_gift_card',
      title: { vi: 'Tặng thẻ quà', en: 'Give a gift card' },
      description: { vi: 'Đặt một thẻ quà tặng.', en: 'Order a gift card.' },
      arguments: [
        {
          name: 'amount',
          description: 'Value in dong.',
          required: false,
          values: files.giftCards.cards.map(({ amount }) => String(amount)),
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
    },
  ]
}
