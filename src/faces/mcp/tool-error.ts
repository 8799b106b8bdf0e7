/** Error result of a tool: the API's problem, and what the model should ask the guest next. */
import type { Locale, LocalizedText } from '../../kernel/locale.ts'
import { type FieldError, Problem, type ProblemCode } from '../../kernel/problem.ts'
import type { ToolResult } from '../../mcp/definition.ts'

export type ToolErrorContext = { base: string; phone: string }

export function toolError(
  problem: Problem,
  locale: Locale,
  instance: string,
  { base, phone }: ToolErrorContext,
  more: Readonly<Record<string, string>> = {},
): ToolResult {
  const record = {
    ...problem.record(locale, base, `urn:uuid:${instance}`),
    ...more,
    ask_next: (more.read_back ? agree : adviceFor(problem))(phone)[locale],
    // A wrong code is counted against the write limit, so that codes cannot be guessed.
    retry_safe: problem.details.isCounted !== true,
  }
  return { isError: true, content: [{ type: 'text', text: JSON.stringify(record) }] }
}

/** Renames the fields of a problem to the tool's arguments. */
export function withArgumentNames(problem: Problem, names: ArgumentNames): Problem {
  const { fields } = problem.details
  if (!fields) return problem
  return new Problem(problem.code, { ...problem.details, fields: renameFieldErrors(fields, names) })
}

/** The tool's argument for each field of the operation. */
type ArgumentNames = Readonly<Record<string, string>>

export function renameFieldErrors(
  errors: readonly FieldError[],
  names: ArgumentNames,
): FieldError[] {
  const rename = (text: string) =>
    Object.entries(names).reduce((all, [field, argument]) => all.replaceAll(field, argument), text)
  return errors.map(({ name, code, message }) => ({
    name: Object.hasOwn(names, name) ? (names[name] ?? name) : name,
    code,
    message: { vi: rename(message.vi), en: rename(message.en) },
  }))
}

type Advice = (phone: string) => LocalizedText

const askAgain: Advice = () => ({
  vi: 'Nói cho khách điều chưa được và hỏi lại những mục trong “fields”. Chưa có gì được lưu.',
  en: 'Tell the guest what is wrong and ask again for what “fields” names. Nothing was stored.',
})

/** Arguments that the model must not ask the guest for. */
const technicalArguments = ['idempotency_key', 'dry_run', 'locale', 'limit', 'cursor', 'part']

function adviceFor({ code, details: { fields = [] } }: Problem): Advice {
  const known = adviceByCode[code]
  if (known) return known
  const guestFields = fields.filter(
    ({ name, code }) => code !== 'unknown' && !technicalArguments.includes(name),
  )
  if (guestFields.length === 0) return fields.length > 0 ? correct : askAgain
  return guestFields.every(({ name }) => name === rulesRead) ? readRules : askAgain
}

/** Not asked from the guest either, but its meaning must be explained to the guest. */
const rulesRead = 'policy_code'

const readRules: Advice = () => ({
  vi: 'Làm như “fields” nói: đọc điều kiện cho khách nghe, hỏi họ có đồng ý không, rồi gọi lại. Chưa có gì được lưu.',
  en: 'Do as “fields” says: read the rules to the guest, ask whether they agree, then call again. Nothing was stored.',
})

const correct: Advice = () => ({
  vi: 'Tự sửa lời gọi theo “fields” rồi gọi lại; không cần hỏi khách. Chưa có gì được lưu.',
  en: 'Correct the call as “fields” says and call again; you need not ask the guest. Nothing was stored.',
})

const agree: Advice = () => ({
  vi: 'Hỏi khách: “Tôi gửi như vậy nhé?”',
  en: 'Ask the guest: “Shall I send it like this?”',
})

const adviceByCode: Partial<Record<ProblemCode, Advice>> = {
  'slot-taken': () => ({
    vi: 'Giờ này vừa có người giữ. Đọc các giờ trong “alternatives” cho khách chọn, rồi gửi lại.',
    en: 'The time has just been taken. Offer the guest the times in “alternatives”, then send again.',
  }),
  'not-found': (phone) => ({
    vi: `Hỏi khách đọc lại cho đúng; đừng đoán. Nếu vẫn không thấy, khách gọi ${phone}.`,
    en: `Ask the guest to read it out again; do not guess. If it is still not found, they can call ${phone}.`,
  }),
  'rate-limited': (phone) => ({
    vi: `Đừng gửi lại trước khi hết “retry_after” giây. Gấp thì khách gọi ${phone}.`,
    en: `Do not send again before “retry_after” seconds have passed. If it is urgent, call ${phone}.`,
  }),
  'too-many-open-requests': (phone) => ({
    vi: `Đừng gửi lại trước khi tiệm trả lời các yêu cầu đã gửi. Gấp thì khách gọi ${phone}.`,
    en: `Do not send again before the shop has answered the earlier requests. If it is urgent, call ${phone}.`,
  }),
  'store-unavailable': (phone) => ({
    vi: `Thử lại sau “retry_after” giây với cùng idempotency_key, hoặc khách gọi ${phone}.`,
    en: `Try again after “retry_after” seconds with the same idempotency_key, or call ${phone}.`,
  }),
  'idempotency-key-reused': () => ({
    vi: 'Khoá này đã dùng cho một yêu cầu khác. Nếu là yêu cầu mới, gửi với khoá mới.',
    en: 'This key belongs to another request. If this is a new one, send it with a new key.',
  }),
}
