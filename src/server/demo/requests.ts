/** What the guests of the demo book, and the requests that they send while the shop is open. */
import { randomUUID } from 'node:crypto'
import type { BookingRequestDetails } from '../../domain/scheduling/rules.ts'
import type { Shop } from '../../domain/trade/trade.ts'
import { addDays, dateAt, timeOf } from '../../kernel/time.ts'
import { demoGuest } from './guests.ts'

const partySizes = [2, 4, 2, 3, 5, 2, 6, 4]

/** The fields of a request: a party at a restaurant, or one of the offers. */
function demoFields({ booking, assortment }: Shop): Record<string, string | number>[] {
  const isParty = booking.parseDetails({ party_size: 2 }, 'request').details !== undefined
  if (isParty) return partySizes.map((party_size) => ({ party_size }))
  return assortment.offers
    .map(({ id }) => ({ offerId: id }))
    .filter((fields) => booking.parseDetails(fields, 'request').details !== undefined)
}

export function demoDetails(shop: Shop): BookingRequestDetails[] {
  return demoFields(shop).flatMap((fields) => {
    const { details } = shop.booking.parseDetails(fields, 'request')
    return details ? [details[0]] : []
  })
}

const firstRequestingGuest = 200

/** The guests of last week among them, by the number of the request. */
const regulars: ReadonlyMap<number, number> = new Map([
  [4, 1],
  [8, 2],
  [11, 0],
])

/** Requests for today and the days after it, sent to the running server as any client sends them. */
export async function sendRequests(
  siteUrl: string,
  shop: Shop,
  nowMs: number,
  wanted: number,
): Promise<number> {
  const kinds = demoFields(shop)
  let sent = 0
  for (let attempt = 0; attempt < wanted * 8 && sent < wanted; attempt++) {
    const fields = kinds[attempt % kinds.length]
    const date = addDays(dateAt(nowMs), attempt % 5)
    const { details } = shop.booking.parseDetails(fields ?? {}, 'request')
    const day = details && shop.booking.bookableStarts(details[0], date)
    if (!day?.open || day.starts.length === 0) continue
    const start = day.starts[(attempt * 3) % day.starts.length]
    const { name, phone, note } = demoGuest(regulars.get(sent) ?? firstRequestingGuest + sent)
    const body = {
      ...{ name, phone, note, date, ...fields, consent: '1' },
      time: timeOf((start?.at ?? 0) % (24 * 60)),
    }
    const response = await fetch(`${siteUrl}/api/booking`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'idempotency-key': randomUUID() },
      body: JSON.stringify(body),
    })
    if (response.status === 202) sent += 1
    await response.arrayBuffer()
  }
  return sent
}
