/** The iCalendar feed for staff. Calendar apps cannot sign in, so its URL contains a secret key. */
import { bookingFeed } from '../domain/booking/feed.ts'
import type { Member } from '../domain/staff/staff.ts'
import type { Reply, Request } from '../http/message.ts'
import type { DeskContext } from './context.ts'
import { plainReply, securityHeaders } from './replies.ts'

const route = '/calendar/{id}/{key}'

export function calendarFeedUrl({ deskUrl, staffAccess }: DeskContext, member: Member): string {
  return `${deskUrl}/calendar/${member.id}/${staffAccess.feedKey(member)}.ics`
}

export async function calendarFeed(
  context: DeskContext,
  { method, path }: Request,
): Promise<Reply | undefined> {
  const match = path.match(/^\/calendar\/([0-9a-f]+)\/([\w-]+)\.ics$/)
  if (!match || (method !== 'GET' && method !== 'HEAD')) return undefined
  const { staffAccess, store, shop, offerName, base, deskUrl, now } = context
  const member = await staffAccess.findMemberByFeedKey(match[1] ?? '', match[2] ?? '')
  if (!member) return plainReply(404, 'Calendar not found.', route)
  const body = await bookingFeed(
    store.read,
    {
      rules: shop.booking,
      offerName,
      business: shop.business,
      host: new URL(base).hostname,
      bookingUrl: (code) => `${deskUrl}/bookings/${code}`,
    },
    member.locale,
    now(),
  )
  const headers = { ...securityHeaders, 'Content-Type': 'text/calendar; charset=utf-8' }
  return { status: 200, headers, body, route }
}
