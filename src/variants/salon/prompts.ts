/** The prompt of a salon that other trades do not have. */
import type { Prompt } from '../../kernel/tool.ts'

export const getReadyForADay: Prompt = {
  name: 'get_ready_for_a_day',
  tool: 'request_appointment',
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
}
