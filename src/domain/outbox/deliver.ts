/** Delivers what is due at a destination, at least once: claim, compose, send, record the result. */
import { type ChannelMessage, DeliveryError, type OpenChannel } from '../../kernel/channel.ts'
import type { Clock } from '../../kernel/time.ts'
import type { Store } from '../../store/sql.ts'
import {
  type ClaimedDelivery,
  claimDueDeliveries,
  type Delivery,
  findDueDeliveries,
} from './claim.ts'
import {
  type DeliveryResult,
  recordResult,
  resolveDeferral,
  resolveFailure,
} from './delivery-result.ts'
import type { Destination, OutboxEvent } from './fan-out.ts'

/** Returns undefined if the event is no longer relevant. */
export type ComposeMessage = (
  delivery: Delivery,
  event: OutboxEvent,
) => Promise<ChannelMessage | undefined>

/** Why a message is not sent now, and when it is tried again. */
export type Deferral = { reason: string; dueAt: number }

/** Called right before a message is sent. Returns undefined if it may be sent now. */
export type AdmitMessage = (
  delivery: Delivery,
  message: ChannelMessage,
) => Promise<Deferral | undefined>

export type DeliveryChannel = Pick<
  OpenChannel,
  'name' | 'maxConcurrentSends' | 'send' | 'removeTarget'
>

export type DeliveryContext = {
  store: Store
  channels: readonly DeliveryChannel[]
  compose: ComposeMessage
  /** Without it every message is sent. */
  admit?: AdmitMessage
  now: Clock
  /** Upper limit; channels have shorter timeouts of their own. */
  sendTimeoutMs?: number
}

/** Shorter than the lease of a claim. */
const defaultSendTimeoutMs = 20_000

/** Returns the state of each attempted delivery. */
export async function deliverDue(
  context: DeliveryContext,
  destination: Destination,
): Promise<DeliveryResult['state'][]> {
  const { store, now } = context
  // Checked with a read first, so that an idle destination needs no write transaction.
  if ((await findDueDeliveries(store.read, destination, now())).length === 0) return []
  const { maxConcurrentSends } = channelOf(context, destination) ?? {}
  const claimed = await store.write((sql) =>
    claimDueDeliveries(sql, destination, now(), maxConcurrentSends),
  )
  return Promise.all(
    claimed.map(async (one) => {
      const result = await attemptDelivery(context, one)
      // Recorded individually, so that a crash repeats only unfinished deliveries.
      await store.write((sql) => recordResult(sql, one, result, now()))
      return result.state
    }),
  )
}

function channelOf(
  { channels }: DeliveryContext,
  { channel }: Destination,
): DeliveryChannel | undefined {
  return channels.find(({ name }) => name === channel)
}

async function attemptDelivery(
  context: DeliveryContext,
  { delivery, event }: ClaimedDelivery,
): Promise<DeliveryResult> {
  const channel = channelOf(context, delivery)
  if (!channel) return { state: 'dead', reason: 'channel is not configured' }
  if (!event) return { state: 'dropped' }
  try {
    const message = await context.compose(delivery, event)
    if (!message) return { state: 'dropped' }
    const deferral = await context.admit?.(delivery, message)
    if (deferral) return resolveDeferral(deferral, delivery, context.now())
    await withTimeout(
      channel.send(message, delivery.target),
      context.sendTimeoutMs ?? defaultSendTimeoutMs,
    )
    return { state: 'sent' }
  } catch (error) {
    const failure = toFailure(error)
    if (failure.gone && channel.removeTarget) {
      await channel.removeTarget(delivery.target)
      return { state: 'dropped', reason: failure.reason }
    }
    return resolveFailure(failure, delivery, context.now())
  }
}

/** Other errors are recorded by name only, because their message may contain an address. */
function toFailure(error: unknown): DeliveryError['failure'] {
  if (error instanceof DeliveryError) return error.failure
  return { reason: `unexpected ${error instanceof Error ? error.name : 'failure'}` }
}

/** A channel that never settles must not block its destination forever. */
async function withTimeout(sending: Promise<void>, sendTimeoutMs: number): Promise<void> {
  const { promise, reject } = Promise.withResolvers<never>()
  const onTimeout = () => reject(new DeliveryError({ reason: 'no response in time' }))
  const timer = setTimeout(onTimeout, sendTimeoutMs)
  try {
    await Promise.race([sending, promise])
  } finally {
    clearTimeout(timer)
  }
}
