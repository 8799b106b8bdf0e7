/** HTTP POST of the channels: allowed destinations and failures. */
import assert from 'node:assert/strict'
import dns from 'node:dns'
import { syncBuiltinESMExports } from 'node:module'
import type { LookupFunction } from 'node:net'
import { describe, it, type TestContext } from 'node:test'
import { post } from '../src/channels/http-post.ts'
import { isPublicAddress, lookupPublic } from '../src/channels/public-addresses.ts'
import { deliveryFailureOf, localOptions } from './support/events.ts'
import { openBefore } from './support/lifetime.ts'
import { openReceiver, type Reaction } from './support/receivers.ts'
import { assertElapsed } from './support/timing.ts'

const receiver = openBefore(() => openReceiver())

describe('public addresses', () => {
  const closed = [
    ...['0.0.0.0', '0.1.2.3', '10.0.0.1', '10.255.255.255', '100.64.0.1', '100.127.255.254'],
    ...['127.0.0.1', '127.255.0.9', '169.254.169.254', '172.16.0.1', '172.31.255.255'],
    ...['192.0.0.8', '192.0.2.1', '192.88.99.1', '192.168.1.1', '198.18.0.1', '198.19.255.255'],
    ...['198.51.100.7', '203.0.113.9', '224.0.0.1', '239.1.2.3', '240.0.0.1', '255.255.255.255'],
    ...['::', '::1', '::ffff:127.0.0.1', '::ffff:8.8.8.8', '::ffff:0808:0808', '::7f00:1'],
    ...['64:ff9b::7f00:1', '64:ff9b::8.8.8.8', '64:ff9b:1::1', '100::1', 'fc00::1', 'fd12:3::4'],
    ...['fe80::1', 'fe80::1%eth0', 'febf::1', 'fec0::1', 'ff02::1', '2001:db8::1', '2001::1'],
    ...['2001:2::1', '2001:10::1', '2002:7f00:1::1', '3fff::1', '5f00::1', '4000::1'],
    ...['', 'localhost', 'shop.example', '127.1', '1.1.1.1.1', '[2606:4700::1]'],
  ]
  const publicAddresses = [
    ...['1.1.1.1', '8.8.8.8', '9.255.255.255', '11.0.0.1', '100.63.255.255', '100.128.0.1'],
    ...['126.255.255.255', '128.0.0.1', '169.253.1.1', '172.15.255.255', '172.32.0.1'],
    ...['192.0.1.1', '192.167.1.1', '198.17.1.1', '198.20.0.1', '203.0.112.1', '223.255.255.254'],
    ...['2606:4700::1111', '2a00:1450:4001::1', '2001:4860:4860::8888', '2402:800::1', '2400::1'],
  ]
  for (const address of closed) {
    it(`exclude "${address}"`, () => assert.equal(isPublicAddress(address), false))
  }
  for (const address of publicAddresses) {
    it(`include ${address}`, () => assert.equal(isPublicAddress(address), true))
  }
})

