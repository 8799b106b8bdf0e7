import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { Reply, Request } from './message.ts'
import { createResponseCache } from './response-cache.ts'

function get(target: string): Request {
  const [path = '', query = ''] = target.split('?')
  return { method: 'GET', target, path, query, headers: {} } as Request
}

const replyOf = (body: string, cacheable: NonNullable<Reply['cacheable']>): Reply => ({
  status: 200,
  headers: {},
  body,
  cacheable,
})

function createCache() {
  const clock = { nowMs: 1_000 }
  const cache = createResponseCache(
    ({ path, target }) => (path === '/private' ? undefined : { address: target, variant: 'vi' }),
    () => clock.nowMs,
  )
  const read = (target: string) =>
    cache.find(get(target))?.encode('identity').body.toString('latin1')
  return { clock, cache, read }
}

describe('response cache', () => {
  it('returns what was stored under the same key, and nothing without a key', () => {
    const { cache, read } = createCache()
    for (const target of ['/menu', '/api/offers?q=a', '/private']) {
      assert.equal(read(target), undefined)
      cache.store(get(target), replyOf(target, true))
    }
    assert.equal(read('/menu'), '/menu')
    assert.equal(read('/api/offers?q=a'), '/api/offers?q=a')
    assert.equal(read('/api/offers?q=b'), undefined)
    assert.equal(read('/private'), undefined)
  })

  it('keeps the variants of an address apart', () => {
    const cache = createResponseCache(
      ({ target, headers }) => ({ address: target, variant: String(headers['accept-language']) }),
      () => 1_000,
    )
    const inLanguage = (target: string, language: string): Request => ({
      ...get(target),
      headers: { 'accept-language': language },
    })
    for (const target of ['/menu', '/menu?diet=vegan']) {
      for (const language of ['vi', 'en'])
        cache.store(inLanguage(target, language), replyOf(`${target} ${language}`, true))
      for (const language of ['vi', 'en']) {
        const found = cache.find(inLanguage(target, language))
        assert.equal(found?.encode('identity').body.toString(), `${target} ${language}`)
      }
      assert.equal(cache.find(inLanguage(target, 'fr')), undefined)
    }
  })

  it('returns a reply with an expiry only until then', () => {
    const { cache, clock, read } = createCache()
    for (const target of ['/', '/?party=2']) {
      clock.nowMs = 1_000
      cache.store(get(target), replyOf('open', { untilMs: 60_000 }))
      clock.nowMs = 59_999
      assert.equal(read(target), 'open')
      clock.nowMs = 60_000
      assert.equal(read(target), undefined)
      cache.store(get(target), replyOf('closed', { untilMs: 120_000 }))
      assert.equal(read(target), 'closed')
      // The clock was set back: the reply is about a later time.
      clock.nowMs = 59_000
      assert.equal(read(target), undefined)
    }
  })

  it('keeps all plain paths, and of the queries those that were used last', () => {
    const { cache, read } = createCache()
    const body = 'x'.repeat(100_000)
    const store = (target: string) => cache.store(get(target), replyOf(body, true))
    for (let index = 0; index < 100; index++) {
      store(`/page-${index}`)
      store(`/search?q=${index}`)
      store(`/%61-${index}`)
      assert.ok(read('/search?q=0') !== undefined)
    }
    assert.ok(read('/page-1') !== undefined)
    assert.equal(read('/search?q=1'), undefined)
    assert.equal(read('/%61-1'), undefined)
    assert.ok(read('/search?q=99') !== undefined)
  })

  it('creates a shared reply once for each key', () => {
    const { cache } = createCache()
    let created = 0
    const share = (cacheKey: string) =>
      cache.share({ cacheKey, create: () => replyOf(`${cacheKey} ${++created}`, false) })
    const bodyOf = (key: string) => share(key).encode('identity').body.toString('latin1')
    assert.equal(bodyOf('not found en'), 'not found en 1')
    assert.equal(bodyOf('not found en'), 'not found en 1')
    assert.equal(bodyOf('not found vi'), 'not found vi 2')
  })
})
