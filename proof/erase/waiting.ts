/** The guest waits for a full evening, and staff offer a place when it becomes free; another guest waits as well. */
import type { ShopClients } from './clients.ts'
import type { FindFreeSlot, TradeFixture } from './guest-activity.ts'

type Waiting = {
  person: { name: string; phone: string; email: string }
  bookingFields: TradeFixture['bookingFields']
  key: Record<string, string>
}

const time = '18:00'

/** Returns the code of the entry. */
export async function waitForPlace(
  clients: ShopClients,
  { person, bookingFields, key }: Waiting,
  nextFreeSlot: FindFreeSlot,
): Promise<string> {
  // Bookings have the first starts of their days, so that the evening is free of them.
  const { date } = await nextFreeSlot()
  const evening = { resource: 'all', date, from: '17:00', to: '21:30', next: 'timeline' }
  await clients.desk('/closed/block', { ...evening, reason: 'Tiệc' })
  const window = { ...bookingFields, date, from: time, to: time, consent: '1' }
  const { code } = await clients.api('/api/waitlist', { ...window, ...person }, key)
  const other = { name: 'Vũ Thị Hạnh', phone: '0903 000 777' }
  await clients.api('/api/waitlist', { ...window, ...other }, { 'x-forwarded-for': '192.0.2.77' })
  const blocks = await clients.readDesk('/blocks')
  for (const [, id = ''] of blocks.matchAll(
    /"\/closed\/unblock"[\s\S]*?name="id" value="([^"]+)"/g,
  ))
    await clients.desk('/closed/unblock', { id })
  await clients.desk(`/waitlist/${code}/offer`, { date, time })
  return code
}
