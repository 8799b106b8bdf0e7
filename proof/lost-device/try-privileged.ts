/** Tries every privileged action with sign-ins of different ages, at every process. */
import type { StaffClient } from '../../test/support/desk.ts'
import type { Random } from '../support/random.ts'
import { privilegedRequests } from './privileged-requests.ts'
import type { LostDeviceShop } from './shop.ts'

/** In minutes; the first two are fresh. */
const ages = [0, 9, 11, 600]
const maxFreshMinutes = 10

/** Returns the number of requests. The ages ascend: a process must not cache that the sign-in was fresh. */
export async function tryPrivileged(
  shop: LostDeviceShop,
  random: Random,
  wrong: string[],
): Promise<number> {
  const host = await shop.idOf('Lan')
  let tried = 0
  for (const { route, fields, harmless = fields, isPage = false } of privilegedRequests) {
    for (const age of ages) {
      await shop.setSignInAge(shop.owner.name, age)
      const isFresh = age <= maxFreshMinutes
      const id = isFresh || !route.startsWith('/team') ? 'x' : host
      const path = route.replace('{id}', id).replace(/\{\w+\}/g, 'x')
      const before = await countAudit(shop)
      for (const server of shop.servers) {
        tried++
        const staff = shop.at(server, shop.owner)
        const where = `${route}, sign-in ${age} min ago, port ${server.port}`
        const isConfirmed = await needsConfirmation(
          staff,
          path,
          isFresh ? harmless : fields,
          isPage,
        )
        if (isConfirmed === isFresh) {
          wrong.push(`${where}: ${isFresh ? 'a confirmation is required' : 'no confirmation'}`)
        }
        if (!isFresh && random.next() < 0.2 && (await staff.get('/day')).status !== 200) {
          wrong.push(`${where}: ordinary work is not possible`)
        }
      }
      if (!isFresh && (await countAudit(shop)) !== before) {
        wrong.push(`${route}, sign-in ${age} min ago: something was changed`)
      }
    }
  }
  return tried
}

async function needsConfirmation(
  staff: StaffClient,
  path: string,
  fields: Record<string, string>,
  isPage: boolean,
): Promise<boolean> {
  const response = isPage ? await staff.get(path) : await staff.post(path, fields)
  const text = await response.text()
  if (isPage) return response.headers.get('location')?.startsWith('/confirm?') ?? false
  return response.status === 403 && text.includes('action="/confirm"')
}

/** Every privileged action that was done has an entry. */
async function countAudit({ database }: LostDeviceShop): Promise<number> {
  const [row] = await database.all<{ count: number }>('SELECT COUNT(*) AS count FROM audit')
  return Number(row?.count)
}
