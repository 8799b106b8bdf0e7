/** Push notifications to the browsers of staff, as a push service receives them. */
import assert from 'node:assert/strict'
import { createECDH, createPublicKey, randomBytes, verify } from 'node:crypto'
import { createRequire } from 'node:module'
import { describe, it } from 'node:test'
import type { StaffBrowsers } from '../src/channels/channel.ts'
import { deriveVapidKeys, push as pushChannel } from '../src/channels/push.ts'
import type { ChannelMessage, DeliveryFailure } from '../src/kernel/channel.ts'
import { openChannel } from './support/channels.ts'
import { deliveryFailureOf, localOptions, message } from './support/events.ts'
import { openReceiver, type Reaction } from './support/receivers.ts'

const receiver = await openReceiver()

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
