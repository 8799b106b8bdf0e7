/** A refusal: a stable code, told in the caller's language by whichever face he came through. */
import { z } from 'zod'
import type { Locale, LocalizedText } from './locale.ts'
import { type ProblemCode, problemTable } from './problem-table.ts'
import type { Quota } from './quota.ts'

export type { ProblemCode } from './problem-table.ts'

export const fieldCodes = [
  'missing',
  'unknown',
  'repeated',
  'wrong_type',
  'wrong_format',
  'too_small',
  'too_large',
  'too_short',
  'too_long',
  'not_one_of',
  'not_given',
  'not_open',
  'too_soon',
  'too_far',
] as const

export type FieldCode = (typeof fieldCodes)[number]

export type FieldError = { name: string; code: FieldCode; message: LocalizedText }

export type ProblemDetails = {
  /** What happened this time; without it the table's own sentence is told. */
  detail?: LocalizedText
  fields?: readonly FieldError[]
  /** Free times to choose from instead, nearest first. */
  alternatives?: readonly Alternative[]
  /** Seconds after which it may go better. */
  retryAfter?: number
  headers?: Readonly<Record<string, string>>
  /** What is left to the caller, where it was found out on the way. */
  quota?: Quota
  /** Counted in the write limit although nothing was stored: a guess at a secret. */
  isCounted?: boolean
}

export type Alternative = { date: string; time: string; starts_at: string; weekday: LocalizedText }

export class Problem extends Error {
  readonly code: ProblemCode
  readonly details: ProblemDetails

  constructor(code: ProblemCode, details: ProblemDetails = {}) {
    // An answer and no fault: where in the code it was given matters to nobody and takes time to find.
    const { stackTraceLimit } = Error
    Error.stackTraceLimit = 0
    super(code)
    Error.stackTraceLimit = stackTraceLimit
    this.name = 'Problem'
    this.code = code
    this.details = details
  }

  get status(): number {
    return problemTable[this.code].status
  }

  with(more: ProblemDetails): Problem {
    return new Problem(this.code, { ...this.details, ...more })
  }

  /** RFC 9457. `base` is the site's address, `instance` names this one occurrence. */
  record(locale: Locale, base: string, instance: string): ProblemRecord {
    const { status, title, meaning } = problemTable[this.code]
    const { fields, alternatives, retryAfter } = this.details
    const detail =
      this.details.detail?.[locale] ?? summarizeFields(fields, locale) ?? meaning[locale]
    return {
      type: `${base}/problems/${this.code}`,
      title: title[locale],
      status,
      detail,
      instance,
      ...(fields && {
        fields: fields.map(({ name, code, message }) => ({ name, code, message: message[locale] })),
      }),
      ...(alternatives && {
        alternatives: alternatives.map((one) => ({ ...one, weekday: one.weekday[locale] })),
      }),
      ...(retryAfter !== undefined && { retry_after: retryAfter }),
    }
  }
}

/** "limit: Write a whole number from 1 to 100." for callers who read nothing but the detail. */
function summarizeFields(
  fields: readonly FieldError[] | undefined,
  locale: Locale,
): string | undefined {
  return fields?.map(({ name, message }) => `${name}: ${message[locale]}`).join(' ')
}

const fieldRecord = z
  .object({
    name: z.string().describe('The parameter or field that is wrong.'),
    code: z.enum(fieldCodes).describe('What is wrong with it; stable, in no language.'),
    message: z.string().describe('What is wrong and what to write instead, for a person.'),
  })
  .meta({ id: 'FieldFault' })

const alternativeRecord = z
  .object({
    date: z.string().describe('YYYY-MM-DD, Vietnam time.'),
    time: z.string().describe('HH:MM.'),
    starts_at: z.string().describe('The same with its offset.'),
    weekday: z.string().describe('The day of the week in words.'),
  })
  .meta({ id: 'Alternative' })

export const problemRecord = z
  .object({
    type: z.url().describe('The kind of problem: a page that explains it. Branch on this.'),
    title: z.string().describe('The kind of problem in words.'),
    status: z.int().describe('The HTTP status, again.'),
    detail: z.string().describe('What happened this time and what to do about it.'),
    instance: z.string().describe('This one occurrence; the same id stands in X-Request-Id.'),
    fields: z.array(fieldRecord).optional().describe('Every wrong parameter or field at once.'),
    alternatives: z
      .array(alternativeRecord)
      .optional()
      .describe(
        'With slot-taken: up to five free times, nearest first, the same day before others.',
      ),
    retry_after: z.int().optional().describe('Seconds to wait; the same as Retry-After.'),
  })
  .meta({ id: 'Problem', description: 'Why a request was refused (RFC 9457).' })

export type ProblemRecord = z.infer<typeof problemRecord>
