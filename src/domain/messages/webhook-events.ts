/** The events that webhooks receive, with examples for the documentation. */

import { normalizeCode } from '../../kernel/booking-code.ts'
import { day } from '../../kernel/time.ts'
import type { WebhookDescription, WebhookPayload } from '../../kernel/webhook-message.ts'
import { bookingLifecycle } from '../booking/actions.ts'
import type { StoredBooking } from '../booking/rows.ts'
import { orderLifecycle } from '../orders/actions.ts'
import { testKind } from '../outbox/test-message.ts'
import type { CreateQuote } from '../pricing/quote.ts'
import type { Example } from '../scheduling/example.ts'
import { exampleCode } from '../scheduling/fields.ts'
import { waitlistLifecycle } from '../waitlist/actions.ts'
import { waitlistCodePrefix } from '../waitlist/url.ts'
import { eventsOf, leadEvent } from './event-notifications.ts'
import { toWaitlistPayload, waitlistPayload } from './waitlist.ts'
import {
  bookingPayload,
  leadPayload,
  orderPayload,
  type PayloadContext,
  toBookingPayload,
  toOrderPayload,
} from './webhook-payloads.ts'

/** A test of the channel is sent to one target at a time and has no data. */
const testEvent = {
  type: testKind,
  title: {
    vi: 'Nhân viên thử kênh này; data để trống',
    en: 'Staff test the channel; data is empty',
  },
}

/** With what a booking costs. */
type ExampleContext = PayloadContext & { quote: CreateQuote }

export function describeWebhooks(
  context: ExampleContext,
  orders: { codePrefix: string; kinds: readonly string[] } | undefined,
  example: Example | undefined,
): WebhookDescription {
  return {
    events: [...findWebhookEvents(orders !== undefined), testEvent],
    payloads: [
      describeBookingPayload(context, example),
      ...(orders ? [describeOrderPayload(orders)] : []),
      describeWaitlistPayload(example),
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

function findWebhookEvents(hasOrders: boolean) {
  return [
    ...eventsOf(bookingLifecycle),
    ...(hasOrders ? eventsOf(orderLifecycle) : []),
    ...eventsOf(waitlistLifecycle),
    leadEvent,
  ].flatMap(({ type, title, notifies }) => (notifies.webhook ? [{ type, title }] : []))
}

const exampleId = '019a5b3c7d2e0000020011223344556677'
const exampleTime = Date.UTC(2026, 10, 15, 3)

function describeBookingPayload(
  context: ExampleContext,
  example: Example | undefined,
): WebhookPayload {
  return {
    title: bookingLifecycle.title,
    schema: bookingPayload(context.rules),
    example: example && {
      id: exampleId,
      kind: 'booking.confirmed',
      at: example.startsAt - 3 * day,
      facts: toBookingPayload(context, {}, toExampleRow(context, example), {}, 'vi'),
    },
  }
}

function toExampleRow(context: ExampleContext, example: Example): StoredBooking {
  const { details, date, time, option, startsAt, endsAt } = example
  return {
    id: exampleId,
    code: normalizeCode(exampleCode(context.rules)),
    status: 'confirmed',
    reason: null,
    cancelled_by: null,
    visit: null,
    overrides: [],
    stay_minutes: null,
    offer_id: details.offerId,
    date,
    time,
    starts_at: startsAt,
    ends_at: endsAt,
    party_size: details.partySize,
    details,
    assignment: option.assignment,
    quote: context.quote(details, context.rules.serviceDays.find(example).date),
    requiresStaffCall: false,
    holdsPlace: true,
    deposit: null,
    deposit_state: null,
    coming_for: null,
    source: 'web',
    locale: 'vi',
    version: 2,
    created_at: startsAt - 4 * day,
    updated_at: startsAt - 3 * day,
  }
}

function describeWaitlistPayload(example: Example | undefined): WebhookPayload {
  return {
    title: waitlistLifecycle.title,
    schema: waitlistPayload,
    example: example && {
      id: exampleId,
      kind: 'waitlist.offered',
      at: example.startsAt - 3 * day,
      facts: toWaitlistPayload(
        {
          code: normalizeCode(`${waitlistCodePrefix}-7K3M-9Q2X-4D`),
          status: 'offered',
          starts_from: example.startsAt,
          starts_until: example.startsAt,
          party_size: example.details.partySize,
          offer_id: example.details.offerId,
          source: 'web',
          version: 2,
        },
        { date: example.date, time: example.time },
        example.startsAt - 3 * day,
      ),
    },
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
