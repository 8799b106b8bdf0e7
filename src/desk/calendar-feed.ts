/** The calendar that staff subscribe to. A calendar cannot sign in: its address is the key. */
import { bookingFeed } from '../domain/booking/feed.ts'
import type { Member } from '../domain/staff/staff.ts'
import type { Reply, Request } from '../http/message.ts'
import type { DeskParts } from './context.ts'
import { plainReply, safety } from './replies.ts'

const route = '/calendar/{id}/{key}'

export function feedAddress({ deskUrl, room }: DeskParts, member: Member): string {
  return `${deskUrl}/calendar/${member.id}/${room.feedKey(member)}.ics`
}

export async function calendarFeed(
  parts: DeskParts,
  { method, path }: Request,
): Promise<Reply | undefined> {
  const asked = path.match(/^\/calendar\/([0-9a-f]+)\/([\w-]+)\.ics$/)
  if (!asked || (method !== 'GET' && method !== 'HEAD')) return undefined
  const { room, store, shop, offerName, base, deskUrl, now } = parts
  const member = await room.memberOfFeed(asked[1] ?? '', asked[2] ?? '')
  if (!member) return plainReply(404, 'There is no such calendar.', route)
  const body = await bookingFeed(
    store.read,
    {
      rules: shop.booking,
      offerName,
      business: shop.business,
      host: new URL(base).hostname,
      addressOf: (code) => `${deskUrl}/bookings/${code}`,
    },
    member.locale,
    now(),
  )
  const headers = { ...safety, 'Content-Type': 'text/calendar; charset=utf-8' }
  return { status: 200, headers, body, route }
}
