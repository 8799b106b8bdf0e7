/** Routes of events: staff get what they must answer, programs everything, guests their own bookings. */
import type { OpenChannel } from '../../kernel/channel.ts'
import type { DeliveryRoute, OutboxEvent, Routes } from '../outbox/fan-out.ts'
import { testKind } from '../outbox/test-message.ts'
import { findNotifyingEvent, isOwnerEvent } from './event-notifications.ts'

type RoutedChannel = Pick<OpenChannel, 'name' | 'audience' | 'isForPrograms' | 'listTargets'>

/** Delay before a guest is emailed, so that staff can undo the action first. */
export const guestDelayMs = 15_000

export function createRoutes(channels: readonly RoutedChannel[]): Routes {
  return async (event) => {
    const routes: DeliveryRoute[] = []
    const recipients = isOwnerEvent(event.kind)
      ? { ownersExcept: String(event.facts.actor) }
      : undefined
    for (const channel of channels) {
      const timing = findTiming(channel, event.kind)
      if (timing === undefined) continue
      for (const target of await channel.listTargets(recipients)) {
        routes.push({ channel: channel.name, target, ...timing })
      }
    }
    return event.kind === testKind ? selectTestRoutes(routes, event) : routes
  }
}

/** Undefined if the channel does not get such events. */
function findTiming(
  { audience, isForPrograms }: RoutedChannel,
  kind: string,
): Pick<DeliveryRoute, 'delayMs'> | undefined {
  if (kind === testKind) return {}
  const notifies = findNotifyingEvent(kind)?.notifies
  if (!notifies) return undefined
  if (audience === 'guest') {
    if (notifies.guest === 'delayed') return { delayMs: guestDelayMs }
    return notifies.guest === 'immediate' ? {} : undefined
  }
  const isSent = isForPrograms ? notifies.webhook : notifies.staff !== 'never'
  return isSent ? {} : undefined
}

function selectTestRoutes(
  routes: readonly DeliveryRoute[],
  { facts }: OutboxEvent,
): DeliveryRoute[] {
  return routes.filter(
    ({ channel, target }) =>
      channel === facts.channel && (facts.target === null || target === facts.target),
  )
}
