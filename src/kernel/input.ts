/** What is wrong with a caller's input, each field in words that say what to write instead. */
import { z } from 'zod'
import type { Words } from './locale.ts'
import type { FieldCode, FieldFault } from './problem.ts'

type Checked<Output> =
  | { ok: true; value: Output }
  /** `fine` are the fields with which nothing is wrong by themselves. */
  | { ok: false; faults: FieldFault[]; fine: Record<string, unknown> }

export function checkInput<Input extends z.ZodObject>(
  schema: Input,
  given: Readonly<Record<string, unknown>>,
  /** Where the caller finds the form that is asked for. */
  described = '/openapi.json',
): Checked<z.output<Input>> {
  const parsed = schema.safeParse(given, { reportInput: true })
  if (parsed.success) return { ok: true, value: parsed.data }
  const faults = parsed.error.issues.flatMap((issue) => faultsOf(schema, issue, described))
  const fine = Object.entries(schema.shape).flatMap(([name, field]) => {
    const alone = (field as z.ZodType).safeParse(given[name])
    return alone.success ? [[name, alone.data]] : []
  })
  return { ok: false, faults, fine: Object.fromEntries(fine) }
}

export function unknownNames(names: readonly string[]): FieldFault[] {
  return names.map((name) => ({ name, code: 'unknown', message: notHere }))
}

/** "Write one of: …" */
export function oneOf(values: readonly string[]): Words {
  const list = values.join(' · ')
  return { vi: `Viết một trong: ${list}.`, en: `Write one of: ${list}.` }
}

/** A schema's own reason to refuse a value, for `context.addIssue`. */
export function refusal(code: FieldCode, message: Words) {
  return { code: 'custom' as const, params: { refused: [code, message] } }
}

/** A text of a certain form, refused in words that show the form. */
export function formed(fits: (text: string) => boolean, words: (text: string) => Words) {
  return z.string().superRefine((text, context) => {
    if (!fits(text)) context.addIssue(refusal('wrong_format', words(text)))
  })
}

/** Numbers that end sooner than their schema: what lies between is refused in words of its own. */
export const endsAt = z.registry<{ most: number }>()

function isRefusal(params: unknown): params is { refused: [FieldCode, Words] } {
  return typeof params === 'object' && params !== null && 'refused' in params
}

export const repeated: Words = { vi: 'Chỉ gửi một lần.', en: 'Send it once only.' }

function faultsOf(schema: z.ZodObject, issue: z.core.$ZodIssue, described: string): FieldFault[] {
  if (issue.code === 'unrecognized_keys') {
    const known = Object.keys(schema.shape)
    return issue.keys.map((name) => ({ name, code: 'unknown', message: noSuchName(known) }))
  }
  const [code, message] = tell(issue, schema.shape[String(issue.path[0])], wrongForm(described))
  return [{ name: issue.path.join('.'), code, message }]
}

function tell(
  issue: z.core.$ZodIssue,
  field: z.core.$ZodType | undefined,
  wrong: Words,
): [FieldCode, Words] {
  switch (issue.code) {
    case 'invalid_type':
      return issue.input === undefined
        ? ['missing', missing]
        : ['wrong_type', rangeOf(field, wrong)]
    case 'too_small':
      if (issue.origin !== 'string') return ['too_small', rangeOf(field, wrong)]
      return ['too_short', atLeast(Number(issue.minimum))]
    case 'too_big':
      if (issue.origin !== 'string') return ['too_large', rangeOf(field, wrong)]
      return ['too_long', atMost(Number(issue.maximum))]
    case 'invalid_value':
      return ['not_one_of', oneOf(issue.values.map(String))]
    case 'invalid_format':
      return ['wrong_format', issue.format === 'email' ? anAddress : wrong]
    case 'custom':
      return isRefusal(issue.params) ? issue.params.refused : ['wrong_format', wrong]
    default:
      return ['wrong_format', wrong]
  }
}

const notHere: Words = { vi: 'Không gửi giá trị này ở đây.', en: 'This does not belong here.' }

/** A field that must be there. */
export function missingField(name: string): FieldFault {
  return { name, code: 'missing', message: missing }
}

const anAddress: Words = {
  vi: 'Viết một địa chỉ email như lan@example.com.',
  en: 'Write an e-mail address such as lan@example.com.',
}

const missing: Words = { vi: 'Cần có giá trị này.', en: 'This is needed.' }

function wrongForm(described: string): Words {
  return {
    vi: `Không đúng dạng; ${described} cho thấy dạng cần viết.`,
    en: `Not in the right form; ${described} shows the form.`,
  }
}

function noSuchName(known: readonly string[]): Words {
  const list = known.join(', ')
  return known.length === 0
    ? { vi: 'Địa chỉ này không nhận tham số.', en: 'This address takes no parameters.' }
    : { vi: `Không có tên này. Các tên: ${list}.`, en: `No such name. The names are: ${list}.` }
}

function rangeOf(field: z.core.$ZodType | undefined, wrong: Words): Words {
  const inner = field && innermost(field)
  if (!(inner instanceof z.ZodNumber)) return wrong
  const { minValue } = inner
  const most = endsAt.get(inner)?.most ?? inner.maxValue
  return {
    vi: `Viết một số nguyên từ ${minValue} đến ${most}.`,
    en: `Write a whole number from ${minValue} to ${most}.`,
  }
}

/** The same field where it may be left out, with its description and example. */
export function optional<Field extends z.ZodType>(field: Field) {
  return field.optional().meta(field.meta() ?? {})
}

/** The schema under what only makes it optional. */
export function innermost(field: z.core.$ZodType): z.core.$ZodType {
  return field instanceof z.ZodDefault || field instanceof z.ZodOptional
    ? innermost(field.unwrap())
    : field
}

function atLeast(count: number): Words {
  if (count === 1) return { vi: 'Không để trống.', en: 'It may not be empty.' }
  return { vi: `Viết ít nhất ${count} ký tự.`, en: `Write at least ${count} characters.` }
}

function atMost(count: number): Words {
  return { vi: `Viết nhiều nhất ${count} ký tự.`, en: `Write at most ${count} characters.` }
}
