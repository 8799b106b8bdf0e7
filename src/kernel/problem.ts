/** A refusal: a stable code, told in the caller's language by whichever face he came through. */
import { z } from 'zod'
import type { Locale, Words } from './locale.ts'
import { type ProblemCode, problemTable } from './problem-table.ts'

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
] as const

export type FieldCode = (typeof fieldCodes)[number]

export type FieldFault = { name: string; code: FieldCode; message: Words }

export type ProblemDetails = {
  /** What happened this time; without it the table's own sentence is told. */
  detail?: Words
  fields?: readonly FieldFault[]
  headers?: Readonly<Record<string, string>>
}

export class Problem extends Error {
  readonly code: ProblemCode
  readonly details: ProblemDetails

  constructor(code: ProblemCode, details: ProblemDetails = {}) {
    super(code)
    this.name = 'Problem'
    this.code = code
    this.details = details
  }

  get status(): number {
    return problemTable[this.code].status
  }

  /** RFC 9457. `base` is the site's address, `instance` names this one occurrence. */
  record(locale: Locale, base: string, instance: string): ProblemRecord {
    const { status, title, meaning } = problemTable[this.code]
    const { fields } = this.details
    const detail = this.details.detail?.[locale] ?? sumUp(fields, locale) ?? meaning[locale]
    return {
      type: `${base}/problems/${this.code}`,
      title: title[locale],
      status,
      detail,
      instance,
      ...(fields && {
        fields: fields.map(({ name, code, message }) => ({ name, code, message: message[locale] })),
      }),
    }
  }
}

/** "limit: Write a whole number from 1 to 100." for callers who read nothing but the detail. */
function sumUp(fields: readonly FieldFault[] | undefined, locale: Locale): string | undefined {
  return fields?.map(({ name, message }) => `${name}: ${message[locale]}`).join(' ')
}

const fieldRecord = z
  .object({
    name: z.string().describe('The parameter or field that is wrong.'),
    code: z.enum(fieldCodes).describe('What is wrong with it; stable, in no language.'),
    message: z.string().describe('What is wrong and what to write instead, for a person.'),
  })
  .meta({ id: 'FieldFault' })

export const problemRecord = z
  .object({
    type: z.url().describe('The kind of problem: a page that explains it. Branch on this.'),
    title: z.string().describe('The kind of problem in words.'),
    status: z.int().describe('The HTTP status, again.'),
    detail: z.string().describe('What happened this time and what to do about it.'),
    instance: z.string().describe('This one occurrence; the same id stands in X-Request-Id.'),
    fields: z.array(fieldRecord).optional().describe('Every wrong parameter or field at once.'),
  })
  .meta({ id: 'Problem', description: 'Why a request was refused (RFC 9457).' })

export type ProblemRecord = z.infer<typeof problemRecord>