describe('POST request', () => {
  const parcel = { headers: { 'x-test': 'yes' }, body: 'Xin chào' }

  it('sends the body with its length in bytes', async () => {
    receiver.respondWith({ status: 201, headers: { 'x-taken': 'yes' }, body: 'cảm ơn' })
    const response = await post({ ...localOptions, ...parcel, url: `${receiver.url}/a/b?c=d` })
    assert.deepEqual(
      [response.status, response.headers['x-taken'], response.text],
      [201, 'yes', 'cảm ơn'],
    )
    const request = await receiver.next()
    assert.deepEqual([request.method, request.path], ['POST', '/a/b?c=d'])
    assert.equal(request.body.toString(), 'Xin chào')
    const { 'content-length': length, 'user-agent': agent, 'x-test': own } = request.headers
    assert.deepEqual([length, agent, own], ['9', 'Letan', 'yes'])
  })

  it('reads at most 4 KB of the response', async () => {
    receiver.respondWith({ status: 200, body: 'x'.repeat(3_000_000) })
    const { text } = await post({ ...localOptions, ...parcel, url: receiver.url })
    assert.equal(text, 'x'.repeat(4096))
    await receiver.next()
  })

  it('does not follow redirects', async () => {
    receiver.respondWith({ status: 307, headers: { location: `${receiver.url}/elsewhere` } })
    const before = receiver.received.length
    const { status } = await post({ ...localOptions, ...parcel, url: receiver.url })
    assert.deepEqual([status, receiver.received.length - before], [307, 1])
    await receiver.next()
  })

  const rejected: [url: string, reason: string][] = [
    ['https://127.0.0.1:PORT/', 'private address rejected'],
    ['https://localhost:PORT/', 'private address rejected'],
    ['https://2130706433:PORT/', 'private address rejected'],
    ['https://0x7f000001:PORT/', 'private address rejected'],
    ['https://0177.0.0.1:PORT/', 'private address rejected'],
    ['https://127.1:PORT/', 'private address rejected'],
    ['https://0:PORT/', 'private address rejected'],
    ['https://①②⑦.⓪.⓪.①:PORT/', 'private address rejected'],
    ['https://[::1]:PORT/', 'private address rejected'],
    ['https://[::ffff:127.0.0.1]:PORT/', 'private address rejected'],
    ['https://[::ffff:7f00:1]:PORT/', 'private address rejected'],
    ['https://[64:ff9b::7f00:1]:PORT/', 'private address rejected'],
    ['https://user:pass@127.0.0.1:PORT/', 'private address rejected'],
    ['https://169.254.169.254/latest/meta-data/', 'private address rejected'],
    ['http://127.0.0.1:PORT/', 'not an https address'],
    ['http://shop.example/', 'not an https address'],
    ['ftp://shop.example/', 'not an https address'],
    ['file:///etc/passwd', 'not an https address'],
    ['shop.example/hook', 'not a web address'],
    ['', 'not a web address'],
  ]
  for (const [url, reason] of rejected) {
    it(`does not connect to "${url}"`, async () => {
      const before = receiver.connections
      const there = url.replace('PORT', String(receiver.port))
      const failure = await deliveryFailureOf(post({ ...parcel, url: there, timeoutMs: 2000 }))
      assert.deepEqual(failure, { reason, final: true })
      assert.equal(receiver.connections, before)
    })
  }

  it('rejects a name with a private address, and connects only to checked addresses', async (t) => {
    const found = [
      { address: '8.8.8.8', family: 4 },
      { address: '2606:4700::1', family: 6 },
    ]
    const lookupCount = resolveWith(t, (_host, _options, done) => done(null, [...found]))
    const resolveHost = (all: boolean) =>
      new Promise((resolve) => {
        lookupPublic('two.example', { all }, (_error, addresses) => resolve(addresses))
      })
    assert.deepEqual([await resolveHost(true), await resolveHost(false)], [found, '8.8.8.8'])
    found.push({ address: '127.0.0.1', family: 4 })
    const [lookups, connections] = [lookupCount(), receiver.connections]
    const url = `https://two.example:${receiver.port}/`
    const failure = await deliveryFailureOf(post({ ...parcel, url, timeoutMs: 2000 }))
    assert.deepEqual(failure, { reason: 'private address rejected', final: true })
    assert.deepEqual([lookupCount() - lookups, receiver.connections - connections], [1, 0])
  })

  it('reports an unknown host name, and times out if the lookup does not end', async (t) => {
    resolveWith(t, (host, _options, done) => {
      const lookupError = Object.assign(new Error(host), { code: 'ENOTFOUND' })
      if (host !== 'slow.example') done(lookupError, [])
    })
    const nowhere = post({ ...parcel, url: 'https://nowhere.example/' })
    assert.deepEqual(await deliveryFailureOf(nowhere), { reason: 'host not found' })
    const slow = post({ ...parcel, url: 'https://slow.example/', timeoutMs: 100 })
    const awake = setTimeout(() => {}, 2000)
    assert.deepEqual(await deliveryFailureOf(slow), { reason: 'timed out' })
    clearTimeout(awake)
  })

  const cases: [Reaction, reason: string][] = [
    ['hang', 'timed out'],
    ['hang after headers', 'timed out'],
    ['malformed', 'invalid response'],
    ['drop', 'connection lost'],
  ]
  for (const [reaction, reason] of cases) {
    it(`reports "${reason}" for a receiver with this reaction: ${reaction} (timing)`, async () => {
      receiver.respondWith(reaction)
      const began = performance.now()
      const failure = await deliveryFailureOf(
        post({ ...localOptions, ...parcel, url: receiver.url }),
      )
      assert.deepEqual(failure, { reason })
      assertElapsed(began, { belowMs: 8_000 })
      await receiver.next()
    })
  }

  it('reports why the connection failed', async () => {
    const gone = await openReceiver()
    await gone.close()
    const sent = post({ ...localOptions, ...parcel, url: gone.url })
    assert.deepEqual(await deliveryFailureOf(sent), { reason: 'connection refused' })
    const plain = post({ ...localOptions, ...parcel, url: `https://127.0.0.1:${receiver.port}/` })
    assert.deepEqual(await deliveryFailureOf(plain), { reason: 'secure connection failed' })
  })
})

/** Replaces DNS lookups until the end of the test; returns their count. */
function resolveWith(t: TestContext, resolve: LookupFunction): () => number {
  const { mock } = t.mock.method(dns, 'lookup', resolve)
  syncBuiltinESMExports()
  t.after(() => {
    mock.restore()
    syncBuiltinESMExports()
  })
  return () => mock.callCount()
}
