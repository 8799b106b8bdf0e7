/** Each channel, tested against a local server with its protocol. */
import assert from 'node:assert/strict'
import { createHmac, randomBytes } from 'node:crypto'
import { describe, it } from 'node:test'
import { telegram } from '../src/channels/telegram.ts'
import {
  generateWebhookSecret,
  webhook as webhookChannel,
  webhookSecret,
} from '../src/channels/webhook.ts'
import { zalo } from '../src/channels/zalo.ts'
import type { ChannelMessage, DeliveryFailure, OpenChannel } from '../src/kernel/channel.ts'
import { openChannel } from './support/channels.ts'
import { deliveryFailureOf, message } from './support/events.ts'
import { openReceiver, type Reaction } from './support/receivers.ts'

const receiver = await openReceiver()

describe('webhook', () => {
  const secret = generateWebhookSecret()
  const nowMs = Date.UTC(2026, 10, 16, 2, 31, 7, 900)
  const settings = { WEBHOOKS: receiver.url, WEBHOOK_SECRET: secret }
  const webhook = openChannel(webhookChannel, settings, { now: () => nowMs })

  it('has a signature over its id, time and body', async () => {
    receiver.respondWith({ status: 204 })
    await webhook.send(message, `${receiver.url}/hook?shop=1`)
    const request = await receiver.next()
    assert.deepEqual(
      [request.path, request.headers['content-type']],
      ['/hook?shop=1', 'application/json'],
    )
    assert.deepEqual(request.json(), {
      type: 'booking.requested',
      timestamp: '2026-11-16T02:30:00.250Z',
      data: { code: 'K7Q2', party: 4 },
    })
    const {
      'webhook-id': id,
      'webhook-timestamp': time,
      'webhook-signature': signature,
    } = request.headers
    assert.deepEqual([id, time], [message.id, String(Math.floor(nowMs / 1000))])
    const key = Buffer.from(secret.replace('whsec_', ''), 'base64')
    const expected = createHmac('sha256', key).update(`${id}.${time}.`).update(request.body)
    assert.equal(signature, `v1,${expected.digest('base64')}`)
  })

  it('accepts only valid secrets', () => {
    const isWebhookSecret = (text: string) => webhookSecret.parse(text) !== undefined
    assert.ok(isWebhookSecret(secret))
    assert.notEqual(secret, generateWebhookSecret())
    const of = (bytes: number) => `whsec_${randomBytes(bytes).toString('base64')}`
    for (const bytes of [24, 25, 26, 64]) assert.ok(isWebhookSecret(of(bytes)), String(bytes))
    for (const wrong of ['', 'whsec_', 'secret', of(23), of(65), `${of(24)} `, of(24).slice(6)]) {
      assert.ok(!isWebhookSecret(wrong), wrong)
    }
    assert.ok(!isWebhookSecret(`whsec_${'!'.repeat(40)}`))
  })

  const date = 'Mon, 16 Nov 2026 02:31:00 GMT'
  const cases: [Reaction & object, DeliveryFailure][] = [
    [{ status: 500 }, { reason: 'status 500' }],
    [{ status: 302, headers: { location: '/' } }, { reason: 'status 302' }],
    [{ status: 404 }, { reason: 'status 404' }],
    [{ status: 410 }, { reason: 'status 410', final: true, gone: true }],
    [{ status: 429 }, { reason: 'status 429' }],
    [
      { status: 429, headers: { 'retry-after': '17' } },
      { reason: 'status 429', retryAfterMs: 17_000 },
    ],
    [
      { status: 503, headers: { 'retry-after': '86400' } },
      { reason: 'status 503', retryAfterMs: 3_600_000 },
    ],
    [
      { status: 503, headers: { date, 'retry-after': 'Mon, 16 Nov 2026 02:32:30 GMT' } },
      { reason: 'status 503', retryAfterMs: 90_000 },
    ],
    [
      { status: 503, headers: { date, 'retry-after': 'Mon, 16 Nov 2026 01:00:00 GMT' } },
      { reason: 'status 503', retryAfterMs: 0 },
    ],
    [{ status: 503, headers: { 'retry-after': 'soon' } }, { reason: 'status 503' }],
    [{ status: 500, headers: { 'retry-after': '17' } }, { reason: 'status 500' }],
  ]
  for (const [reaction, failure] of cases) {
    it(`handles the response ${JSON.stringify(reaction)}`, async () => {
      receiver.respondWith(reaction)
      assert.deepEqual(await deliveryFailureOf(webhook.send(message, receiver.url)), failure)
      await receiver.next()
    })
  }

  it('is not sent to a private address unless allowed', async () => {
    const careful = openChannel(webhookChannel, settings, { network: {} })
    const failure = await deliveryFailureOf(
      careful.send(message, `https://127.0.0.1:${receiver.port}/`),
    )
    assert.deepEqual(failure, { reason: 'private address rejected', final: true })
  })
})

const token = '4711:very-secret-token'
const bots: [OpenChannel, most: number, extras: object][] = [
  [
    openChannel(zalo, {
      ZALO_BOT_TOKEN: token,
      ZALO_CHATS: '-100200',
      ZALO_API_URL: receiver.url,
    }),
    2000,
    {},
  ],
  [
    openChannel(telegram, {
      TELEGRAM_BOT_TOKEN: token,
      TELEGRAM_CHATS: '-100200',
      TELEGRAM_API_URL: `${receiver.url}/`,
    }),
    4096,
    { link_preview_options: { is_disabled: true } },
  ],
]

