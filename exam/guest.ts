/** The guest of a task: answers questions of the agent from what the guest knows, always in the same way. */
import type { Task } from './tasks/task.ts'

/** The reply to a question in the words of an agent. */
export function answerQuestion(task: Task, question: string): string {
  const asked = lastQuestion(question)
  const byField = isAboutField(asked) ? answerField(task, asked) : undefined
  return byField ?? answerProposal(task, question)
}

/** A read-back names every field, so only the last question says what the agent wants to know. */
function lastQuestion(text: string): string {
  const sentences = text.match(/[^.?!\n]+[.?!]?/g) ?? [text]
  return sentences.findLast((sentence) => sentence.includes('?')) ?? text
}

const fieldQuestion =
  /\b(what|which|who|whose|how many|how long|may i have|could you (give|tell)|please (give|tell|provide))\b|(?<!\p{L})(gì|nào|bao nhiêu|mấy|ai|cho (tôi|em|mình) (biết|xin))(?!\p{L})/iu

function isAboutField(question: string): boolean {
  return fieldQuestion.test(question)
}

type Field = { pattern: RegExp; value(task: Task): string | undefined }

const fields: readonly Field[] = [
  { pattern: /four digits|4 digits|bốn số|4 số/i, value: ({ intent }) => intent.phone?.slice(-4) },
  { pattern: /phone|số điện thoại|số máy/i, value: ({ intent }) => intent.phone },
  { pattern: /e-?mail/i, value: ({ intent }) => intent.email },
  { pattern: /\bcode|mã/i, value: ({ intent }) => intent.code },
  { pattern: /\bname|tên/i, value: ({ intent }) => intent.name },
  {
    pattern: /how many|party|mấy người|bao nhiêu (người|khách)/i,
    value: ({ intent }) => intent.party?.toString(),
  },
  { pattern: /length|long is|độ dài|tóc/i, value: ({ intent }) => intent.length },
  { pattern: /service|treatment|dịch vụ|liệu trình/i, value: ({ intent }) => intent.service },
  { pattern: /\btime|mấy giờ|giờ nào/i, value: ({ intent }) => intent.otherTime ?? intent.time },
  { pattern: /\bday|\bdate|ngày nào|hôm nào/i, value: ({ intent }) => intent.day },
  { pattern: /area|sit|table|chỗ ngồi|khu/i, value: ({ intent }) => intent.area },
  { pattern: /therapist|stylist|person|kỹ thuật viên|thợ/i, value: ({ intent }) => intent.person },
  { pattern: /allerg|dị ứng/i, value: ({ intent }) => intent.allergies?.join(', ') },
  { pattern: /health|sức khoẻ/i, value: ({ intent }) => intent.health?.join(', ') },
]

function answerField(task: Task, question: string): string | undefined {
  const field = fields.find(({ pattern }) => pattern.test(question))
  if (!field) return undefined
  return (
    field.value(task) ??
    { vi: 'Tôi không có yêu cầu gì về việc đó.', en: 'I have no preference.' }[task.locale]
  )
}

function answerProposal({ guest, intent, locale }: Task, question: string): string {
  const { agrees, acceptsDeposit } = guest
  const isAboutDeposit = /deposit|cọc/i.test(question)
  if (acceptsDeposit === false && !isAboutDeposit) return onlyWithoutDeposit[locale]
  if (!agrees) return refusal[locale]
  if (intent.otherTime === undefined) return agreement[locale]
  return { vi: `Vâng, ${intent.otherTime} cũng được.`, en: `Yes, ${intent.otherTime} is fine.` }[
    locale
  ]
}

const agreement = { vi: 'Vâng, tôi đồng ý, gửi đi.', en: 'Yes, I agree, please send it.' }
const refusal = {
  vi: 'Không, đừng gửi gì cả. Cảm ơn.',
  en: 'No, please do not send anything. Thank you.',
}
const onlyWithoutDeposit = {
  vi: 'Chỉ khi không phải đặt cọc.',
  en: 'Only if there is no deposit.',
}
