/** A restaurant with all channels, whose notifications are received and sorted by channel. */
import assert from 'node:assert/strict'
import { createECDH, randomBytes } from 'node:crypto'
import { createRequire } from 'node:module'
import { generateWebhookSecret } from '../../src/channels/webhook.ts'
import { book, table } from './booking.ts'
import { addStaff } from './desk.ts'
import { openBefore, prepare } from './lifetime.ts'
import { type Mail, openMailbox, openReceiver, type Received } from './receivers.ts'
import { press } from './screen.ts'
import { startShop } from './shop.ts'

export type Deliveries = {
  staff: Mail[]
  guest: Mail[]
  zalo: Received[]
  telegram: Received[]
  hook: Received[]
  push: Received[]
}

/** Call it at the top of a test file: one shop for its tests. */
export function openDeskChannels() {
  const receiver = openBefore(() => openReceiver())
  const mailbox = openBefore(() => openMailbox())
  const webhookSecret = generateWebhookSecret()
  const accepted = { status: 200, body: { ok: true, result: {} } }
  prepare(() => receiver.respondWith(accepted))

  const notifications = () => ({
    SMTP_URL: mailbox.url,
    MAIL_FROM: 'desk@khoilam.example',
    STAFF_MAIL: 'staff@khoilam.example',
    WEBHOOKS: `${receiver.url}/hook`,
    WEBHOOK_SECRET: webhookSecret,
    ZALO_BOT_TOKEN: 'zalo:secret',
    ZALO_CHATS: 'chat-1',
    ZALO_API_URL: receiver.url,
    TELEGRAM_BOT_TOKEN: 'telegram:secret',
    TELEGRAM_CHATS: '-100',
    TELEGRAM_API_URL: receiver.url,
  })
  const app = openBefore(() =>
    startShop('restaurant', { writeLimit: 100_000, notifications: notifications() }),
  )
  const hoa = openBefore(() => addStaff(app, 'Hoa'))

  /** A browser in which Hoa turned on notifications. */
  const browser = createECDH('prime256v1')
  const auth = randomBytes(16).toString('base64url')
  const keys = { p256dh: browser.generateKeys('base64url'), auth }
  prepare(async () => {
    const subscription = { endpoint: `${receiver.url}/push/abc`, keys }
    assert.equal((await hoa.json('/push/keep', subscription)).status, 200)
  })

  function decryptPush(body: Buffer): Record<string, unknown> {
    const { decrypt } = createRequire(import.meta.url)('http_ece') as {
      decrypt(body: Buffer, how: object): Buffer
    }
    const clear = decrypt(body, { version: 'aes128gcm', privateKey: browser, authSecret: auth })
    return JSON.parse(clear.toString()) as Record<string, unknown>
  }

  /** Dispatches the events some seconds later; returns the deliveries by channel. */
  async function dispatchAndCollect(seconds = 0): Promise<Deliveries> {
    app.clock.now += seconds * 1000
    const [mails, requests] = [mailbox.mails.length, receiver.received.length]
    await app.dispatch()
    const newRequests = receiver.received.slice(requests)
    const at = (start: string) => newRequests.filter(({ path }) => path.startsWith(start))
    const mail = mailbox.mails.slice(mails)
    return {
      staff: mail.filter(({ to }) => to.includes('staff@khoilam.example')),
      guest: mail.filter(({ to }) => !to.includes('staff@khoilam.example')),
      zalo: at('/botzalo:secret/'),
      telegram: at('/bottelegram:secret/'),
      hook: at('/hook'),
      push: at('/push'),
    }
  }

  const counts = ({ staff, guest: guests, zalo, telegram, hook, push }: Deliveries) =>
    [staff, guests, zalo, telegram, hook, push].map(({ length }) => length)

  const wanted = { ...table, email: 'lan@example.com', note: 'Ghế trẻ em', allergens: ['milk'] }

  async function requestBooking(change: object = {}): Promise<string> {
    const { status, body } = await book(app, { ...wanted, ...change })
    assert.equal(status, 202, JSON.stringify(body))
    return body.code
  }

  const submitAction = (code: string, name: string, typed: Record<string, string> = {}) =>
    press(hoa, `/bookings/${code}`, `/bookings/${code}/${name}`, typed)

  const statusOf = async (code: string) => (await app.json(`/api/booking/${code}`)).status

  const entryOf = (mail: Mail | undefined) => {
    const part = mail?.parts.find(({ headers }) =>
      /text\/calendar/.test(headers.get('content-type') ?? ''),
    )
    return part?.text.replaceAll('\r\n ', '') ?? ''
  }

  const lineOf = (page: string, name: string) =>
    page.split('<li>').find((line) => line.includes(`<b>${name}`)) ?? ''

  /** The lines of the log with data of guests or with keys, and warnings. */
  const findPersonalLines = () => {
    const personalData = /Lan|912345678|@|secret|whsec|chat-1|127\.0\.0\.1|"level":"(warn|error)"/
    return app.log
      .join('')
      .split('\n')
      .filter((line) => personalData.test(line))
  }

  return {
    accepted,
    app,
    counts,
    decryptPush,
    dispatchAndCollect,
    entryOf,
    findPersonalLines,
    hoa,
    keys,
    lineOf,
    mailbox,
    receiver,
    requestBooking,
    statusOf,
    submitAction,
    webhookSecret,
  }
}
