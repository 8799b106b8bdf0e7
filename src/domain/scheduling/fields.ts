/** Date, month, time and booking code as inputs of operations and tools. */

import { z } from 'zod'
import { dateFormat, monthFormat, timeFormat } from '../../kernel/field-formats.ts'
import { formattedString } from '../../kernel/input.ts'
import { isDate, isMonth, isTime } from '../../kernel/time.ts'
import type { BookingRules } from './rules.ts'

export const dateField = formattedString(isDate, (text) =>
  /^[0-9]{4}-[0-9]{2}-[0-9]{2}$/.test(text)
    ? {
        vi: `Lịch không có ngày ${text}; viết một ngày có thật, như 2026-11-20.`,
        en: `The calendar has no day ${text}; write an existing date, such as 2026-11-20.`,
      }
    : {
        vi: 'Viết ngày như 2026-11-20 (YYYY-MM-DD).',
        en: 'Write a date as YYYY-MM-DD, such as 2026-11-20.',
      },
).meta({
  description: 'YYYY-MM-DD, Vietnam time.',
  example: '2026-11-20',
  ...dateFormat,
})

export const monthField = formattedString(isMonth, () => ({
  vi: 'Viết tháng như 2026-12 (YYYY-MM).',
  en: 'Write a month as YYYY-MM, such as 2026-12.',
})).meta({
  description: 'A month as YYYY-MM.',
  example: '2026-12',
  ...monthFormat,
})

export const timeField = formattedString(isTime, () => ({
  vi: 'Viết giờ như 18:30 (HH:MM).',
  en: 'Write a time as HH:MM, such as 18:30.',
})).meta({
  description: 'HH:MM, Vietnam time.',
  example: '18:30',
  ...timeFormat,
})

export function codeField(rules: BookingRules) {
  return z.string().meta({
    description: 'The booking code.',
    example: exampleCode(rules),
  })
}

export function exampleCode({ codePrefix }: BookingRules): string {
  return `${codePrefix}-7K3M-9Q2X-4D`
}
