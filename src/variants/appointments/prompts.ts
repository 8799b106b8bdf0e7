/** MCP prompts of trades with appointments: to book, and to choose a service. */
import type { Locale, LocalizedText } from '../../kernel/locale.ts'
import type { Prompt } from '../../kernel/tool.ts'
import type { AppointmentTrade } from './declaration.ts'
import { allServices } from './services.ts'
import type { AppointmentValues } from './values.ts'
import { capitalize, withArticle } from './words.ts'

export function createPrompts(trade: AppointmentTrade, values: AppointmentValues): Prompt[] {
  return [
    bookPrompt(trade, values),
    choosePrompt(trade, values),
    ...(trade.prompts.more?.(values) ?? []),
  ]
}

function bookPrompt({ words, prompts }: AppointmentTrade, values: AppointmentValues): Prompt {
  const { visit, title, including } = prompts.book
  const more = including(values.health.boxes.length > 0)
  const services = allServices(values)
  return {
    name: `book_${visit.replaceAll(' ', '_')}`,
    tool: 'request_appointment',
    title,
    description: {
      vi: 'Tìm giờ trống và gửi yêu cầu đặt lịch.',
      en: 'Find a free time and send a booking request.',
    },
    arguments: [
      {
        name: 'service_id',
        description: `${capitalize(withArticle(words.service.en))}.`,
        required: false,
        values: services.map(({ id }) => id),
      },
      { name: 'date', description: 'YYYY-MM-DD.', required: false, values: [] },
    ],
    message({ service_id, date }, locale) {
      const requestText = [
        service_id && nameIn(services, service_id, locale),
        date && { vi: `ngày ${date}`, en: `on ${date}` }[locale],
      ]
        .filter(Boolean)
        .join(' ')
      const details = requestText && ` ${requestText}`
      return {
        vi:
          `Tôi muốn đặt lịch${details}. Hãy hỏi những gì còn thiếu${more ? `, kể cả ${more.vi}` : ''}, xem giờ trống, ` +
          'đọc lại mọi chi tiết cho tôi rồi mới gửi khi tôi đồng ý.',
        en:
          `I would like to book ${requestText || visit}. Ask for what is missing${more ? `, including ${more.en}` : ''}, ` +
          'find free times, read every detail back, and send it only when I say yes.',
      }[locale]
    },
  }
}

/** By a tag and a variant; without variants by a tag and the available minutes. */
function choosePrompt(
  { words, prompts }: AppointmentTrade,
  { tags, variants = [] }: AppointmentValues,
): Prompt {
  const { description, tagDescription, ask, rule } = prompts.choose
  const { vi, en } = words.service
  const { variant } = words
  const other = variant
    ? {
        name: variant.noun,
        description: `${variant.label.en}.`,
        values: variants.map(({ id }) => id),
        text: (id: string, locale: Locale) => nameIn(variants, id, locale),
      }
    : {
        name: 'minutes',
        description: 'Available minutes.',
        values: ['45', '60', '75', '90', '120'],
        text: (minutes: string, locale: Locale) =>
          ({ vi: `${minutes} phút`, en: `${minutes} minutes` })[locale],
      }
  return {
    name: `choose_${withArticle(en).replaceAll(' ', '_')}`,
    tool: 'list_services',
    title: { vi: `Chọn ${vi}`, en: `Choose ${withArticle(en)}` },
    description,
    arguments: [
      ...(tags.length > 0
        ? [
            {
              name: words.tag.en,
              description: tagDescription,
              required: false,
              values: tags.map(({ id }) => id),
            },
          ]
        : []),
      { name: other.name, description: other.description, required: false, values: other.values },
    ],
    message(args, locale) {
      const tag = args[words.tag.en]
      const otherValue = args[other.name]
      const facts = [tag && nameIn(tags, tag, locale), otherValue && other.text(otherValue, locale)]
        .filter(Boolean)
        .join(', ')
      return {
        vi: `Gợi ý cho tôi một ${vi} và một lựa chọn khác (${facts || ask.vi}). ${rule.vi}`,
        en: `Suggest one ${en} and one alternative for me (${facts || ask.en}). ${rule.en}`,
      }[locale]
    },
  }
}

function nameIn(
  list: readonly { id: string; name: LocalizedText }[],
  id: string,
  locale: Locale,
): string {
  return list.find((one) => one.id === id)?.name[locale] ?? id
}
