/** Whether the shop is open now, until when, and when it opens next. */
import type { Business } from '../../content/shop.ts'
import { addDays, dateAt, minute, startOfDay } from '../../kernel/time.ts'
import { hoursOn } from './hours.ts'

export type OpenNow = { isOpen: boolean; closesAt?: number; opensNext?: number }

const maxDaysAhead = 30

export function openNow(business: Business, now: number): OpenNow {
  const today = dateAt(now)
  // The hours of yesterday may last until now.
  for (let ahead = -1; ahead < maxDaysAhead; ahead++) {
    const date = addDays(today, ahead)
    const hours = hoursOn(business, date)
    const midnight = startOfDay(date)
    for (const { from, to } of hours.open ? hours.periods : []) {
      const [opens, closes] = [midnight + from * minute, midnight + to * minute]
      if (opens <= now && now < closes) return { isOpen: true, closesAt: closes }
      if (opens > now) return { isOpen: false, opensNext: opens }
    }
  }
  return { isOpen: false }
}
