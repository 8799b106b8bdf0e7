/** Where the search looks: database, its files, desk, exports, and rows of other guests. */
import { createClientHasher } from '../../src/domain/guard/client.ts'
import { dayAhead, type Scratch } from '../support/scratch.ts'
import type { ShopClients } from './clients.ts'
import type { TradeFixture } from './guest-activity.ts'
import {
  countFileHits,
  filesIn,
  listPostgresFiles,
  readAllRows,
  readPostgresStatistics,
  type Search,
} from './search.ts'

/** Number of hits by location. */
export type Hits = Record<string, number>

export async function countDatabaseHits(
  search: Search,
  address: string,
  { folder, database }: Scratch,
): Promise<Hits> {
  if (address === database) return { 'database files': countFileHits(search, filesIn(folder)) }
  const rows = Object.values(await readAllRows(address)).flat()
  return {
    rows: search(rows.join('\n')),
    'table files': countFileHits(search, await listPostgresFiles(address)),
    statistics: search(await readPostgresStatistics(address)),
  }
}

/**
 * Rows with the hash of the network address of the guest. The write limit has it in `writes`, and deletes it after an
 * hour: an erasure must not allow a client to write more.
 */
export async function countCallerHits(address: string, caller: string): Promise<number> {
  const { writes: _, secrets = [], ...tables } = await readAllRows(address)
  const secret = secrets
    .map((row) => JSON.parse(row) as { name: string; value: string })
    .find(({ name }) => name === 'signing')
  if (!secret) throw new Error('The database has no signing secret.')
  const headers = { 'x-forwarded-for': caller }
  const hash = createClientHasher(1, secret.value)({ remoteAddress: '127.0.0.1', headers })
  return Object.values(tables)
    .flat()
    .filter((row) => row.includes(hash)).length
}

const screens = [
  ...['/', '/leads', '/subscribers', '/closed', '/channels', '/guest-data', '/waitlist'],
  ...['/cards', '/reminders'],
]

/** All screens and exports of the desk, and the API responses for the booking codes. */
export async function collectDeskOutput(
  clients: ShopClients,
  { cards }: TradeFixture,
  codes: readonly string[],
): Promise<string> {
  const days = { from: dayAhead(0), to: dayAhead(60) }
  const account = await clients.readDesk('/account')
  const [, feed = ''] = /(\/calendar\/[0-9a-f]+\/[\w-]+\.ics)/.exec(account) ?? []
  const privacy = await clients.readDesk('/guest-data')
  const registered = [...privacy.matchAll(/"(\/guest-data\/(?:requests|receipts)\/[\w-]+)"/g)]
  const texts = [
    ...(await Promise.all(registered.map(([, path = '']) => clients.readDesk(path)))),
    await clients.desk('/numbers/export', days),
    await clients.desk('/subscribers/export', {}),
    await clients.readDesk(feed),
    ...(await Promise.all([...screens, ...(cards ? ['/orders'] : [])].map(clients.readDesk))),
    ...(await Promise.all(codes.map((code) => clients.readDesk(`/bookings/${code}`)))),
    ...(await Promise.all(codes.map((code) => clients.readDesk(`/guests/${code}`)))),
    ...(await Promise.all(
      codes.map(async (code) => (await clients.server.send('GET', `/api/booking/${code}`)).text),
    )),
  ]
  return texts.join('\n')
}

/** Tables with personal data. */
const personal = [
  ...['bookings', 'booking_guests', 'booking_answers', 'booking_changes', 'cells'],
  ...['orders', 'order_guests', 'leads', 'subscribers', 'guest_requests', 'guest_profiles'],
  ...['waitlist', 'waitlist_counts', 'place_offers', 'guest_contacts'],
  ...['cards', 'card_holders', 'card_entries', 'card_visits'],
]

/** The number of rows of other guests that have changed or disappeared. */
export function countChangedRows(
  search: Search,
  before: Record<string, string[]>,
  after: Record<string, string[]>,
): number {
  const records = ['booking_guests', 'order_guests', 'card_holders', 'waitlist']
    .flatMap((table) => before[table] ?? [])
    .filter((row) => search(row) > 0)
    .map((row) => JSON.parse(row) as Record<string, string | undefined>)
    .map(({ booking_id, order_id, card_id, id }) => order_id ?? card_id ?? id ?? booking_id ?? '')
  // The places that the guest was offered hold cells of their own.
  const offers = (before.place_offers ?? [])
    .map((row) => JSON.parse(row) as { id: string; owner: string })
    .filter(({ owner }) => records.some((id) => owner.endsWith(id)))
    .map(({ id }) => id)
  const erasedIds = new Set([...records, ...offers])
  const isErasedGuest = (row: string) =>
    search(row) > 0 || [...erasedIds].some((id) => row.includes(id))
  return personal.reduce((lost, table) => {
    const rowsAfter = new Set(after[table])
    return (
      lost +
      (before[table] ?? []).filter((row) => !isErasedGuest(row) && !rowsAfter.has(row)).length
    )
  }, 0)
}
