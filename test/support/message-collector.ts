/** A guest with every field, and the messages about what a shop does for that guest. */
import assert from 'node:assert/strict'
import { createComposer } from '../../src/domain/messages/composer.ts'
import type { MessageContext } from '../../src/domain/messages/context.ts'
import { createRoutes, guestDelayMs } from '../../src/domain/messages/routes.ts'
import { createDispatcher } from '../../src/domain/outbox/dispatcher.ts'
import type { ChannelMessage } from '../../src/kernel/channel.ts'
import { allChannels, openTestChannels } from './channels.ts'
import { samples } from './samples.ts'
import { base, type languages, type RunningShop, secret, type TradeName } from './shop.ts'

export type Language = (typeof languages)[number]

export const deskUrl = 'https://desk.example'
export const hour = 3_600_000

/** Data that only staff and the guest may read, in every spelling. */
export const guest = {
  name: 'Đặng Quỳnh Như',
  phone: '0912 345 678',
  email: 'quynhnhu@example.com',
  note: 'Xin ngồi cạnh lò sưởi.',
  consent: '1',
}
export const secrets =
  /Quỳnh|Như\b|345.?678|quynhnhu|lò sưởi|peanut|đậu phộng|lạc\b|blood_pressure|huyết áp|blood pressure/i

export const statusPatterns = {
  pending: /đang chờ|waiting for our call/,
  confirmed: /đã (được )?xác nhận|\bconfirmed\b/,
}

export function offersOf(app: RunningShop) {
  const names = new Map(app.shop.assortment.offers.map(({ id, name }) => [id, name]))
  return (id: string) => names.get(id) ?? { vi: id, en: id }
}

export function messageContextOf(app: RunningShop, locale: Language): MessageContext {
  return {
    store: app.store,
    business: app.shop.business,
    rules: app.shop.booking,
    quote: app.shop.quote,
    bookingForm: app.shop.bookingForm,
    offerName: offersOf(app),
    base,
    deskUrl,
    secret,
    now: () => app.clock.now,
    locale,
  }
}

/** A shop with its whole outbox, and channels that accept every message. */
export function createMessageCollector(app: RunningShop, locale: Language = 'vi') {
  const now = () => app.clock.now
  const ears = openTestChannels(allChannels, now)
  const dispatcher = createDispatcher({
    store: app.store,
    now,
    channels: ears,
    ...createComposer(ears, messageContextOf(app, locale)),
    routes: createRoutes(ears),
  })
  /** All messages up to now, by channel, after the time in which staff can undo. */
  return async (): Promise<Record<string, ChannelMessage[]>> => {
    await dispatcher.dispatch()
    app.clock.now += guestDelayMs
    await dispatcher.dispatch()
    return Object.fromEntries(
      ears.map(({ name, accepted }) => [name, accepted.splice(0).map(({ message }) => message)]),
    )
  }
}

/** A request with every field that a guest can fill in. */
export const fullRequestOf = (trade: TradeName) => ({
  ...samples[trade].request,
  ...guest,
  ...samples[trade].sensitive,
})

/** Checks the lines of RFC 5545, and that the UID of the entry stays the same. */
export function checkCalendar({ attachments }: ChannelMessage, code: string, status: string): void {
  const [file] = attachments ?? []
  assert.equal(file?.name, `${code}.ics`)
  assert.match(file.type, /^text\/calendar/)
  const lines = file.body.split('\r\n')
  assert.equal(lines.pop(), '')
  assert.ok(lines.every((line) => Buffer.byteLength(line) <= 75 && !line.includes('\n')))
  const whole = file.body.replaceAll('\r\n ', '')
  for (const line of [
    'BEGIN:VCALENDAR',
    'METHOD:PUBLISH',
    `UID:${code}@shop.example`,
    `STATUS:${status}`,
    'END:VCALENDAR',
  ]) {
    assert.ok(whole.includes(`${line}\r\n`), line)
  }
  assert.match(whole, /\r\nSEQUENCE:[1-9]\d*\r\n/)
  assert.match(whole, /\r\nDTSTART:20261120T\d{6}Z\r\nDTEND:20261120T\d{6}Z\r\n/)
  assert.doesNotMatch(whole, secrets)
}
