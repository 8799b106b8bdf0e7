/** MCP prompts of a salon. */
import type { Locale } from '../../kernel/locale.ts'
import type { Prompt } from '../../kernel/tool.ts'
import type { SalonFiles } from './files.ts'
import { allServices } from './services.ts'

export function prompts(files: SalonFiles): Prompt[] {
  const services = allServices(files)
  const { lengths } = files.lengths
  const { needs } = files.needs
  const nameOf = (id: string, locale: Locale) =>
    [...services, ...lengths, ...needs].find((one) => one.id === id)?.name[locale] ?? id
  return [
    {
      name: 'book_a_visit',
      title: { vi: 'Đặt lịch làm tóc', en: 'Book a visit' },
      description: {
        vi: 'Tìm giờ trống và gửi yêu cầu đặt lịch.',
        en: 'Find a free time and send a booking request.',
      },
      arguments: [
        {
          name: 'service_id',
          description: 'A service.',
          required: false,
          values: services.map(({ id }) => id),
        },
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
            `Tôi muốn đặt lịch${details}. Hãy hỏi những gì còn thiếu, kể cả độ dài tóc và dị ứng, xem giờ trống, ` +
            'đọc lại mọi chi tiết cho tôi rồi mới gửi khi tôi đồng ý.',
          en:
            `I would like to book ${requestText || 'a visit'}. Ask for what is missing, including hair length and ` +
            'allergies, find free times, read every detail back, and send it only when I say yes.',
        }[locale]
      },
    },
    {
      name: 'choose_a_service',
      title: { vi: 'Chọn dịch vụ', en: 'Choose a service' },
      description: {
        vi: 'Gợi ý theo mái tóc của bạn và điều bạn cần.',
        en: 'A suggestion from your hair and what you need.',
      },
      arguments: [
        {
          name: 'need',
          description: 'What the guest needs.',
          required: false,
          values: needs.map(({ id }) => id),
        },
        {
          name: 'length',
          description: 'Hair length.',
          required: false,
          values: lengths.map(({ id }) => id),
        },
      ],
      message({ need, length }, locale) {
        const facts = [need, length].flatMap((id) => (id ? [nameOf(id, locale)] : [])).join(', ')
        return {
          vi:
            `Gợi ý cho tôi một dịch vụ và một lựa chọn khác (${facts || 'hỏi tôi về mái tóc'}). Cho biết giá và ` +
            'thời gian; đừng hứa màu hay nếp tóc sẽ ra sao.',
          en:
            `Suggest one service and one alternative for me (${facts || 'ask about my hair'}). Give the price and ` +
            'the duration; make no promises about how color or curls will turn out.',
        }[locale]
      },
    },
    {
      name: 'get_ready_for_a_day',
      title: { vi: 'Làm tóc cho ngày trọng đại', en: 'Hair for a special occasion' },
      description: {
        vi: 'Lên lịch thử kiểu và làm tóc cho ngày cưới, ngày tiệc.',
        en: 'Plan a trial and the appointment for a wedding or a party.',
      },
      arguments: [
        {
          name: 'date',
          description: 'The day of the occasion, YYYY-MM-DD.',
          required: false,
          values: [],
        },
        { name: 'what', description: 'A wedding, a party.', required: false, values: [] },
      ],
      message({ date, what }, locale) {
        const day = [what, date && { vi: `ngày ${date}`, en: `on ${date}` }[locale]]
          .filter(Boolean)
          .join(' ')
        return {
          vi:
            `Tôi cần làm tóc cho ${day || 'một ngày trọng đại (hỏi tôi ngày nào, dịp gì)'}. Gợi ý nên làm gì trước ` +
            'mấy tuần, tính tổng giá, xem giờ trống; đọc lại rồi mới gửi từng yêu cầu khi tôi đồng ý.',
          en:
            `I need my hair done for ${day || 'a special occasion (ask which and when)'}. Suggest what to do how ` +
            'many weeks before, add up the prices and find free times; read each request back and send it only when ' +
            'I say yes.',
        }[locale]
      },
    },
  ]
}
