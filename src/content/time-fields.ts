/** Schemas of durations, times, dates and weekdays in content files; see `vocabulary.ts`. */
import { z } from 'zod'
import { isDate } from '../kernel/time.ts'
import { inNightOf, maxNightTime } from './night-time.ts'
import { encodeMessage } from './schema-message.ts'
import { entry } from './vocabulary.ts'

const quarterHint = encodeMessage(
  {
    vi: 'số phút chia hết cho 15, ví dụ 90',
    en: 'minutes in steps of 15, such as 90',
  },
  { kind: 'number', min: 15, max: 720, step: 15, words: {} },
)
export const quarterHours = z
  .int(quarterHint)
  .min(15, quarterHint)
  .max(720, quarterHint)
  .multipleOf(15, quarterHint)

const turnHint = encodeMessage(
  { vi: '0, 15, 30, 45 hoặc 60', en: '0, 15, 30, 45 or 60' },
  { kind: 'number', min: 0, max: 60, step: 15, words: {} },
)
/** Minutes to prepare a place for the next guest. */
export const turnMinutes = z
  .int(turnHint)
  .min(0, turnHint)
  .max(60, turnHint)
  .multipleOf(15, turnHint)

/**
 * Buffers: minutes that hold a place before and after a stay, to prepare and to clear it. `turn_minutes` replaces the
 * one of the whole file.
 */
export const bufferFields = {
  setup_minutes: turnMinutes.optional(),
  turn_minutes: turnMinutes.optional(),
}

const timeHint = encodeMessage(
  {
    vi: 'giờ trong ngoặc kép, phút là 00, 15, 30 hoặc 45, ví dụ "18:30"',
    en: 'a time between quotes in steps of 15 minutes, such as "18:30"',
  },
  { kind: 'time' },
)
/** HH:MM on the quarter hour; "24:00" closes a day at midnight. An invalid time is not compared further. */
const clockTime = z
  .string(timeHint)
  .regex(/^(([01][0-9]|2[0-3]):(00|15|30|45)|24:00)$/, { error: timeHint, abort: true })

/** A time of the evening or, as "02:00" or "26:00", of the night that follows. */
export const nightTime = z
  .string(timeHint)
  .regex(/^([0-2][0-9]:(00|15|30|45)|30:00)$/, { error: timeHint, abort: true })

const dayTimeHint = encodeMessage({
  vi: 'giờ từ "08:00" đến "20:45", ví dụ "10:00"',
  en: 'a time from "08:00" to "20:45", such as "10:00"',
})
/** A time of day at which guests may be written to. */
export const dayTime = clockTime.refine((time) => time >= '08:00' && time <= '20:45', dayTimeHint)

const dateHint = encodeMessage(
  {
    vi: 'ngày trong ngoặc kép, theo thứ tự năm-tháng-ngày, ví dụ "2027-02-05"',
    en: 'a date as YYYY-MM-DD between quotes, such as "2027-02-05"',
  },
  { kind: 'date' },
)
export const date = z.string(dateHint).refine(isDate, { error: dateHint, abort: true })

const weekdaysHint = encodeMessage(
  {
    vi: 'các thứ trong tuần bằng số, từ 1 (thứ Hai) đến 7 (Chủ nhật), ví dụ [2, 3, 4]',
    en: 'weekdays from 1 (Monday) to 7 (Sunday), such as [2, 3, 4]',
  },
  { kind: 'weekdays' },
)
export const weekdays = z
  .array(z.int(weekdaysHint).min(1, weekdaysHint).max(7, weekdaysHint), weekdaysHint)
  .min(1, weekdaysHint)
  .refine(
    (days) => new Set(days).size === days.length,
    encodeMessage({ vi: 'mỗi thứ một lần', en: 'each weekday once' }, { kind: 'weekdays' }),
  )

/** A period of one day, and of the night that follows: its end may be up to "30:00". */
export const span = entry({ from: clockTime, to: nightTime })
  .transform(({ from, to }) => ({ from, to: inNightOf(from, to) }))
  .refine(
    ({ from, to }) => from < to,
    encodeMessage(
      {
        vi: `giờ "from" sớm hơn giờ "to"; đóng cửa sau nửa đêm thì "to" muộn nhất là "${maxNightTime}"`,
        en: `a "from" that is earlier than its "to"; a "to" after midnight is "${maxNightTime}" or earlier`,
      },
      { kind: 'timeOrder' },
    ),
  )
