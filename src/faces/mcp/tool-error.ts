/** Error result of a tool: what is wrong, and who can correct it. */
import type { BookingCalendar } from '../../kernel/argument-reader.ts'
import type { Untranslated } from '../../kernel/content-language.ts'
import type { Languages, Locale, LocalizedText } from '../../kernel/locale.ts'
import {
  type FieldCode,
  type FieldError,
  Problem,
  type ProblemCode,
  type Who,
} from '../../kernel/problem.ts'
import type { ToolResult } from '../../mcp/definition.ts'

export type ToolErrorContext = {
  /** The phone number of the shop. */
  phone: string
  calendar: BookingCalendar
  languages: Languages
  untranslated: Untranslated
  /** What else the guest can do if the time is full. */
  ifFull?: LocalizedText | undefined
}

export function toolError(problem: Problem, locale: Locale, context: ToolErrorContext): ToolResult {
  const { fields } = problem.details
  const [first, ...others] = fields && fields.length > 0 ? sortByWho(fields) : []
  const record = first
    ? describeFields(first, others, locale)
    : describeProblem(problem, locale, context)
  const text = JSON.stringify({ ...record, stored: false })
  return { isError: true, content: [{ type: 'text', text }] }
}

/** As much as fits: names of choices beside their ids, and the other errors, which the next response names. */
function describeFields(first: FieldError, others: readonly FieldError[], locale: Locale) {
  const { name, code, choices, choiceNames, nearest } = first
  const record = (message: string, names: readonly string[] | undefined) => ({
    ...{ who: whoCorrects(first), field: name, code, message },
    ...(choices && choices.length > 0 && { choices }),
    ...(names && { choice_names: names }),
    ...(nearest !== undefined && { nearest }),
  })
  const [sentence = '', ...more] =
    others.length === 0 ? [briefOf(first, locale)] : sentencesOf([first, ...others], locale)
  const allNames = choiceNames?.map((one) => one[locale])
  const names = allNames && isShort(record(sentence, allNames)) ? allNames : undefined
  const message = more.reduce((all, one) => {
    const longer = `${all} ${one}`
    return isShort(record(longer, names)) ? longer : all
  }, sentence)
  return record(message, names)
}

/**
 * An error has at most 150 tokens. Counting them takes a table of words, so this is an estimate; of the errors that are
 * longer, measured, none was estimated at less than 144.
 */
function isShort(record: object): boolean {
  const text = JSON.stringify({ ...record, stored: false })
  const count = (pattern: RegExp) => text.match(pattern)?.length ?? 0
  return text.length * 0.25 + count(/\P{ASCII}/gu) * 0.53 + count(/-/g) * 1.63 <= 150 - 8
}

function describeProblem(problem: Problem, locale: Locale, context: ToolErrorContext) {
  const { phone, ifFull } = context
  const { code, details } = problem
  const { alternatives = [], retryAfter } = details
  const times = alternatives.slice(0, maxAlternatives)
  const who = details.who ?? whoByProblem[code] ?? 'model'
  const detail = problem.detailText(locale)
  const describe = who === 'model' && code === 'not-found' ? undefined : messageByCode[code]
  const message = describe?.({ detail, phone, hasChoices: times.length > 0 })[locale] ?? detail
  return {
    who,
    code,
    message: code === 'slot-taken' && ifFull ? `${message} ${ifFull[locale]}` : message,
    ...(times.length > 0 && { choices: times.map(({ date, time }) => `${date} ${time}`) }),
    ...(retryAfter !== undefined && { retry_after: retryAfter }),
  }
}

const maxAlternatives = 5

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
  return errors.map((error) => ({
    ...error,
    name: Object.hasOwn(names, error.name) ? (names[error.name] ?? error.name) : error.name,
    message: { vi: rename(error.message.vi), en: rename(error.message.en) },
  }))
}

/** The model corrects its own errors first; what remains is then asked in one question. */
function sortByWho(fields: readonly FieldError[]): FieldError[] {
  const isModels = (error: FieldError) => whoCorrects(error) === 'model'
  return [...fields.filter(isModels), ...fields.filter((error) => !isModels(error))]
}

