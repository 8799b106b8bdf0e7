/** A rejected request: a stable code with details, which each face renders in the language of the client. */

import { z } from 'zod'
import { dateFormat, instantFormat, timeFormat, uriFormat } from './field-formats.ts'
import type { Locale, LocalizedText } from './locale.ts'
import { type ProblemCode, problemTable } from './problem-table.ts'
import type { Quota } from './quota.ts'

export type { ProblemCode } from './problem-table.ts'

const fieldCodes = [
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

/** Who can correct an error of a tool call: the model, the guest, or only the shop. */
export type Who = 'model' | 'guest' | 'shop'

/** What only a tool error contains; responses of the API do not. */
export type FieldHints = {
  who?: Who
  /** Shorter than the message, for a model. */
  brief?: LocalizedText
  /** Values to choose from, as a client sends them. */
  choices?: readonly string[]
  /** The names of the choices, in the same order. */
  choiceNames?: readonly LocalizedText[]
  /** The known value that looks most like the one that was sent. */
  nearest?: string
}

export type FieldError = { name: string; code: FieldCode; message: LocalizedText } & FieldHints

export type ProblemDetails = {
  /** Replaces the general sentence of the problem table. */
  detail?: LocalizedText
  fields?: readonly FieldError[]
  /** Free times, nearest first. */
  alternatives?: readonly Alternative[]
  /** In seconds. */
  retryAfter?: number
  headers?: Readonly<Record<string, string>>
  /** Remaining writes of the client, if the check already loaded them. */
  quota?: Quota
  /** Counts toward the limit of guesses although nothing was stored, so that a secret cannot be guessed. */
  isCounted?: boolean
  /** Who can correct a tool call, if it is not the usual one for this problem. */
  who?: Who
}

export type Alternative = { date: string; time: string; starts_at: string; weekday: LocalizedText }

export class Problem extends Error {
  readonly code: ProblemCode
  details: ProblemDetails

  constructor(code: ProblemCode, details: ProblemDetails = {}) {
    super(code)
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

  /** Changes this problem: the stack trace of another one costs a measurable part of a rejected booking. */
  add(more: ProblemDetails): this {
    this.details = { ...this.details, ...more }
    return this
  }

  /** What is wrong with this request, as a sentence. */
  detailText(locale: Locale): string {
    const { detail, fields } = this.details
    const { meaning } = problemTable[this.code]
    return detail?.[locale] ?? summarizeFields(fields, locale) ?? meaning[locale]
  }

  /** The body of a response (RFC 9457). `instance` identifies this occurrence. */
  record(locale: Locale, base: string, instance: string): ProblemRecord {
    const { status, title } = problemTable[this.code]
    const { fields, alternatives, retryAfter } = this.details
    return {
      type: `${base}/problems/${this.code}`,
      title: title[locale],
      status,
      detail: this.detailText(locale),
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

/** "limit: Write a whole number from 1 to 100.", for clients that show only the detail. */
function summarizeFields(
  fields: readonly FieldError[] | undefined,
  locale: Locale,
): string | undefined {
  return fields?.map(({ name, message }) => `${name}: ${message[locale]}`).join(' ')
}

const fieldRecord = z
  .object({
    name: z.string().describe('The invalid parameter or field.'),
    code: z.enum(fieldCodes).describe('The kind of error; stable and not localized.'),
    message: z.string().describe('What is wrong and what to write instead, as a sentence.'),
  })
  .meta({ id: 'FieldFault' })

const alternativeRecord = z
  .object({
    date: z.string().describe('YYYY-MM-DD, Vietnam time.').meta(dateFormat),
    time: z.string().describe('HH:MM.').meta(timeFormat),
    starts_at: z.string().describe('The same time with its UTC offset.').meta(instantFormat),
    weekday: z.string().describe('Name of the day of the week.'),
  })
  .meta({ id: 'Alternative' })

export const problemRecord = z
  .object({
    type: z
      .url()
      .describe('The problem type: URL of a page that explains it. Clients decide by this value.'),
    title: z.string().describe('Title of the problem type.'),
    status: z.int().min(400).max(599).describe('The HTTP status code.'),
    detail: z.string().describe('What happened and what to do.'),
    instance: z
      .string()
      .describe('Identifies this occurrence; X-Request-Id contains the same id.')
      .meta(uriFormat),
    fields: z.array(fieldRecord).optional().describe('All invalid parameters or fields.'),
    alternatives: z
      .array(alternativeRecord)
      .max(5)
      .optional()
      .describe(
        'With slot-taken: up to five free times, nearest first, the same day before others.',
      ),
    retry_after: z
      .int()
      .min(0)
      .max(86_400)
      .optional()
      .describe('Seconds to wait, as in Retry-After.'),
  })
  .meta({ id: 'Problem', description: 'Why a request was rejected (RFC 9457).' })

export type ProblemRecord = z.infer<typeof problemRecord>
