/** A surcharge for weekdays, for dates, or for some weekdays between two dates. */
import type { z } from 'zod'
import { weekdayOf } from '../kernel/time.ts'
import { encodeMessage } from './schema-message.ts'
import { date, weekdays } from './time-fields.ts'
import { choice, entry, integerBetween, localizedText, vndAmount } from './vocabulary.ts'

const perWords = { khách: 'guest', 'mỗi khách': 'guest', lượt: 'booking', 'mỗi lượt': 'booking' }

/** Percent of the price or the bill, or an amount for each guest or each booking. */
export const surcharge = entry({
  name: localizedText(60),
  percent: integerBetween(1, 100).optional(),
  amount: vndAmount.optional(),
  per: choice(['guest', 'booking'], perWords).optional(),
  days: weekdays.optional(),
  from: date.optional(),
  to: date.optional(),
})
  .refine(
    ({ percent, amount, per }) =>
      percent === undefined
        ? amount !== undefined && per !== undefined
        : amount === undefined && per === undefined,
    encodeMessage({
      vi: 'percent (phần trăm), hoặc amount (số tiền) cùng per: guest hay per: booking',
      en: 'either percent, or amount with per: guest or per: booking',
    }),
  )
  .refine(
    ({ days, from, to }) =>
      (from === undefined) === (to === undefined) && (days !== undefined || from !== undefined),
    encodeMessage({
      vi: 'days (các thứ), hoặc from và to (các ngày), hoặc cả hai',
      en: 'days (weekdays), or from and to (dates), or both',
    }),
  )
  .refine(
    ({ from, to }) => from === undefined || to === undefined || from <= to,
    encodeMessage(
      {
        vi: 'ngày "from" không muộn hơn ngày "to"',
        en: 'a "from" that is not later than its "to"',
      },
      { kind: 'dateOrder' },
    ),
  )

export type Surcharge = z.infer<typeof surcharge>

/** Whether it is charged on a day. */
export function appliesOn({ days, from, to }: Surcharge, day: string): boolean {
  const isInRange = from === undefined || to === undefined || (from <= day && day <= to)
  return isInRange && (days?.includes(weekdayOf(day)) ?? true)
}