function whoCorrects({ who, name, code }: FieldError): Who {
  if (who) return who
  const isAboutGuest = code === 'wrong_format' && factsOfGuest.has(name)
  return isAboutGuest ? 'guest' : whoByField[code]
}

/** Only the guest knows the right value if one of these does not exist. */
const factsOfGuest = new Set(['name', 'phone', 'email', 'phone_last4', 'code', 'deliver_to'])

const whoByField: Record<FieldCode, Who> = {
  missing: 'guest',
  unknown: 'model',
  repeated: 'model',
  wrong_type: 'model',
  wrong_format: 'model',
  too_small: 'model',
  too_large: 'model',
  too_short: 'model',
  too_long: 'model',
  not_one_of: 'model',
  not_given: 'guest',
  not_open: 'guest',
  too_soon: 'guest',
  too_far: 'guest',
}

/** The others are the model's. */
const whoByProblem: Partial<Record<ProblemCode, Who>> = {
  'slot-taken': 'guest',
  'place-available': 'guest',
  'not-found': 'guest',
  'rate-limited': 'shop',
  'too-many-open-requests': 'shop',
  'store-unavailable': 'shop',
  'form-check-failed': 'shop',
}

type MessageParts = { detail: string; phone: string; hasChoices: boolean }

const messageByCode: Partial<Record<ProblemCode, (parts: MessageParts) => LocalizedText>> = {
  'slot-taken': ({ phone, hasChoices }) =>
    hasChoices
      ? {
          vi: 'Giờ này đã hết chỗ. Những giờ gần nhất còn trống ở “choices”: chọn giờ nào?',
          en: 'This time is full. The nearest free times are in “choices”: which one?',
        }
      : {
          vi: `Giờ này đã hết chỗ, những ngày gần đó cũng vậy. Chọn ngày khác, hoặc gọi ${phone}.`,
          en: `This time is full, and so are the days around it. Choose another day, or call ${phone}.`,
        },
  'place-available': () => ({
    vi: 'Không cần chờ: những giờ ở “choices” còn trống và đặt được ngay. Chọn giờ nào?',
    en: 'There is no need to wait: the times in “choices” are free and can be booked now. Which one?',
  }),
  'not-found': ({ detail, phone }) => ({
    vi: `${detail} Nếu vẫn không thấy, gọi ${phone}.`,
    en: `${detail} If it is still not found, call ${phone}.`,
  }),
  'rate-limited': ({ phone }) => ({
    vi:
      'Kết nối này (có thể nhiều người dùng chung) đã gửi đủ số yêu cầu trong một giờ. Yêu cầu không có lỗi: ' +
      `gửi lại được sau “retry_after” giây, hoặc gọi ${phone}.`,
    en:
      'This connection (which several people may share) has reached its limit of requests per hour. Nothing is wrong ' +
      `with the request: it can be sent again after “retry_after” seconds, or call ${phone}.`,
  }),
  'store-unavailable': ({ phone }) => ({
    vi: `Hệ thống tạm thời chưa nhận được yêu cầu. Gửi lại y như vậy được sau “retry_after” giây, hoặc gọi ${phone}.`,
    en: `The request could not be received. The same can be sent again after “retry_after” seconds, or call ${phone}.`,
  }),
  'idempotency-key-reused': () => ({
    vi: 'Khoá này thuộc về một yêu cầu khác. Yêu cầu mới cần khoá mới.',
    en: 'This key belongs to another request. A new request needs a new key.',
  }),
}

function briefOf({ brief, message }: FieldError, locale: Locale): string {
  return (brief ?? message)[locale]
}

/** Each sentence once, after the names of its fields; the guest’s questions need no name. */
function sentencesOf(errors: readonly FieldError[], locale: Locale): string[] {
  const bySentence = Map.groupBy(errors, (error) => briefOf(error, locale))
  return [...bySentence].map(([sentence, same]) => {
    const names = same.filter((error) => whoCorrects(error) !== 'guest').map(({ name }) => name)
    return names.length === 0 ? sentence : `${names.join(', ')}: ${sentence}`
  })
}
