/** Who hears of what: staff of what they must answer, programs of everything, guests of their own. */
import type { News, Route, Routes } from '../outbox/fan-out.ts'
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
export const guestDelay = 15_000

const forStaff: ReadonlySet<string> = new Set([
  'booking.requested',
  'booking.change_requested',
  'booking.expired',
  'order.requested',
  'lead.requested',
])

const forPrograms = /^(booking\..+|order\..+|lead\.requested)$/

/** What guests do themselves, or nobody did, is told at once. */
const forGuestsAtOnce: ReadonlySet<string> = new Set([
  'booking.requested',
  'booking.expired',
  'order.requested',
  'subscriber.asked',
])

/** What staff did. */
const forGuestsLater: ReadonlySet<string> = new Set([
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

export function routesFor(settings: RouteSettings): Routes {
  const byChannel = (channel: string, targets: readonly string[]): Route[] =>
    targets.map((target) => ({ channel, target }))
  const staff = async () => [
    ...byChannel('email', settings.staffMail),
    ...byChannel('zalo', settings.zaloChats),
    ...byChannel('telegram', settings.telegramChats),
    ...byChannel('push', await settings.pushSubscriptions()),
  ]
  const programs = byChannel('webhook', settings.webhooks)

  return async (news) => {
    if (news.kind === testKind) {
      const guests = settings.guestMail ? [guestMail] : []
      return tested([...(await staff()), ...programs, ...guests], news)
    }
    return [
      ...(forStaff.has(news.kind) ? await staff() : []),
      ...(forPrograms.test(news.kind) ? programs : []),
      ...(settings.guestMail ? guestRoutes(news.kind) : []),
    ]
  }
}

function guestRoutes(kind: string): Route[] {
  if (forGuestsAtOnce.has(kind)) return [guestMail]
  return forGuestsLater.has(kind) ? [{ ...guestMail, delay: guestDelay }] : []
}

/** Only where the test was asked for. */
function tested(routes: readonly Route[], { facts }: News): Route[] {
  return routes.filter(
    ({ channel, target }) =>
      channel === facts.channel && (facts.target === null || target === facts.target),
  )
}
