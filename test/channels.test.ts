/** Each channel, tested against a local server with its protocol. */
import assert from 'node:assert/strict'
import { createECDH, createHmac, createPublicKey, randomBytes, verify } from 'node:crypto'
import { once } from 'node:events'
import { createRequire } from 'node:module'
import { type AddressInfo, createServer } from 'node:net'
import { describe, it } from 'node:test'
import type { StaffBrowsers } from '../src/channels/channel.ts'
import { guestMail, staffMail } from '../src/channels/email.ts'
import { createMailServer } from '../src/channels/mail-server.ts'
import { deriveVapidKeys, push as pushChannel } from '../src/channels/push.ts'
import { telegram } from '../src/channels/telegram.ts'
import {
  generateWebhookSecret,
  webhook as webhookChannel,
  webhookSecret,
} from '../src/channels/webhook.ts'
import { zalo } from '../src/channels/zalo.ts'
import type { ChannelMessage, DeliveryFailure, OpenChannel } from '../src/kernel/channel.ts'
import { openChannel, openTogether } from './support/channels.ts'
import { deliveryFailureOf, localOptions, message } from './support/events.ts'
import { openMailbox, openReceiver, type Reaction } from './support/receivers.ts'
import { assertElapsed } from './support/timing.ts'

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

describe('push notification', () => {
  const secret = 'the secret of the shop, from which the keys are derived'
  const keys = deriveVapidKeys(secret)
  const browser = createECDH('prime256v1')
  const p256dh = browser.generateKeys('base64url')
  const auth = randomBytes(16).toString('base64url')
  const endpoints = new Map([
    ['b1', `${receiver.url}/push/abc`],
    ['plain', 'http://push.example/abc'],
  ])
  const browsers: StaffBrowsers = {
    network: localOptions,
    listIds: async () => [...endpoints.keys()],
    async find(id: string) {
      const endpoint = endpoints.get(id)
      return endpoint === undefined ? undefined : { endpoint, p256dh, auth }
    },
    remove: async () => {},
  }
  const openPush = (changes: Partial<StaffBrowsers>) =>
    openChannel(
      pushChannel,
      { MAIL_FROM: 'desk@sen.example' },
      { secret, browsers: { ...browsers, ...changes } },
    )
  const push = openPush({})

  /** The message as decrypted with the keys of the browser. */
  const decryptBody = (body: Buffer): Record<string, unknown> => {
    const { decrypt } = createRequire(import.meta.url)('http_ece') as {
      decrypt(body: Buffer, how: object): Buffer
    }
    const clear = decrypt(body, { version: 'aes128gcm', privateKey: browser, authSecret: auth })
    assert.ok(clear.length < 3000, `${clear.length} bytes`)
    return JSON.parse(clear.toString()) as Record<string, unknown>
  }

  it('is readable by this browser only', async () => {
    receiver.respondWith({ status: 201 })
    await push.send(message, 'b1')
    const { path, headers, body } = await receiver.next()
    assert.equal(path, '/push/abc')
    const { id, kind, title, text, link } = message
    assert.deepEqual(decryptBody(body), { id, kind, title, text, link })
    assert.equal(headers['content-encoding'], 'aes128gcm')
    assert.equal(headers['content-length'], String(body.length))
    assert.deepEqual([headers.ttl, headers.urgency], ['14400', 'high'])
    assert.match(String(headers.topic), /^[\w-]{1,32}$/)
    assert.ok(!body.includes('Yêu cầu'))
  })

  it('is signed with the VAPID key', async () => {
    receiver.respondWith({ status: 201 })
    await push.send(message, 'b1')
    const { headers } = await receiver.next()
    const [, jwt = '', key] =
      /^vapid t=([\w.-]+), k=([\w-]+)$/.exec(String(headers.authorization)) ?? []
    assert.equal(key, keys.publicKey)
    const point = Buffer.from(keys.publicKey, 'base64url')
    const [x, y] = [point.subarray(1, 33), point.subarray(33)].map((part) =>
      part.toString('base64url'),
    )
    const [head = '', claims = '', signature = ''] = jwt.split('.')
    const publicKey = createPublicKey({
      format: 'jwk',
      key: { kty: 'EC', crv: 'P-256', x: x ?? '', y: y ?? '' },
    })
    assert.ok(
      verify(
        'sha256',
        Buffer.from(`${head}.${claims}`),
        { key: publicKey, dsaEncoding: 'ieee-p1363' },
        Buffer.from(signature, 'base64url'),
      ),
    )
    const parsedClaims = JSON.parse(Buffer.from(claims, 'base64url').toString()) as Record<
      string,
      unknown
    >
    assert.deepEqual(
      [parsedClaims.aud, parsedClaims.sub],
      [receiver.url, 'mailto:desk@sen.example'],
    )
  })

  it('is urgent if a guest waits, and replaces its older version', async () => {
    receiver.respondWith({ status: 201 })
    const sent = async (changes: Partial<ChannelMessage>) => {
      await push.send({ ...message, ...changes }, 'b1')
      return (await receiver.next()).headers
    }
    const first = await sent({ kind: 'booking.change_requested' })
    const again = await sent({ kind: 'booking.confirmed' })
    const other = await sent({ id: `${message.id}.2/ü`, kind: 'booking.unrequested' })
    assert.deepEqual([first.urgency, again.urgency, other.urgency], ['high', 'normal', 'normal'])
    assert.equal(first.topic, again.topic)
    assert.notEqual(first.topic, other.topic)
  })

  it('is small for any length of text', async () => {
    receiver.respondWith({ status: 201 })
    await push.send({ ...message, title: 'ệ'.repeat(5000), text: '\u0001'.repeat(5000) }, 'b1')
    const { title, text, link } = decryptBody((await receiver.next()).body)
    assert.deepEqual([title, text], [`${'ệ'.repeat(79)}…`, `${'\u0001'.repeat(299)}…`])
    assert.equal(link, message.link)
  })

  const cases: [string, Reaction, DeliveryFailure][] = [
    ...[404, 410].map((status): [string, Reaction, DeliveryFailure] => [
      String(status),
      { status },
      { reason: `status ${status}`, final: true, gone: true },
    ]),
    [
      '429',
      { status: 429, headers: { 'retry-after': '9' } },
      { reason: 'status 429', retryAfterMs: 9000 },
    ],
    ['500', { status: 500 }, { reason: 'status 500' }],
    ['a redirect', { status: 301, headers: { location: '/' } }, { reason: 'status 301' }],
    ['nothing', 'hang', { reason: 'timed out' }],
  ]
  for (const [name, reaction, failure] of cases) {
    it(`handles ${name}`, async () => {
      receiver.respondWith(reaction)
      assert.deepEqual(await deliveryFailureOf(push.send(message, 'b1')), failure)
      await receiver.next()
    })
  }

  it('reports an unknown browser, a rejected address and invalid keys', async () => {
    assert.deepEqual(await deliveryFailureOf(push.send(message, 'b2')), {
      reason: 'unknown browser',
      final: true,
      gone: true,
    })
    const careful = openPush({ network: { timeoutMs: 2000 } })
    const plain = { reason: 'not an https address', final: true }
    assert.deepEqual(await deliveryFailureOf(careful.send(message, 'plain')), plain)
    endpoints.set('inside', `https://127.0.0.1:${receiver.port}/`)
    const inside = { reason: 'private address rejected', final: true }
    assert.deepEqual(await deliveryFailureOf(careful.send(message, 'inside')), inside)
    const broken = openPush({
      find: async () => ({ endpoint: receiver.url, p256dh: 'abc', auth }),
    })
    const unusable = { reason: 'invalid keys', final: true }
    assert.deepEqual(await deliveryFailureOf(broken.send(message, 'b1')), unusable)
  })

  it('has keys that belong together for every secret, also with leading zeros', () => {
    for (let time = 0; time < 600; time++) {
      const { publicKey, privateKey } = deriveVapidKeys(`secret ${time}`)
      const made = createECDH('prime256v1')
      made.setPrivateKey(privateKey, 'base64url')
      assert.equal(made.getPublicKey('base64url'), publicKey)
      assert.equal(Buffer.from(privateKey, 'base64url').length, 32)
    }
  })
})