for (const [bot, maxLength, extras] of bots) {
  describe(`${bot.name} bot`, () => {
    const wrote = async (changes: Partial<ChannelMessage>): Promise<string> => {
      receiver.respondWith({ status: 200, body: { ok: true, result: {} } })
      await bot.send({ ...message, ...changes }, '-100200')
      return String((await receiver.next()).json().text)
    }

    it('sends title, text and link to the chat', async () => {
      receiver.respondWith({ status: 200, body: { ok: true, result: { message_id: 1 } } })
      await bot.send(message, '-100200')
      const request = await receiver.next()
      assert.equal(request.path, `/bot${token}/sendMessage`)
      assert.equal(request.headers['content-type'], 'application/json')
      assert.deepEqual(request.json(), {
        chat_id: '-100200',
        text: `${message.title}\n${message.text}\n\n${message.link}`,
        ...extras,
      })
    })

    it('does not repeat the title or link if the text contains it', async () => {
      const text = `${message.title}: xem ${message.link} nhé.`
      assert.equal(await wrote({ text }), text)
      const longer = `${message.title}: ${message.link}/more`
      assert.equal(await wrote({ text: longer }), `${longer}\n\n${message.link}`)
    })

    it('truncates a long text between two characters and keeps the link', async () => {
      const { link = '' } = message
      // Characters of two and more code units, so that most cuts would fall inside one.
      for (const letter of ['a', 'ệ'.normalize('NFD'), '👩‍🍳', '🍜']) {
        for (const title of ['T', 'Tt', 'Ttt']) {
          const text = await wrote({ title, text: letter.repeat(maxLength) })
          assert.ok(
            text.length <= maxLength && text.length > maxLength - 20,
            `${letter} ${text.length}`,
          )
          assert.ok(text.endsWith(`…\n\n${link}`))
          const words = text.slice(title.length + 1, -`…\n\n${link}`.length)
          assert.equal(words, letter.repeat(words.length / letter.length))
        }
      }
      const atEnd = await wrote({ text: `${'dài '.repeat(maxLength)}${link}` })
      assert.ok(atEnd.length <= maxLength && atEnd.endsWith(`…\n\n${link}`))
      assert.equal(atEnd.split(link).length, 2)
      const inside = await wrote({ text: `${link} ${'dài '.repeat(maxLength)}` })
      assert.ok(inside.length <= maxLength && inside.endsWith(`…\n\n${link}`))
      const { link: _, ...without } = message
      receiver.respondWith({ status: 200, body: { ok: true } })
      await bot.send({ ...without, text: 'b'.repeat(maxLength * 2) }, '1')
      const text = String((await receiver.next()).json().text)
      assert.equal(text, `${`${message.title}\n`.padEnd(maxLength - 1, 'b')}…`)
    })

    it('leaves a text of maximum length unchanged', async () => {
      const remaining = maxLength - `${message.title}\n\n\n${message.link}`.length
      const text = await wrote({ text: 'c'.repeat(remaining) })
      assert.deepEqual([text.length, text.includes('…')], [maxLength, false])
    })

    it('parses a response that repeats a long text', async () => {
      receiver.respondWith({
        status: 200,
        body: { ok: true, result: { text: 'x'.repeat(25_000) } },
      })
      await bot.send(message, '1')
      await receiver.next()
    })

    const no = (status: number, body: object): Reaction => ({
      status,
      body: { ok: false, ...body },
    })
    const cases: [string, Reaction, DeliveryFailure][] = [
      ...[400, 401, 403, 404].flatMap((code): [string, Reaction, DeliveryFailure][] => [
        [
          `${code} inside 200`,
          no(200, { error_code: code, description: `bot${token} is wrong` }),
          { reason: `status ${code}`, final: true },
        ],
        [
          `${code}`,
          no(code, { error_code: code, description: `bot${token} is wrong` }),
          { reason: `status ${code}`, final: true },
        ],
      ]),
      ['429 inside 200', no(200, { error_code: 429 }), { reason: 'status 429' }],
      [
        '429 with a wait',
        no(429, { error_code: 429, parameters: { retry_after: 35 } }),
        { reason: 'status 429', retryAfterMs: 35_000 },
      ],
      [
        '429 with a wait that is too long',
        no(429, { error_code: 429, parameters: { retry_after: 90_000 } }),
        { reason: 'status 429', retryAfterMs: 3_600_000 },
      ],
      [
        '429 with a header',
        { status: 429, headers: { 'retry-after': '5' }, body: { ok: false, error_code: 429 } },
        { reason: 'status 429', retryAfterMs: 5000 },
      ],
      ['an internal error', no(200, { error_code: 500 }), { reason: 'status 500' }],
      ['a code in quotes', no(200, { error_code: '401' }), { reason: 'status 401', final: true }],
      [
        'an invalid code',
        no(200, { error_code: 'E1', parameters: 'none' }),
        { reason: 'rejected' },
      ],
      ['no reason', no(200, {}), { reason: 'rejected' }],
      ['a gateway error', { status: 502, body: '<h1>Bad gateway</h1>' }, { reason: 'status 502' }],
      [
        'a status that contradicts the body',
        { status: 500, body: { ok: true } },
        { reason: 'status 500' },
      ],
      ['an HTML page', { status: 200, body: '<h1>Hello</h1>' }, { reason: 'invalid response' }],
      ['unknown JSON', { status: 200, body: { fine: 1 } }, { reason: 'invalid response' }],
      ['nothing', 'hang', { reason: 'timed out' }],
    ]
    for (const [name, reaction, failure] of cases) {
      it(`handles ${name}`, async () => {
        receiver.respondWith(reaction)
        assert.deepEqual(await deliveryFailureOf(bot.send(message, '-100200')), failure)
        await receiver.next()
      })
    }
  })
}
