/** Routes of events: staff get what they must answer, webhooks everything, guests their own bookings. */
import type { DeliveryRoute, OutboxEvent, Routes } from '../outbox/fan-out.ts'
import { testKind } from '../outbox/test-message.ts'
import { guestMail } from './context.ts'
import { guestEventKinds, isWebhookEvent } from './webhook-events.ts'

type RouteSettings = {
  staffMail: readonly string[]
  webhooks: readonly string[]
  zaloChats: readonly string[]
  telegramChats: readonly string[]
  /** True if guests with an email address receive emails. */
  guestMail: boolean
  /** Ids of the push subscriptions of staff browsers. */
  pushSubscriptions(): Promise<readonly string[]>
}

/** Delay before a guest is emailed, so that staff can undo the action first. */
export const guestDelayMs = 15_000

const staffEventKinds: ReadonlySet<string> = new Set([
  'booking.requested',
  'booking.change_requested',
  'booking.expired',
  'order.requested',
  'lead.requested',
])

/** Events that no staff action caused are sent without the delay for undo. */
const immediateGuestEventKinds: ReadonlySet<string> = new Set([
  ...guestEventKinds('immediate'),
  'subscriber.asked',
])

const delayedGuestEventKinds: ReadonlySet<string> = new Set(guestEventKinds('delayed'))

export function createRoutes(settings: RouteSettings): Routes {
  const byChannel = (channel: string, targets: readonly string[]): DeliveryRoute[] =>
    targets.map((target) => ({ channel, target }))
  const staff = async () => [
    ...byChannel('email', settings.staffMail),
    ...byChannel('zalo', settings.zaloChats),
    ...byChannel('telegram', settings.telegramChats),
    ...byChannel('push', await settings.pushSubscriptions()),
  ]
  const programs = byChannel('webhook', settings.webhooks)

  return async (event) => {
    if (event.kind === testKind) {
      const guests = settings.guestMail ? [guestMail] : []
      return selectTestRoutes([...(await staff()), ...programs, ...guests], event)
    }
    return [
      ...(staffEventKinds.has(event.kind) ? await staff() : []),
      ...(isWebhookEvent(event.kind) ? programs : []),
      ...(settings.guestMail ? findGuestRoutes(event.kind) : []),
    ]
  }
}

function findGuestRoutes(kind: string): DeliveryRoute[] {
  if (immediateGuestEventKinds.has(kind)) return [guestMail]
  return delayedGuestEventKinds.has(kind) ? [{ ...guestMail, delayMs: guestDelayMs }] : []
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
