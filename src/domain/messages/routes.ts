/** Who hears of what: staff of what they must answer, programs of everything, guests of their own. */
import type { DeliveryRoute, OutboxEvent, Routes } from '../outbox/fan-out.ts'
import { testKind } from '../outbox/test-message.ts'
import { guestMail } from './context.ts'

export type RouteSettings = {
  staffMail: readonly string[]
  webhooks: readonly string[]
  zaloChats: readonly string[]
  telegramChats: readonly string[]
  /** Whether guests who gave an address are written to. */
  guestMail: boolean
  /** The ids of the browsers that staff asked to be told in. */
  pushSubscriptions(): Promise<readonly string[]>
}

/** As long as staff may take back what they did before the guest hears of it. */
export const guestDelayMs = 15_000

const staffEventKinds: ReadonlySet<string> = new Set([
  'booking.requested',
  'booking.change_requested',
  'booking.expired',
  'order.requested',
  'lead.requested',
])

const webhookEventKinds = /^(booking\..+|order\..+|lead\.requested)$/

/** What guests do themselves, or nobody did, is told at once. */
const immediateGuestEventKinds: ReadonlySet<string> = new Set([
  'booking.requested',
  'booking.expired',
  'order.requested',
  'subscriber.asked',
])

/** What staff did. */
const delayedGuestEventKinds: ReadonlySet<string> = new Set([
  'booking.admitted',
  'booking.confirmed',
  'booking.declined',
  'booking.cancelled',
  'booking.moved',
  'booking.rearranged',
  'booking.offered',
  'booking.reopened',
  'booking.deposit_asked',
  'booking.deposit_paid',
  'booking.deposit_waived',
  'booking.deposit_returned',
  'order.paid',
  'order.sent',
  'order.cancelled',
])

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
      ...(webhookEventKinds.test(event.kind) ? programs : []),
      ...(settings.guestMail ? findGuestRoutes(event.kind) : []),
    ]
  }
}

function findGuestRoutes(kind: string): DeliveryRoute[] {
  if (immediateGuestEventKinds.has(kind)) return [guestMail]
  return delayedGuestEventKinds.has(kind) ? [{ ...guestMail, delayMs: guestDelayMs }] : []
}

/** Only where the test was asked for. */
function selectTestRoutes(
  routes: readonly DeliveryRoute[],
  { facts }: OutboxEvent,
): DeliveryRoute[] {
  return routes.filter(
    ({ channel, target }) =>
      channel === facts.channel && (facts.target === null || target === facts.target),
  )
}
