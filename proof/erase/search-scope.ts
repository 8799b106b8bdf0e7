/** Where a guest is looked for: in the book, in what the desk hands out, and among the others. */
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

/** Hits by place. */
export type Hits = Record<string, number>

export async function countDatabaseHits(
  search: Search,
  address: string,
  { folder, database }: Scratch,
): Promise<Hits> {
  if (address === database)
    return { 'the files of the book': countFileHits(search, filesIn(folder)) }
  const rows = Object.values(await readAllRows(address)).flat()
  return {
    rows: search(rows.join('\n')),
    'the files of the tables': countFileHits(search, await listPostgresFiles(address)),
    statistics: search(await readPostgresStatistics(address)),
  }
}

const screens = ['/', '/leads', '/subscribers', '/closed', '/channels', '/guest-data']

/** Everything that staff can see or take along, and what the API says of his codes. */
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
    ...(await Promise.all(
      codes.map(async (code) => (await clients.server.send('GET', `/api/booking/${code}`)).text),
    )),
  ]
  return texts.join('\n')
}

/** The tables that say who somebody is, or what he has. */
const personal = [
  ...['bookings', 'booking_guests', 'booking_health', 'booking_changes', 'cells'],
  ...['orders', 'order_guests', 'leads', 'subscribers', 'guest_requests'],
]

/** Rows of others that are not there any more as they were. */
export function countChangedRows(
  search: Search,
  before: Record<string, string[]>,
  after: Record<string, string[]>,
): number {
  const erasedIds = new Set(
    [...(before.booking_guests ?? []), ...(before.order_guests ?? [])]
      .filter((row) => search(row) > 0)
      .map((row) => JSON.parse(row) as { booking_id?: string; order_id?: string })
      .flatMap(({ booking_id, order_id }) => [booking_id ?? order_id ?? '']),
  )
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
