/** Validates the input of a client. Each error names a field and says what to write instead. */
import { z } from 'zod'
import type { LocalizedText } from './locale.ts'
import type { FieldCode, FieldError, FieldHints } from './problem.ts'

type Checked<Output> =
  | { ok: true; value: Output }
  /** `validFields` are the fields that are valid by themselves. */
  | { ok: false; errors: FieldError[]; validFields: Record<string, unknown> }

export function checkInput<Input extends z.ZodObject>(
  schema: Input,
  input: Readonly<Record<string, unknown>>,
  /** Where the client finds the schema; part of error messages. */
  schemaLocation = '/openapi.json',
): Checked<z.output<Input>> {
  const parsed = schema.safeParse(input, { reportInput: true })
  if (parsed.success) return { ok: true, value: parsed.data }
  const errors = parsed.error.issues.flatMap((issue) =>
    fieldErrorsOf(schema, issue, schemaLocation),
  )
  const validEntries = Object.entries(schema.shape).flatMap(([name, field]) => {
    const fieldResult = (field as z.ZodType).safeParse(input[name])
    return fieldResult.success ? [[name, fieldResult.data]] : []
  })
  return { ok: false, errors, validFields: Object.fromEntries(validEntries) }
}

export function unknownFieldErrors(names: readonly string[]): FieldError[] {
  return names.map((name) => ({ name, code: 'unknown', message: unexpectedFieldText }))
}

/** "Write one of: …" */
export function oneOf(values: readonly string[]): LocalizedText {
  const list = values.join(' · ')
  return { vi: `Viết một trong: ${list}.`, en: `Write one of: ${list}.` }
}

/** An issue with its own code and message, for `context.addIssue`. */
export function customIssue(code: FieldCode, message: LocalizedText, hints: FieldHints = {}) {
  return { code: 'custom' as const, params: { rejection: [code, message, hints] } }
}

/** A string with a format that a function checks; the error shows the format. */
export function formattedString(
  isValid: (text: string) => boolean,
  errorText: (text: string) => LocalizedText,
) {
  return z.string().superRefine((text, context) => {
    if (!isValid(text)) context.addIssue(customIssue('wrong_format', errorText(text)))
  })
}

/** Numbers with a lower maximum than their schema; another check rejects the values between with its own message. */
export const numberLimits = z.registry<{ max: number }>()

type Rejection = [FieldCode, LocalizedText, FieldHints?]

function isCustomIssue(params: unknown): params is { rejection: Rejection } {
  return typeof params === 'object' && params !== null && 'rejection' in params
}

export const repeated: LocalizedText = { vi: 'Chỉ gửi một lần.', en: 'Send it only once.' }

function fieldErrorsOf(
  schema: z.ZodObject,
  issue: z.core.$ZodIssue,
  schemaLocation: string,
): FieldError[] {
  if (issue.code === 'unrecognized_keys') {
    const known = Object.keys(schema.shape)
    return issue.keys.map((name) => ({ name, code: 'unknown', message: unknownNameText(known) }))
  }
  const [code, message, hints] = describeIssue(
    issue,
    schema.shape[String(issue.path[0])],
    wrongFormatText(schemaLocation),
  )
  return [{ name: issue.path.join('.'), code, message, ...hints }]
}

function describeIssue(
  issue: z.core.$ZodIssue,
  field: z.core.$ZodType | undefined,
  wrong: LocalizedText,
): Rejection {
  switch (issue.code) {
    case 'invalid_type':
      return issue.input === undefined
        ? ['missing', missingText]
        : ['wrong_type', rangeText(field, wrong)]
    case 'too_small':
      if (issue.origin !== 'string') return ['too_small', rangeText(field, wrong)]
      return ['too_short', minLengthText(Number(issue.minimum))]
    case 'too_big':
      if (issue.origin !== 'string') return ['too_large', rangeText(field, wrong)]
      return ['too_long', maxLengthText(Number(issue.maximum))]
    case 'invalid_value':
      return ['not_one_of', oneOf(issue.values.map(String))]
    case 'invalid_format':
      return ['wrong_format', issue.format === 'email' ? emailFormatText : wrong]
    case 'custom':
      return isCustomIssue(issue.params) ? issue.params.rejection : ['wrong_format', wrong]
    default:
      return ['wrong_format', wrong]
  }
}

export const unexpectedFieldText: LocalizedText = {
  vi: 'Không gửi giá trị này ở đây.',
  en: 'This is not allowed here.',
}

/** The error of a required field. */
export function missingFieldError(name: string): FieldError {
  return { name, code: 'missing', message: missingText }
}

const emailFormatText: LocalizedText = {
  vi: 'Viết một địa chỉ email như lan@example.com.',
  en: 'Write an email address such as lan@example.com.',
}

export const missingText: LocalizedText = { vi: 'Cần có giá trị này.', en: 'This is required.' }

function wrongFormatText(schemaLocation: string): LocalizedText {
  return {
    vi: `Không đúng dạng; ${schemaLocation} cho thấy dạng cần viết.`,
    en: `Wrong format. See ${schemaLocation} for the expected format.`,
  }
}

function unknownNameText(known: readonly string[]): LocalizedText {
  const list = known.join(', ')
  return known.length === 0
    ? { vi: 'Địa chỉ này không nhận tham số.', en: 'This URL has no parameters.' }
    : { vi: `Không có tên này. Các tên: ${list}.`, en: `Unknown name. The names are: ${list}.` }
}

function rangeText(field: z.core.$ZodType | undefined, wrong: LocalizedText): LocalizedText {
  const inner = field && innermost(field)
  if (inner instanceof z.ZodBoolean)
    return { vi: 'Viết true hoặc false.', en: 'Write true or false.' }
  if (!(inner instanceof z.ZodNumber)) return wrong
  const { minValue } = inner
  const max = numberLimits.get(inner)?.max ?? inner.maxValue
  return {
    vi: `Viết một số nguyên từ ${minValue} đến ${max}.`,
    en: `Write a whole number from ${minValue} to ${max}.`,
  }
}

/** The same field as an optional one, with its description and example. */
export function optional<Field extends z.ZodType>(field: Field) {
  return field.optional().meta(field.meta() ?? {})
}

/** Whether a field takes a number: any within limits, or one of a few. */
export function isNumberField(field: z.core.$ZodType | undefined): boolean {
  if (field instanceof z.ZodNumber) return true
  return field instanceof z.ZodLiteral && [...field.values].every((one) => typeof one === 'number')
}

/** The schema inside optional and default wrappers. */
export function innermost(field: z.core.$ZodType): z.core.$ZodType {
  return field instanceof z.ZodDefault || field instanceof z.ZodOptional
    ? innermost(field.unwrap())
    : field
}

function minLengthText(count: number): LocalizedText {
  if (count === 1) return { vi: 'Không để trống.', en: 'This must not be empty.' }
  return { vi: `Viết ít nhất ${count} ký tự.`, en: `Write at least ${count} characters.` }
}

function maxLengthText(count: number): LocalizedText {
  return { vi: `Viết nhiều nhất ${count} ký tự.`, en: `Write at most ${count} characters.` }
}
