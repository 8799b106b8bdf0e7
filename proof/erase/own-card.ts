/** The guest buys a card at the desk, and an owner adjusts it with a reason that names the guest. */
import type { ShopClients } from './clients.ts'

export async function useOwnCard(
  clients: ShopClients,
  person: { name: string; phone: string; email: string },
  mark: string,
): Promise<void> {
  const sold = { ...person, amount: '500000', months: '12', key: `sold-${mark}` }
  await clients.desk('/cards/new', sold)
  const [, path = ''] =
    /href="(\/cards\/[0-9A-Z]{4}-[0-9A-Z]{4}-[0-9A-Z]{4})"/.exec(
      await clients.readDesk('/cards'),
    ) ?? []
  const adjusted = { version: '1', key: `adjusted-${mark}`, direction: 'less', amount: '1000' }
  await clients.desk(`${path}/adjust`, { ...adjusted, reason: `Theo lời ${mark}` })
}
