/** Tool that returns address, contact, opening hours and the current date. */
import { z } from 'zod'
import { formatAddress } from '../../content/shop.ts'
import { formatDate, weekdayName } from '../../kernel/format-date.ts'
import { addDays, dateAt, minutesOf, timeOf, timeZone, toIsoString } from '../../kernel/time.ts'
import { readTool, type Tool } from '../../kernel/tool.ts'
import { weekdayNames } from '../../kernel/weekday.ts'
import { openNow } from '../scheduling/open-now.ts'
import type { ToolContext } from '../trade/tool-context.ts'

const hoursSchema = z.object({ from: z.string(), to: z.string() })

/** A closing time after midnight is earlier than the opening: 18:00 to 02:00. */
function toHours({ from, to }: { from: string; to: string }): z.infer<typeof hoursSchema> {
  return { from, to: timeOf(minutesOf(to)) }
}

/** Special days further ahead are not listed. */
const specialDayHorizonDays = 120

export function getBusinessInfo({ business, base, now: clock }: ToolContext): Tool {
  const { directions } = business.address
  return readTool({
    name: 'get_business_info',
    title: 'Business information',
    description:
      'Returns address, directions, phone, messaging, hours by weekday, special days, whether the shop is open now, and ' +
      'today’s date and weekday in Vietnam.',
    changesWith: 'minute',
    input: z.strictObject({}),
    output: z.object({
      name: z.string(),
      description: z.string(),
      address: z.string(),
      ...(directions && { directions: z.string() }),
      ...(business.geo && { geo: z.object({ latitude: z.number(), longitude: z.number() }) }),
      phone: z.string(),
      ...(business.email !== undefined && { email: z.string() }),
      messaging: z.array(z.object({ name: z.string(), address: z.string() })),
      hours: z.array(
        z.object({
          days: z.string(),
          iso_weekdays: z.array(z.int()),
          periods: z.array(hoursSchema),
        }),
      ),
      special_days: z.array(
        z.object({
          from: z.string(),
          weekday: z.string().describe('Of the first day.'),
          to: z.string().optional().describe('The last day, if there are several.'),
          reason: z.string(),
          hours: z.array(hoursSchema).optional(),
        }),
      ),
      today: z.object({ date: z.string(), weekday: z.string(), time: z.string() }),
      open_now: z.boolean(),
      closes_at: z.string().optional(),
      opens_next: z.string().optional(),
      opens_next_weekday: z.string().optional(),
      timezone: z.string(),
      website: z.string(),
    }),
    run(_input, { locale }) {
      const now = clock()
      const today = dateAt(now)
      const { isOpen, closesAt, opensNext } = openNow(business, now)
      return {
        name: business.name,
        description: business.description[locale],
        address: formatAddress(business, locale),
        ...(directions && { directions: directions[locale] }),
        ...(business.geo && { geo: { ...business.geo } }),
        phone: business.phone,
        ...(business.email !== undefined && { email: business.email }),
        messaging: business.messaging.map((one) => ({ ...one })),
        hours: business.hours.map(({ days, periods }) => ({
          days: weekdayNames(days)[locale],
          iso_weekdays: [...days],
          periods: periods.map(toHours),
        })),
        special_days: business.special_days
          .filter(({ from, to }) => to >= today && from <= addDays(today, specialDayHorizonDays))
          .map(({ from, to, reason, hours }) => ({
            from,
            weekday: weekdayName(from, locale),
            ...(to !== from && { to }),
            reason: reason[locale],
            ...(hours && { hours: hours.map(toHours) }),
          })),
        today: {
          date: today,
          weekday: weekdayName(today, locale),
          time: toIsoString(now).slice(11, 16),
        },
        open_now: isOpen,
        ...(closesAt !== undefined && { closes_at: toIsoString(closesAt) }),
        ...(opensNext !== undefined && {
          opens_next: toIsoString(opensNext),
          opens_next_weekday: weekdayName(dateAt(opensNext), locale),
        }),
        timezone: timeZone,
        website: base,
      }
    },
    summarize({ name, open_now, closes_at, opens_next }, locale) {
      const until = closes_at?.slice(11, 16)
      const next =
        opens_next && `${formatDate(opens_next.slice(0, 10), locale)} ${opens_next.slice(11, 16)}`
      const state = open_now
        ? { vi: `đang mở cửa đến ${until}`, en: `is open until ${until}` }
        : {
            vi: `đang đóng cửa${next ? `, mở lại ${next}` : ''}`,
            en: `is closed${next ? `; it opens on ${next}` : ''}`,
          }
      return `${name} ${state[locale]}.`
    },
  })
}
