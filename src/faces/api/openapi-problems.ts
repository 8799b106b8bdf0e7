/** An example of each problem. */
import { oneOf } from '../../kernel/input.ts'
import { Problem, type ProblemCode, type ProblemDetails } from '../../kernel/problem.ts'
import { problemTable } from '../../kernel/problem-table.ts'
import { weekdayNames } from '../../kernel/weekday.ts'

const details: Partial<Record<ProblemCode, ProblemDetails>> = {
  'invalid-parameter': {
    fields: [{ name: 'locale', code: 'not_one_of', message: oneOf(['vi', 'en']) }],
  },
  'invalid-fields': {
    fields: [
      {
        name: 'consent',
        code: 'not_given',
        message: { vi: 'Hỏi người khách trước.', en: 'Ask the guest first.' },
      },
    ],
  },
  'slot-taken': {
    alternatives: [
      {
        date: '2026-11-20',
        time: '19:00',
        starts_at: '2026-11-20T19:00:00+07:00',
        weekday: weekdayNames([5]),
      },
    ],
  },
  'rate-limited': { retryAfter: 3412 },
  'too-many-open-requests': { retryAfter: 86_400 },
  'store-unavailable': { retryAfter: 5 },
}

/** Headers that the responses of a problem have besides those of the operation. */
export const problemHeaders: Partial<Record<ProblemCode, readonly string[]>> = {
  'method-not-allowed': ['Allow'],
  'rate-limited': ['Retry-After'],
  'too-many-open-requests': ['Retry-After'],
  'store-unavailable': ['Retry-After'],
}

export function problemExample(code: ProblemCode, base: string) {
  const problem = new Problem(code, details[code])
  return {
    summary: problemTable[code].title.en,
    value: problem.record('en', base, 'urn:uuid:1f0e5b9c-8c2d-4a57-9f0e-2b7d1c3a4e5f'),
  }
}
