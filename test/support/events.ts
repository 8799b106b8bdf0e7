/** An event to send, and the result of sending it. */
import assert from 'node:assert/strict'
import {
  type ChannelMessage,
  DeliveryError,
  type DeliveryFailure,
} from '../../src/kernel/channel.ts'

export const message: ChannelMessage = {
  id: '019a7d3c55e0000001f2a4b6c8d0e1f3a5',
  kind: 'booking.requested',
  at: Date.UTC(2026, 10, 16, 2, 30, 0, 250),
  title: 'Yêu cầu đặt bàn mới',
  text: 'Thứ Sáu 20/11, 18:30, 4 khách. Trả lời trước 10:30.',
  link: 'https://desk.shop.example/a/k3f9',
  facts: { code: 'K7Q2', party: 4 },
}

/** Short, so that expected timeouts are fast; long enough for a busy machine. */
export const localOptions = { allowPrivate: true, timeoutMs: 2_500 }

export async function deliveryFailureOf(sending: Promise<unknown>): Promise<DeliveryFailure> {
  const error = await sending.then(
    () => assert.fail('it was taken'),
    (reason: unknown) => reason,
  )
  assert.ok(error instanceof DeliveryError, String(error))
  assert.equal(error.message, error.failure.reason)
  return error.failure
}
