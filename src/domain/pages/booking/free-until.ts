/** Until when a time that the guest has chosen can be changed or cancelled free of charge: a day and a time. */
import type { Locale } from '../../../kernel/locale.ts'
import { plural } from '../../../kernel/plural.ts'
import {
  hour,
  isDate,
  isTime,
  minute,
  minutesOf,
  startOfDay,
  toIsoString,
} from '../../../kernel/time.ts'
import { freeUntilText } from '../../booking/terms-texts.ts'
import { toAvailabilityQuery } from '../../booking/url.ts'
import type { Chosen } from '../../forms/booking-form.ts'
import type { BookingPageContext } from './context.ts'
import { readDetails } from './panel-times.ts'

/** Undefined without such a rule, and before a time is chosen. */
export function freeUntilNote(
  context: BookingPageContext,
  chosen: Chosen,
  locale: Locale,
): string | undefined {
  const { form, rules } = context
  const { date = '', time = '' } = chosen
  if (!isDate(date) || !isTime(time)) return undefined
  const details = readDetails(context, toAvailabilityQuery(form, chosen), date)
  const hours = details && rules.freeCancellationHours(details)
  return noteFor(context, hours, startOfDay(date) + minutesOf(time) * minute, locale)
}

/** `startsAt` is the start of the booking. */
export function noteFor(
  { business, now }: Pick<BookingPageContext, 'business' | 'now'>,
  hours: number | undefined,
  startsAt: number,
  locale: Locale,
): string | undefined {
  if (hours === undefined) return undefined
  const until = startsAt - hours * hour
  if (until > now()) {
    return freeUntilText({ cancel_free_until: toIsoString(until) }, now(), locale)
  }
  const away = `${hours} ${plural(hours, { one: 'hour', other: 'hours' })}`
  return {
    vi: `Chỉ còn chưa đến ${hours} giờ nữa là tới giờ này: muốn đổi hoặc huỷ, xin gọi ${business.phone}.`,
    en: `This time is less than ${away} away: to change or cancel it, please call ${business.phone}.`,
  }[locale]
}
