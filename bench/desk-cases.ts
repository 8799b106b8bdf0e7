/** Derives cases from the screens and files of the desk that its navigation reaches. */
import { crawl } from '../proof/fuzz/crawl.ts'
import { createHttpClient } from '../proof/support/http-client.ts'
import { type Case, inBothEncodings, sqliteOnly } from './cases.ts'
import type { ShopFixture } from './fixtures.ts'
import { warmUp } from './load.ts'
import { get, getInTurn } from './requests.ts'
import { contentLimit, filePattern } from './route-cases.ts'

const maxScreens = 500

/** Linked only while the shop is open or some hours are over, so a result would depend on when it was measured. */
const dependingOnHour = ['timeline?date&hours', 'floor?table', 'entry?resource']

export async function createDeskCases(
  { deskPort, cookie }: ShopFixture,
  warmUpSeconds: number,
): Promise<Case[]> {
  const client = createHttpClient(deskPort, 1)
  const publicPaths = new Set<string>()
  const fetchPage = async (path: string) => {
    const response = await client.send('GET', path, undefined, { cookie })
    if (/\bpublic\b/.test(String(response.headers['cache-control']))) publicPaths.add(path)
    return response
  }
  const { addresses } = await crawl(fetchPage, ['/', '/more', '/account'], maxScreens)
  client.close()
  const paths = [...addresses.values()]
  await warmUp(deskPort, getInTurn(paths, { cookie }), warmUpSeconds)
  const patterns = Map.groupBy(addresses, ([pattern]) =>
    filePattern(pattern.replaceAll('{}', '{id}')),
  )
  const measured = [...patterns].filter(
    ([pattern]) => !dependingOnHour.some((end) => pattern.endsWith(end)),
  )
  return measured.flatMap(([pattern, [[, path] = ['', '']]]) =>
    createCases(pattern, path, publicPaths.has(path)),
  )
}

/** Screens and downloads are created for the staff member who is signed in; the other files are the same for all. */
function createCases(pattern: string, path: string, isPublic: boolean): Case[] {
  return inBothEncodings({
    group: 'Desk',
    name: `GET ${pattern}`,
    fixture: 'busy',
    listener: 'desk',
    createRequests: (_shop, headers) => get(path, headers),
    expectedStatus: 200,
    engines: path === '/' ? ['SQLite', 'PostgreSQL'] : sqliteOnly,
    routeKind: `desk ${pattern}`,
    ...(isPublic && { baseline: 'node:http', limit: contentLimit }),
  })
}
