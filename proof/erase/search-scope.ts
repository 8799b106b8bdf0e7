/** Where a guest is looked for: in the book, in what the desk hands out, and among the others. */
import { dayAhead, type Scratch } from '../support/scratch.ts'
import type { Doors } from './clients.ts'
import type { Trade } from './guest-activity.ts'
import {
  filesIn,
  filesOfPostgres,
  hitsInFiles,
  rowsOf,
  type Search,
  statisticsOfPostgres,
} from './search.ts'

/** Hits by place. */
export type Hits = Record<string, number>

export async function hitsInBook(
  search: Search,
  address: string,
  { folder, database }: Scratch,
): Promise<Hits> {
  if (address === database) return { 'the files of the book': hitsInFiles(search, filesIn(folder)) }
  const rows = Object.values(await rowsOf(address)).flat()
  return {
    rows: search(rows.join('\n')),
    'the files of the tables': hitsInFiles(search, await filesOfPostgres(address)),
    statistics: search(await statisticsOfPostgres(address)),
  }
}

const screens = ['/', '/leads', '/subscribers', '/closed', '/channels', '/guest-data']

/** Everything that staff can see or take along, and what the API says of his codes. */
export async function handedOut(
  doors: Doors,
  { cards }: Trade,
  codes: readonly string[],
): Promise<string> {
  const days = { from: dayAhead(0), to: dayAhead(60) }
  const account = await doors.look('/account')
  const [, feed = ''] = /(\/calendar\/[0-9a-f]+\/[\w-]+\.ics)/.exec(account) ?? []
  const privacy = await doors.look('/guest-data')
  const registered = [...privacy.matchAll(/"(\/guest-data\/(?:requests|receipts)\/[\w-]+)"/g)]
  const texts = [
    ...(await Promise.all(registered.map(([, path = '']) => doors.look(path)))),
    await doors.desk('/numbers/export', days),
    await doors.desk('/subscribers/export', {}),
    await doors.look(feed),
    ...(await Promise.all([...screens, ...(cards ? ['/orders'] : [])].map(doors.look))),
    ...(await Promise.all(codes.map((code) => doors.look(`/bookings/${code}`)))),
    ...(await Promise.all(
      codes.map(async (code) => (await doors.server.send('GET', `/api/booking/${code}`)).text),
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
export function lostRows(
  search: Search,
  before: Record<string, string[]>,
  after: Record<string, string[]>,
): number {
  const his = new Set(
    [...(before.booking_guests ?? []), ...(before.order_guests ?? [])]
      .filter((row) => search(row) > 0)
      .map((row) => JSON.parse(row) as { booking_id?: string; order_id?: string })
      .flatMap(({ booking_id, order_id }) => [booking_id ?? order_id ?? '']),
  )
  const isHis = (row: string) => search(row) > 0 || [...his].some((id) => row.includes(id))
  return personal.reduce((lost, table) => {
    const there = new Set(after[table])
    return lost + (before[table] ?? []).filter((row) => !isHis(row) && !there.has(row)).length
  }, 0)
}
