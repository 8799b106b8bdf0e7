/** Sends what is due at one place: claimed, put into words, sent, recorded; each at least once. */
import { type Channel, type Message, NotDelivered } from '../../kernel/channel.ts'
import type { Clock } from '../../kernel/time.ts'
import type { Store } from '../../store/sql.ts'
import { type Claimed, claimDue, type Delivery, findDue } from './claim.ts'
import { afterRefusal, type Outcome, recordOutcome } from './delivery-result.ts'
import type { Destination, News } from './fan-out.ts'

/** Words for a delivery at the moment of sending; nothing if there is nothing to tell any more. */
export type Compose = (delivery: Delivery, news: News) => Promise<Message | undefined>

export type DeliveryParts = {
  store: Store
  channels: readonly Channel[]
  compose: Compose
  /** True if nobody is to be told there any more, and that is in order. */
  onGone?: ((destination: Destination) => Promise<boolean>) | undefined
  now: Clock
  /** How long a send may take; channels give up by themselves before that. */
  patience?: number
}

/** Less than a claim lasts. */
const usualPatience = 20_000

/** One turn at one place; what became of each that was tried. */
export async function deliver(
  parts: DeliveryParts,
  destination: Destination,
): Promise<Outcome['state'][]> {
  const { store, now } = parts
  // Looked at before it is taken: where nothing is due, nobody has to wait for a transaction.
  if ((await findDue(store.read, destination, now())).length === 0) return []
  const { atOnce } = channelOf(parts, destination) ?? {}
  const claimed = await store.write((sql) => claimDue(sql, destination, now(), atOnce))
  return Promise.all(
    claimed.map(async (one) => {
      const outcome = await attempt(parts, one)
      // Each as soon as it is known: a crash repeats only what hung.
      await store.write((sql) => recordOutcome(sql, one, outcome, now()))
      return outcome.state
    }),
  )
}

function channelOf({ channels }: DeliveryParts, { channel }: Destination): Channel | undefined {
  return channels.find(({ name }) => name === channel)
}

async function attempt(parts: DeliveryParts, { delivery, news }: Claimed): Promise<Outcome> {
  const channel = channelOf(parts, delivery)
  if (!channel) return { state: 'dead', fault: 'channel is not set up' }
  if (!news) return { state: 'dropped' }
  try {
    const message = await parts.compose(delivery, news)
    if (!message) return { state: 'dropped' }
    await inTime(channel.send(message, delivery.target), parts.patience ?? usualPatience)
    return { state: 'sent' }
  } catch (error) {
    const refusal = refusalOf(error)
    const { channel, target } = delivery
    if (refusal.gone && (await parts.onGone?.({ channel, target }))) {
      return { state: 'dropped', fault: refusal.reason }
    }
    return afterRefusal(refusal, delivery, parts.now())
  }
}

/** Whatever else went wrong is named by its kind alone: its text may say to whom we wrote. */
function refusalOf(error: unknown): NotDelivered['refusal'] {
  if (error instanceof NotDelivered) return error.refusal
  return { reason: `unexpected ${error instanceof Error ? error.name : 'failure'}` }
}

/** A channel that never ends must not stop its place for ever. */
async function inTime(sending: Promise<void>, patience: number): Promise<void> {
  const { promise, reject } = Promise.withResolvers<never>()
  const giveUp = () => reject(new NotDelivered({ reason: 'no answer in time' }))
  const timer = setTimeout(giveUp, patience)
  try {
    await Promise.race([sending, promise])
  } finally {
    clearTimeout(timer)
  }
}
