/** Sends what is due at one place: claimed, put into words, sent, recorded; each at least once. */
import { type Channel, type ChannelMessage, DeliveryError } from '../../kernel/channel.ts'
import type { Clock } from '../../kernel/time.ts'
import type { Store } from '../../store/sql.ts'
import {
  type ClaimedDelivery,
  claimDueDeliveries,
  type Delivery,
  findDueDeliveries,
} from './claim.ts'
import { type DeliveryResult, recordResult, resolveFailure } from './delivery-result.ts'
import type { Destination, OutboxEvent } from './fan-out.ts'

/** Words for a delivery at the moment of sending; nothing if there is nothing to tell any more. */
export type ComposeMessage = (
  delivery: Delivery,
  event: OutboxEvent,
) => Promise<ChannelMessage | undefined>

export type DeliveryContext = {
  store: Store
  channels: readonly Channel[]
  compose: ComposeMessage
  /** True if nobody is to be told there any more, and that is in order. */
  onTargetGone?: ((destination: Destination) => Promise<boolean>) | undefined
  now: Clock
  /** How long a send may take; channels give up by themselves before that. */
  sendTimeoutMs?: number
}

/** Less than a claim lasts. */
const defaultSendTimeoutMs = 20_000

/** One turn at one place; what became of each that was tried. */
export async function deliverDue(
  parts: DeliveryContext,
  destination: Destination,
): Promise<DeliveryResult['state'][]> {
  const { store, now } = parts
  // Looked at before it is taken: where nothing is due, nobody has to wait for a transaction.
  if ((await findDueDeliveries(store.read, destination, now())).length === 0) return []
  const { maxConcurrentSends } = channelOf(parts, destination) ?? {}
  const claimed = await store.write((sql) =>
    claimDueDeliveries(sql, destination, now(), maxConcurrentSends),
  )
  return Promise.all(
    claimed.map(async (one) => {
      const outcome = await attemptDelivery(parts, one)
      // Each as soon as it is known: a crash repeats only what hung.
      await store.write((sql) => recordResult(sql, one, outcome, now()))
      return outcome.state
    }),
  )
}

function channelOf({ channels }: DeliveryContext, { channel }: Destination): Channel | undefined {
  return channels.find(({ name }) => name === channel)
}

async function attemptDelivery(
  parts: DeliveryContext,
  { delivery, event }: ClaimedDelivery,
): Promise<DeliveryResult> {
  const channel = channelOf(parts, delivery)
  if (!channel) return { state: 'dead', reason: 'channel is not set up' }
  if (!event) return { state: 'dropped' }
  try {
    const message = await parts.compose(delivery, event)
    if (!message) return { state: 'dropped' }
    await withTimeout(
      channel.send(message, delivery.target),
      parts.sendTimeoutMs ?? defaultSendTimeoutMs,
    )
    return { state: 'sent' }
  } catch (error) {
    const failure = toFailure(error)
    const { channel, target } = delivery
    if (failure.gone && (await parts.onTargetGone?.({ channel, target }))) {
      return { state: 'dropped', reason: failure.reason }
    }
    return resolveFailure(failure, delivery, parts.now())
  }
}

/** Whatever else went wrong is named by its kind alone: its text may say to whom we wrote. */
function toFailure(error: unknown): DeliveryError['failure'] {
  if (error instanceof DeliveryError) return error.failure
  return { reason: `unexpected ${error instanceof Error ? error.name : 'failure'}` }
}

/** A channel that never ends must not stop its place for ever. */
async function withTimeout(sending: Promise<void>, sendTimeoutMs: number): Promise<void> {
  const { promise, reject } = Promise.withResolvers<never>()
  const onTimeout = () => reject(new DeliveryError({ reason: 'no answer in time' }))
  const timer = setTimeout(onTimeout, sendTimeoutMs)
  try {
    await Promise.race([sending, promise])
  } finally {
    clearTimeout(timer)
  }
}
