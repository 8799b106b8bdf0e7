/** Short formats of dates, party sizes and sources for notifications. */
import { formatShortDate } from '../../kernel/format-date.ts'
import type { Locale, LocalizedText } from '../../kernel/locale.ts'
import { type PluralForms, plural } from '../../kernel/plural.ts'
import { toIsoString } from '../../kernel/time.ts'
import { formatStart } from '../scheduling/format-start.ts'
import type { ServiceDays } from '../scheduling/rules.ts'

export { formatShortDate }

/** "T6 20/11 18:30" */
export function formatShortTime(date: string, time: string, locale: Locale): string {
  return `${formatShortDate(date, locale)} ${time}`
}

export function formatShortTimestamp(atMs: number, locale: Locale): string {
  const isoTime = toIsoString(atMs)
  return formatShortTime(isoTime.slice(0, 10), isoTime.slice(11, 16), locale)
}

/** "2026-11-20 18:30" → "Thứ Sáu 20/11/2026, 18:30" */
export function formatLongTime(serviceDays: ServiceDays, start: string, locale: Locale): string {
  const [date = '', time = ''] = start.split(' ')
  return formatStart(serviceDays, { date, time }, locale)
}

const guestForms: Record<Locale, PluralForms> = {
  vi: { other: 'khách' },
  en: { one: 'guest', other: 'guests' },
}

export function formatGuestCount(count: number, locale: Locale): string {
  return `${count} ${plural(count, guestForms[locale], locale)}`
}

const sources: Record<string, LocalizedText> = {
  web: { vi: 'trang web', en: 'website' },
  api: { vi: 'API', en: 'API' },
  mcp: { vi: 'trợ lý AI', en: 'AI assistant' },
  phone: { vi: 'điện thoại', en: 'phone' },
  door: { vi: 'tại quầy', en: 'in person' },
  other: { vi: 'nơi khác', en: 'other' },
}

/** "mcp claude-ai" → "trợ lý AI (claude-ai)" */
export function formatSource(source: string, locale: Locale): string {
  const [sourceKey = '', client] = source.split(' ')
  const name = sources[sourceKey]?.[locale] ?? sourceKey
  return client === undefined ? name : `${name} (${client})`
}
