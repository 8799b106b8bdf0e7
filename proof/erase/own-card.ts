/**
 * The guest buys a card at the desk, which an owner adjusts and extends with reasons that name the guest. The reason of an
 * extension of a friend's card has the phone number of the guest.
 */
import { dayAhead } from '../support/scratch.ts'
import type { ShopClients } from './clients.ts'

type Person = { name: string; phone: string; email: string }

export async function useOwnCard(
  clients: ShopClients,
  person: Person,
  mark: string,
): Promise<void> {
  const path = await sellCard(clients, person, `sold-${mark}`)
  const adjusted = { version: '1', key: `adjusted-${mark}`, direction: 'less', amount: '1000' }
  await clients.desk(`${path}/adjust`, { ...adjusted, reason: `Theo lời ${mark}` })
  const lastDay = { last_day: dayAhead(500) }
  await clients.desk(`${path}/extend`, { version: '2', ...lastDay, reason: `${mark} ốm` })
  const friend = { name: 'Bạn của khách', phone: '0903 000 999', email: '' }
  const friendPath = await sellCard(clients, friend, `friend of ${path}`)
  const reason = `Hẹn cùng ${person.phone}`
  await clients.desk(`${friendPath}/extend`, { version: '1', ...lastDay, reason })
}

/** Returns its path at the desk, where the newest card is the first. */
async function sellCard(clients: ShopClients, person: Person, key: string): Promise<string> {
  await clients.desk('/cards/new', { ...person, amount: '500000', months: '12', key })
  const [, path = ''] =
    /href="(\/cards\/[0-9A-Z]{4}-[0-9A-Z]{4}-[0-9A-Z]{4})"/.exec(
      await clients.readDesk('/cards'),
    ) ?? []
  return path
}
