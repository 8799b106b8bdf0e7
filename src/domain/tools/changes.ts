/** Arguments, read-back and response of the tools that record a change request. */
import { z } from 'zod'
import { formatDate, joinParts } from '../../kernel/format-date.ts'
import { missingFieldError, optional } from '../../kernel/input.ts'
import type { Locale, LocalizedText } from '../../kernel/locale.ts'
import { readName } from '../../kernel/name-reader.ts'
import { plural } from '../../kernel/plural.ts'
import type { FieldError } from '../../kernel/problem.ts'
import type { RequestedChange } from '../booking/change-operation.ts'
import {
  checkWeekday,
  dateArgument,
  describeField,
  noteArgument,
  timeArgument,
  weekdayArgument,
} from './arguments.ts'

export const moveArguments = {
  date: optional(describeField(dateArgument, 'With move: the new day, YYYY-MM-DD.')),
  weekday: weekdayArgument,
  time: optional(describeField(timeArgument, 'With move: the new start, HH:MM.')),
  note: noteArgument,
}

/** A move needs a day and a time; they are asked for before the booking is looked up. */
export function checkMove(
  input: {
    kind: string
    date?: string | undefined
    time?: string | undefined
    weekday?: number | undefined
  },
  now: number,
): FieldError[] {
  const missing = (['date', 'time'] as const).filter(
    (name) => input.kind === 'move' && input[name] === undefined,
  )
  return [...checkWeekday(input, now), ...missing.map(missingFieldError)]
}

export const recordedFields = {
  recorded: z.literal(true),
  code: z.string(),
  status: z
    .enum(['pending', 'confirmed', 'cancelled'])
    .describe('Status of the booking; unchanged until staff act.'),
  read_back: z.string(),
  next_step: z.string(),
  test: z.literal(true).optional(),
}

export function toRecordedResponse(response: RequestedChange, readBack: string) {
  const { recorded, code, status, next_step, test } = response
  return { recorded, code, status, read_back: readBack, next_step, ...(test && { test }) }
}

type RequestedFields = {
  date?: string | undefined
  time?: string | undefined
  party_size?: number | undefined
  note?: string | undefined
}

/** The booking, its current time, and what staff are asked to do with it. */
export function readBackChange(
  { date, time, party_size, note }: RequestedFields,
  { kind, code, starts_at, offer, party_size: currentSize }: RequestedChange,
  locale: Locale,
): string {
  const [guests, newGuests] = [currentSize, party_size ?? currentSize].map(formatGuests)
  const booking = {
    vi: `${code} (${offer.name}, ${guests?.vi}, ${formatStart(starts_at, 'vi')})`,
    en: `${code} (${offer.name}, ${guests?.en}, ${formatStart(starts_at, 'en')})`,
  }
  const moved = date === undefined ? '' : formatStart(`${date}T${time}`, locale)
  const texts: Record<RequestedChange['kind'], LocalizedText> = {
    cancel: { vi: `Xin huỷ lượt đặt ${booking.vi}`, en: `Ask to cancel booking ${booking.en}` },
    move: {
      vi: `Xin dời lượt đặt ${booking.vi} sang ${moved}`,
      en: `Ask to move booking ${booking.en} to ${moved}`,
    },
    smaller_party: {
      vi: `Xin giảm lượt đặt ${booking.vi} còn ${newGuests?.vi}`,
      en: `Ask to reduce booking ${booking.en} to ${newGuests?.en}`,
    },
  }
  return joinParts([texts[kind][locale], note])
}

function formatGuests(count: number): LocalizedText {
  return {
    vi: `${count} người`,
    en: `${count} ${plural(count, { one: 'guest', other: 'guests' })}`,
  }
}

/** "Friday 20 November 2026 at 18:30" */
function formatStart(startsAt: string, locale: Locale): string {
  const [day, time] = [formatDate(startsAt.slice(0, 10), locale), startsAt.slice(11, 16)]
  return { vi: `${time} ${day}`, en: `${day} at ${time}` }[locale]
}
const kindWords: Readonly<Record<string, readonly string[]>> = {
  cancel: ['cancellation', 'delete', 'huỷ', 'huỷ bàn', 'huỷ lịch', 'huỷ hẹn'],
  move: [
    'reschedule',
    'change',
    'change time',
    'change date',
    'dời',
    'đổi giờ',
    'đổi ngày',
    'đổi lịch',
    'dời lịch',
  ],
  smaller_party: [
    'reduce',
    'fewer',
    'fewer guests',
    'fewer people',
    'giảm',
    'giảm người',
    'bớt người',
  ],
  larger_party: ['more', 'more guests', 'more people', 'thêm người', 'tăng người'],
}

/** For the kind of a change, among those that the tool has. */
export function changeKindReader(kinds: readonly string[]) {
  const values = kinds.map((id) => {
    const name = id.replaceAll('_', ' ')
    return {
      id,
      name: { vi: kindWords[id]?.at(-1) ?? name, en: name },
      aliases: kindWords[id] ?? [],
    }
  })
  return {
    aliases: ['type', 'action', 'change'],
    question: {
      vi: `Muốn gì: ${values.map(({ name }) => name.vi).join(', ')}?`,
      en: `What is wanted: ${values.map(({ name }) => name.en).join(', ')}?`,
    },
    read: readName(values),
  }
}