describe('email', async () => {
  const mailbox = await openMailbox()
  const from = 'Quán Sen <desk@sen.example>'
  const createMailChannel = (url = mailbox.url) => createMailServer({ url, from, timeoutMs: 2_500 })
  const mail = createMailChannel()
  const calendar = 'BEGIN:VCALENDAR\r\nSUMMARY:Quán Sen · Bàn\r\nEND:VCALENDAR\r\n'

  it('contains the text and the sender', async () => {
    const { link: _, ...plain } = message
    await mail.send(plain, 'chi.lan@sen.example')
    const sent = await mailbox.nextMail()
    assert.deepEqual([sent.from, sent.to], ['desk@sen.example', ['chi.lan@sen.example']])
    assert.equal(sent.subject, message.title)
    assert.equal(sent.text.trimEnd(), message.text)
    assert.equal(sent.headers.get('from'), from)
    assert.equal(sent.headers.get('to'), 'chi.lan@sen.example')
    assert.equal(sent.headers.get('auto-submitted'), 'auto-generated')
    assert.match(sent.headers.get('message-id') ?? '', /^<[\w-]+@sen\.example>$/)
  })

  it('can be unsubscribed in one click if it belongs to a mailing list', async () => {
    const unsubscribeUrl = `https://sen.example/newsletter/leave?token=${'a'.repeat(80)}`
    await mail.send({ ...message, unsubscribeUrl }, 'chi.lan@sen.example')
    await mail.send({ ...message, unsubscribeUrl: 'http://localhost/leave' }, 'chi.lan@sen.example')
    await mail.send(message, 'chi.lan@sen.example')
    const read = async () => {
      const { headers } = await mailbox.nextMail()
      return [headers.get('list-unsubscribe'), headers.get('list-unsubscribe-post')]
    }
    assert.deepEqual(await read(), [`<${unsubscribeUrl}>`, 'List-Unsubscribe=One-Click'])
    assert.deepEqual(await read(), ['<http://localhost/leave>', undefined])
    assert.deepEqual(await read(), [undefined, undefined])
  })

  it('goes to the recipient of the message, ends with its link, and keeps its id', async () => {
    await mail.send({ ...message, to: 'khach@guest.example' }, 'guest')
    await mail.send({ ...message, text: `Xem ${message.link}` }, 'chi.lan@sen.example')
    await mail.send({ ...message, id: 'another' }, 'chi.lan@sen.example')
    const [first, again, other] = [
      await mailbox.nextMail(),
      await mailbox.nextMail(),
      await mailbox.nextMail(),
    ]
    assert.deepEqual(first.to, ['khach@guest.example'])
    assert.equal(first.text.trimEnd(), `${message.text}\r\n\r\n${message.link}`)
    assert.equal(again.text.trimEnd(), `Xem ${message.link}`)
    assert.equal(first.headers.get('message-id'), again.headers.get('message-id'))
    assert.notEqual(first.headers.get('message-id'), other.headers.get('message-id'))
  })

  it('has an HTML version only with data for mail programs, with no markup of others', async () => {
    const text = 'Chào <b>Lan</b> & "Hoa",\n\nxem https://spam.example\nnhé'
    const data = { '@type': 'Reservation', name: '</script><img src=x>' }
    await mail.send({ ...message, text, structuredData: { locale: 'vi', data } }, 'chi@sen.example')
    const { parts } = await mailbox.nextMail()
    assert.deepEqual(
      parts.map(({ headers }) => headers.get('content-type')?.split(';')[0]),
      ['text/plain', 'text/html'],
    )
    assert.equal(parts[0]?.text.trimEnd(), `${text}\n\n${message.link}`.replaceAll('\n', '\r\n'))
    const html = parts[1]?.text ?? ''
    assert.match(html, /<html lang="vi">/)
    assert.match(html, /<p>Chào &lt;b&gt;Lan&lt;\/b&gt; &amp; &quot;Hoa&quot;,<\/p>/)
    const json = /<script type="application\/ld\+json">(.*?)<\/script>/.exec(html)?.[1] ?? ''
    assert.deepEqual(JSON.parse(json), data)
    const links = [...html.matchAll(/<a href="([^"]*)"/g)].map(([, href]) => href)
    assert.deepEqual(links, [message.link])
    assert.doesNotMatch(html, /<img/)
  })

  it('attaches a calendar entry that requests no reply, and other files unchanged', async () => {
    const attachments = [
      { name: 'dat-ban.ics', type: 'text/calendar', body: calendar },
      { name: 'ghi-chú.csv', type: 'text/csv; charset=utf-8', body: 'a,b' },
    ]
    await mail.send({ ...message, attachments }, 'chi.lan@sen.example')
    const { parts } = await mailbox.nextMail()
    assert.equal(parts.length, 3)
    const [, entry, table] = parts
    const type = entry?.headers.get('content-type') ?? ''
    assert.match(type, /^text\/calendar; charset=utf-8; method=PUBLISH/)
    assert.match(entry?.headers.get('content-disposition') ?? '', /^attachment; .*dat-ban\.ics/)
    assert.equal(entry?.text, calendar)
    assert.match(table?.headers.get('content-type') ?? '', /^text\/csv; charset=utf-8/)
    assert.equal(table?.text, 'a,b')
  })

  it('does not allow header injection', async () => {
    const title = 'Bàn\r\nBcc: spy@evil.example\r\n\r\n\u0000Text\u2028end'
    await mail.send({ ...message, title, text: '.\r\nDATA\r\n.' }, 'chi.lan@sen.example')
    const sent = await mailbox.nextMail()
    assert.equal(sent.subject, 'Bàn Bcc: spy@evil.example Text end')
    assert.deepEqual([sent.to, sent.headers.has('bcc')], [['chi.lan@sen.example'], false])
    assert.equal(sent.text.trimEnd(), `.\r\nDATA\r\n.\r\n\r\n${message.link}`)
  })

  for (const address of [
    ...['', 'lan', 'a@b@c.example', 'a@b.example, spy@evil.example', 'Lan <a@b.example>'],
    ...['a@b.example\r\nRCPT TO:<spy@evil.example>', 'a@b.example>', 'group:a@b.example;'],
  ]) {
    it(`rejects ${JSON.stringify(address)} as an address`, async () => {
      const failure = await deliveryFailureOf(mail.send(message, address))
      assert.deepEqual(failure, { reason: 'not an email address', final: true })
    })
  }

  const replies: [number, DeliveryFailure][] = [
    [450, { reason: 'status 450' }],
    [550, { reason: 'status 550', final: true }],
    [553, { reason: 'status 553', final: true }],
  ]
  for (const [reply, failure] of replies) {
    it(`handles the reply ${reply}, and works afterwards`, async () => {
      mailbox.react(reply)
      assert.deepEqual(await deliveryFailureOf(mail.send(message, 'ghost@sen.example')), failure)
      mailbox.react('take')
      await mail.send({ ...message, id: `after ${reply}` }, 'chi.lan@sen.example')
      assert.deepEqual((await mailbox.nextMail()).to, ['chi.lan@sen.example'])
    })
  }

  it('times out if the server sends nothing (timing)', async () => {
    mailbox.react('hang')
    const hasty = createMailChannel()
    const began = performance.now()
    const failure = await deliveryFailureOf(hasty.send(message, 'chi.lan@sen.example'))
    assert.deepEqual(failure, { reason: 'timed out' })
    assertElapsed(began, { belowMs: 8_000 })
    await hasty.close()
    mailbox.react('take')
  })

  it('times out if the server sends an endless reply (timing)', async () => {
    const chatter = createServer((socket) => {
      socket.resume().write('220 Welcome\r\n')
      const talk = setInterval(() => socket.write('250-and so on\r\n'), 20)
      socket.on('error', () => {})
      socket.on('close', () => clearInterval(talk))
    })
    chatter.listen(0, '127.0.0.1')
    await once(chatter, 'listening')
    const { port } = chatter.address() as AddressInfo
    const patient = createMailServer({ url: `smtp://127.0.0.1:${port}`, from, timeoutMs: 150 })
    const began = performance.now()
    const failure = await deliveryFailureOf(patient.send(message, 'chi.lan@sen.example'))
    // Depends on what ends first: the time for the greeting or the longest reply.
    assert.match(String(failure.reason), /^(connection lost|timed out)$/)
    assertElapsed(began, { belowMs: 8_000 })
    await new Promise((resolve) => chatter.close(resolve))
  })

  it('reports why the connection failed', async () => {
    const [closed, locked, unknown] = [
      await openReceiver(),
      await openMailbox({ secure: true }),
      await openMailbox({ login: { user: 'sen', password: 'right' } }),
    ]
    await closed.close()
    const known = unknown.url.replace('://', '://sen:right@')
    const wrong = unknown.url.replace('://', '://sen:wrong@')
    const cases: [url: string, reason: string][] = [
      [closed.url.replace('http', 'smtp'), 'connection refused'],
      [locked.url, 'certificate not valid'],
      [wrong, 'sign-in rejected'],
    ]
    for (const [url, reason] of cases) {
      const channel = createMailChannel(url)
      const failure = await deliveryFailureOf(channel.send(message, 'chi.lan@sen.example'))
      assert.deepEqual(failure, { reason }, url)
      await channel.close()
    }
    const authorized = createMailChannel(known)
    await authorized.send(message, 'chi.lan@sen.example')
    assert.equal((await unknown.nextMail()).subject, message.title)
    await authorized.close()
  })

  it('to guests and to staff shares one mail server, and a test goes to the shop itself', async () => {
    const settings = {
      SMTP_URL: mailbox.url,
      MAIL_FROM: 'desk@sen.example',
      STAFF_MAIL: 'a@sen.example, b@sen.example',
    }
    const guests = openChannel(guestMail, settings)
    await guests.send(message, 'guest')
    assert.deepEqual((await mailbox.nextMail()).to, ['desk@sen.example'])
    await guests.close?.()
    const staff = openChannel(staffMail, settings)
    assert.deepEqual(await staff.listTargets(), ['a@sen.example', 'b@sen.example'])
    const [first, second] = openTogether([guestMail, staffMail], settings)
    assert.ok(first && first.send === second?.send)
  })

  it('needs a sender with an address, and can be closed', async () => {
    assert.throws(() => createMailServer({ url: mailbox.url, from: 'Quán Sen' }))
    await mail.close()
    await mail.send({ ...message, id: 'after the close' }, 'chi.lan@sen.example')
    await mailbox.nextMail()
    await mail.close()
  })
})
