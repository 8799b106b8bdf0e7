/** MCP prompts of a restaurant. */

import { startsAtInterval } from '../../domain/scheduling/hours.ts'
import type { Locale } from '../../kernel/locale.ts'
import { plural } from '../../kernel/plural.ts'
import { startTimeOf } from '../../kernel/time.ts'
import type { Prompt } from '../../kernel/tool.ts'
import { statedFacts } from './assortment.ts'
import type { RestaurantFiles } from './files.ts'

export function prompts(files: RestaurantFiles): Prompt[] {
  const { kitchen, policy, setMeals } = files
  const stated = statedFacts(files)
  const sizes = Array.from({ length: policy.online_up_to }, (_, index) => String(index + 1))
  const times = policy.services.flatMap(({ first, last }) =>
    startsAtInterval(policy.start_every_minutes, first, last).map(startTimeOf),
  )
  const nameOf = (id: string, locale: Locale) =>
    [...kitchen.diets, ...kitchen.allergens].find((one) => one.id === id)?.name[locale] ?? id
  return [
    {
      name: 'book_a_table',
      tool: 'request_reservation',
      title: { vi: 'Đặt bàn', en: 'Book a table' },
      description: {
        vi: 'Tìm giờ trống và gửi yêu cầu đặt bàn.',
        en: 'Find a free time and send a table request.',
      },
      arguments: [
        { name: 'party_size', description: 'Number of guests.', required: false, values: sizes },
        { name: 'date', description: 'YYYY-MM-DD.', required: false, values: [] },
        { name: 'time', description: 'HH:MM.', required: false, values: times },
      ],
      message({ party_size, date, time }, locale) {
        const requestText = [
          party_size && { vi: `cho ${party_size} người`, en: `for ${party_size}` }[locale],
          date && { vi: `ngày ${date}`, en: `on ${date}` }[locale],
          time && { vi: `lúc ${time}`, en: `at ${time}` }[locale],
        ]
          .filter(Boolean)
          .join(' ')
        const details = requestText && ` ${requestText}`
        return {
          vi:
            `Tôi muốn đặt bàn${details}. Hãy hỏi những gì còn thiếu, kể cả dị ứng, xem giờ trống, đọc lại mọi chi ` +
            'tiết cho tôi rồi mới gửi khi tôi đồng ý.',
          en:
            `I would like a table${details}. Ask for what is missing, including allergies, find free times, read ` +
            'every detail back, and send it only when I say yes.',
        }[locale]
      },
    },
    {
      name: 'choose_dishes',
      tool: 'get_menu',
      title: { vi: 'Chọn món', en: 'Choose dishes' },
      description: {
        vi: 'Gợi ý bữa ăn cho cả nhóm.',
        en: 'Suggest a meal for the party.',
      },
      arguments: [
        {
          name: 'guests',
          description: 'Number of guests who eat.',
          required: false,
          values: sizes,
        },
        ...(stated.diets
          ? [
              {
                name: 'diet',
                description: 'A diet.',
                required: false,
                values: kitchen.diets.map(({ id }) => id),
              },
            ]
          : []),
        ...(stated.allergens
          ? [
              {
                name: 'avoid',
                description: 'A tracked allergen group to avoid.',
                required: false,
                values: kitchen.allergens.map(({ id }) => id),
              },
            ]
          : []),
      ],
      message({ guests, diet, avoid }, locale) {
        const facts = [
          guests &&
            {
              vi: `${guests} người`,
              en: `${guests} ${plural(Number(guests), { one: 'guest', other: 'guests' })}`,
            }[locale],
          diet && nameOf(diet, locale),
          avoid &&
            { vi: `tránh ${nameOf(avoid, 'vi')}`, en: `avoiding ${nameOf(avoid, 'en')}` }[locale],
        ]
          .filter(Boolean)
          .join(', ')
        return {
          vi:
            `Gợi ý một bữa ăn từ thực đơn${setMeals.sets.length > 0 ? ' hoặc các mâm' : ''} (${facts || 'hỏi tôi'}), kèm giá. Nhắc tôi rằng bếp dùng ` +
            'chung nên không có gì chắc chắn an toàn khi dị ứng.',
          en:
            `Suggest a meal from the menu${setMeals.sets.length > 0 ? ' or the set meals' : ''} (${facts || 'ask me'}), ` +
            'with prices. Remind me that the kitchen is shared, so nothing is guaranteed to be safe for an allergy.',
        }[locale]
      },
    },
    {
      name: 'cancel_a_table',
      tool: 'request_cancellation',
      title: { vi: 'Huỷ bàn', en: 'Cancel a table' },
      description: {
        vi: 'Xin huỷ hoặc giảm số khách.',
        en: 'Request a cancellation or a smaller party.',
      },
      arguments: [{ name: 'code', description: 'The booking code.', required: true, values: [] }],
      message: ({ code }, locale) =>
        ({
          vi: `Tôi muốn huỷ lần đặt bàn ${code}. Nói cho tôi biết điều gì sẽ xảy ra, rồi hỏi lại trước khi gửi.`,
          en: `I want to cancel booking ${code}. Tell me what will happen, and ask me before you send it.`,
        })[locale],
    },
  ]
}
