/** Errors about the arguments of a tool call, in the words of its schema. */
import type { z } from 'zod'
import { type BookingCalendar, readerOf } from '../../kernel/argument-reader.ts'
import { formatDate } from '../../kernel/format-date.ts'
import { missingText, unexpectedFieldText } from '../../kernel/input.ts'
import { forEachLocale, type LocalizedText } from '../../kernel/locale.ts'
import { findNearest } from '../../kernel/nearest.ts'
import type { FieldError, Problem } from '../../kernel/problem.ts'

export type ArgumentContext = { today: string; calendar: BookingCalendar }

export function fieldOf(schema: z.ZodObject, name: string): z.core.$ZodType | undefined {
  return Object.hasOwn(schema.shape, name) ? schema.shape[name] : undefined
}

/** Describes errors in the words of the schema: a question for the guest, the expected format, the right name. */
export function describeErrors(
  problem: Problem,
  schema: z.ZodObject,
  context: ArgumentContext,
  args: Readonly<Record<string, unknown>>,
): Problem {
  const { fields, who } = problem.details
  if (problem.code === 'not-found' && who === undefined) return askForCode(problem, schema)
  if (!fields) return problem
  const described = fields.map((error) => describeError(error, schema, context, args))
  return problem.with({ fields: mergeUnknown(described, schema) })
}

/** Several unknown arguments get the list of the known ones once. */
function mergeUnknown(fields: readonly FieldError[], schema: z.ZodObject): FieldError[] {
  const isForeign = ({ name, code, nearest }: FieldError) =>
    code === 'unknown' && nearest === undefined && !fieldOf(schema, name)
  if (fields.filter(isForeign).length < 2) return [...fields]
  const known = Object.keys(schema.shape).join(', ')
  const brief = {
    vi: `Không có các tham số này. Các tham số: ${known}.`,
    en: `There are no such arguments. The arguments are: ${known}.`,
  }
  return fields.map((error) => (isForeign(error) ? { ...error, brief } : error))
}

function requiredText(description: string): LocalizedText {
  return { vi: `Cần có: ${description}`, en: `This is required: ${description}` }
}

/** The description says when the argument is sent: "With move: the new day". */
function unexpectedText(description: string): LocalizedText {
  return {
    vi: `Không gửi cùng các tham số này. ${description}`,
    en: `Not with these arguments. ${description}`,
  }
}

function describeError(
  error: FieldError,
  schema: z.ZodObject,
  context: ArgumentContext,
  args: Readonly<Record<string, unknown>>,
): FieldError {
  const name = error.name.split('.')[0] ?? error.name
  const field = fieldOf(schema, name)
  if (!field) return error.code === 'unknown' ? unknownArgument(schema, error) : error
  const { question, expected, isDate = false } = readerOf(field)
  const isMissing = error.code === 'missing'
  const isToChoose = isMissing ? !Object.hasOwn(args, name) : error.code === 'not_one_of'
  if (question && isToChoose && error.who === undefined) {
    return { ...error, name, who: 'guest', brief: question }
  }
  const { description = '' } = field as z.ZodType
  if (isMissing && error.message.en === missingText.en && description !== '') {
    return { ...error, name, who: 'model', brief: requiredText(description) }
  }
  if (isMissing) return { ...error, name, who: error.who ?? 'model' }
  if (error.message.en === unexpectedFieldText.en && description !== '') {
    return { ...error, name, brief: unexpectedText(description) }
  }
  const isWrongForm = error.code === 'wrong_format' || error.code === 'wrong_type'
  const brief = isWrongForm && expected ? expected : (error.brief ?? error.message)
  return { ...error, name, brief: isDate ? withCalendar(brief, context) : brief }
}

/** What is not found was named by a code or the number of a card, which the guest knows. */
function askForCode(problem: Problem, schema: z.ZodObject): Problem {
  const field = fieldOf(schema, 'code') ?? fieldOf(schema, 'number')
  const question = field && readerOf(field).question
  if (!question) return problem
  return problem.with({
    detail: {
      vi: `Không tìm thấy gì với thông tin này. ${question.vi}`,
      en: `Nothing was found with these details. ${question.en}`,
    },
  })
}

/** Names of arguments are often abbreviated: “parti” is near to party_size. */
const minSimilarity = 0.52

function unknownArgument(schema: z.ZodObject, error: FieldError): FieldError {
  const known = Object.keys(schema.shape)
  const nearest = findNearest(
    error.name,
    known,
    (name) => [name.replaceAll('_', ' ')],
    minSimilarity,
  )
  const shown = error.name.slice(0, 40)
  const brief =
    nearest === undefined
      ? {
          vi: `Không có tham số “${shown}”. Các tham số: ${known.join(', ')}.`,
          en: `There is no argument “${shown}”. The arguments are: ${known.join(', ')}.`,
        }
      : {
          vi: `Không có tham số “${shown}”. Tên gần giống nhất: ${nearest}.`,
          en: `There is no argument “${shown}”. The nearest name is ${nearest}.`,
        }
  return { ...error, brief, ...(nearest !== undefined && { nearest }) }
}

/** Adds today and the last bookable day: a model does not know them. */
function withCalendar(text: LocalizedText, { today, calendar }: ArgumentContext): LocalizedText {
  const last = calendar.lastDay(today)
  return forEachLocale((locale) => {
    const [now, until] = [formatDate(today, locale), formatDate(last, locale)]
    return {
      vi: `${text.vi} Hôm nay là ${now}; nhận đặt đến ${until}.`,
      en: `${text.en} Today is ${now}; the last bookable day is ${until}.`,
    }[locale]
  })
}
