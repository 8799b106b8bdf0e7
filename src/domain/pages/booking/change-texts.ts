/** Texts about a change that a guest wants. */
import type { Locale, LocalizedText } from '../../../kernel/locale.ts'
import { plural } from '../../../kernel/plural.ts'
import { formatStart } from '../../scheduling/format-start.ts'
import type { BookingRules } from '../../scheduling/rules.ts'
import type { ChangeChoice } from './change-choice.ts'

export function guestsText(guests: number, locale: Locale): string {
  const noun = plural(guests, { one: 'guest', other: 'guests' })
  return { vi: `${guests} người`, en: `${guests} ${noun}` }[locale]
}

/** What the booking would be. */
export function newStateText(
  { serviceDays }: Pick<BookingRules, 'serviceDays'>,
  { question, date = '', time = '', guests }: ChangeChoice,
  locale: Locale,
): string {
  if (question === 'cancel') return { vi: 'Huỷ lượt đặt này', en: 'Cancel this booking' }[locale]
  const ofGuests = guests === undefined ? [] : [guestsText(guests, locale)]
  const ofTime = question === 'move' ? [formatStart(serviceDays, { date, time }, locale)] : []
  return [...ofTime, ...ofGuests].join(' · ')
}

/** A move cannot change the number of guests, so the note asks staff for it. */
export function guestsNoteText(guests: number | undefined, locale: Locale): string | undefined {
  if (guests === undefined) return undefined
  return { vi: `Chúng tôi đi ${guests} người.`, en: `We will be ${guestsText(guests, 'en')}.` }[
    locale
  ]
}

export function noRoomText(guests: number): LocalizedText {
  return {
    vi: `Giờ đã đặt không còn chỗ cho ${guestsText(guests, 'vi')}. Dưới đây là những giờ còn chỗ.`,
    en: `There is no room for ${guestsText(guests, 'en')} at the booked time. These times are free.`,
  }
}

export const notSentText: LocalizedText = {
  vi: 'Chưa gửi: xin sửa chỗ được đánh dấu.',
  en: 'Not sent yet: please correct what is marked.',
}
