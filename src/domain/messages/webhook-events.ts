/** The events that webhooks receive, with examples for the documentation. */

import { normalizeCode } from '../../kernel/booking-code.ts'
import type { Lifecycle } from '../../kernel/lifecycle.ts'
import { day } from '../../kernel/time.ts'
import type { WebhookDescription, WebhookPayload } from '../../kernel/webhook-message.ts'
import { bookingLifecycle } from '../booking/actions.ts'
import type { StoredBooking } from '../booking/rows.ts'
import { orderLifecycle } from '../orders/actions.ts'
import { testKind } from '../outbox/test-message.ts'
import type { Example } from '../scheduling/example.ts'
import { exampleCode } from '../scheduling/fields.ts'
import {
  bookingPayload,
  leadPayload,
  orderPayload,
  type PayloadContext,
  toBookingPayload,
  toOrderPayload,
} from './webhook-payloads.ts'

const leadEvent = {
  type: 'lead.requested',
  title: { vi: 'Có khách xin được gọi lại', en: 'New callback request' },
}

/** A test of the channel is sent to one target at a time and has no data. */
const testEvent = {
  type: testKind,
  title: {
    vi: 'Nhân viên thử kênh này; data để trống',
    en: 'Staff test the channel; data is empty',
  },
}

const webhookEventKinds: ReadonlySet<string> = new Set(
  [...eventsOf(bookingLifecycle), ...eventsOf(orderLifecycle), leadEvent].map(({ type }) => type),
)

export function isWebhookEvent(kind: string): boolean {
  return webhookEventKinds.has(kind)
}

/** Event types of emails to guests, by when the email is sent. */
export function guestEventKinds(when: 'immediate' | 'delayed'): string[] {
  return [bookingLifecycle, orderLifecycle].flatMap(({ noun, transitions }) =>
    Object.entries(transitions).flatMap(([action, { guestEmail }]) =>
      guestEmail === when ? [`${noun}.${action}`] : [],
    ),
  )
}

export function describeWebhooks(
  context: PayloadContext,
  orders: { codePrefix: string; kinds: readonly string[] } | undefined,
  example: Example | undefined,
): WebhookDescription {
  return {
    events: [
      ...eventsOf(bookingLifecycle),
      ...(orders ? eventsOf(orderLifecycle) : []),
      leadEvent,
      testEvent,
    ],
    payloads: [
      describeBookingPayload(context, example),
      ...(orders ? [describeOrderPayload(orders)] : []),
      {
        title: { vi: 'Xin gọi lại', en: 'Callback request' },
        schema: leadPayload,
        example: {
          id: exampleId,
          kind: leadEvent.type,
          at: exampleTime,
          facts: { id: '019a5b3c7d2e000001aabbccddeeff0011' },
        },
      },
    ],
  }
}

function eventsOf({ noun, transitions }: Lifecycle) {
  return Object.entries(transitions).map(([action, { title }]) => ({
    type: `${noun}.${action}`,
    title,
  }))
}

const exampleId = '019a5b3c7d2e0000020011223344556677'
const exampleTime = Date.UTC(2026, 10, 15, 3)

function describeBookingPayload(
  context: PayloadContext,
  example: Example | undefined,
): WebhookPayload {
  return {
    title: bookingLifecycle.title,
    schema: bookingPayload(context.rules),
    example: example && {
      id: exampleId,
      kind: 'booking.confirmed',
      at: example.startsAt - 3 * day,
      facts: toBookingPayload(context, {}, toExampleRow(context, example), undefined, 'vi'),
    },
  }
}

function toExampleRow({ rules }: PayloadContext, example: Example): StoredBooking {
  const { details, date, time, option, startsAt, endsAt } = example
  return {
    id: exampleId,
    code: normalizeCode(exampleCode(rules)),
    status: 'confirmed',
    reason: null,
    visit: null,
    offer_id: details.offerId,
    date,
    time,
    starts_at: startsAt,
    ends_at: endsAt,
    party_size: details.partySize,
    details,
    assignment: option.assignment,
    deposit: null,
    deposit_state: null,
    source: 'web',
    locale: 'vi',
    version: 2,
    created_at: startsAt - 4 * day,
    updated_at: startsAt - 3 * day,
  }
}

function describeOrderPayload({
  codePrefix,
  kinds: [kind = ''],
}: {
  codePrefix: string
  kinds: readonly string[]
}): WebhookPayload {
  const code = normalizeCode(`${codePrefix}-7K3M-9Q2X-4D`)
  return {
    title: orderLifecycle.title,
    schema: orderPayload,
    example: {
      id: exampleId,
      kind: 'order.paid',
      at: exampleTime,
      facts: toOrderPayload({ code, kind, status: 'paid', total: 1_000_000, version: 2 }),
    },
  }
}
