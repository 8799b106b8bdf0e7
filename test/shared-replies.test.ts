/** A response that many clients share belongs to one version of the content. */
import assert from 'node:assert/strict'
import { cpSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, it } from 'node:test'
import { makeScratch } from '../proof/support/scratch.ts'
import { sampleFolder } from '../src/content/sample.ts'
import type { Shop } from '../src/domain/trade/trade.ts'
import { findTrade } from '../src/variants/index.ts'
import { dayOf } from './support/booking.ts'
import { openBefore } from './support/lifetime.ts'
import { loadSampleShop, startShop } from './support/shop.ts'
import { observeReads } from './support/store-reads.ts'

const app = openBefore(() => startShop('restaurant'))

/** The sample shop, in which the last dinner begins earlier. */
function shopWithEarlyEvening(): Shop {
  const scratch = makeScratch()
  after(scratch.remove)
  const folder = join(scratch.folder, 'content')
  cpSync(sampleFolder('restaurant'), folder, { recursive: true })
  const path = join(folder, 'policy.yaml')
  const policy = readFileSync(path, 'utf8')
  assert.match(policy, /last: "22:00"/)
  writeFileSync(path, policy.replace('last: "22:00"', 'last: "19:00"'))
  return findTrade('restaurant').open(folder)
}

const lastStart = async (date: string) => {
  const { slots } = await dayOf(app, `date=${date}&party_size=2`)
  return slots.at(-1)?.time
}

it('is computed again after the content was reloaded', async () => {
  const date = '2026-11-20'
  const before = await lastStart(date)
  assert.equal(await lastStart(date), before)
  await app.appHost.replace(shopWithEarlyEvening())
  assert.equal(await lastStart(date), '19:00')
  await app.appHost.replace(loadSampleShop('restaurant'))
  assert.equal(await lastStart(date), before)
  assert.notEqual(before, '19:00')
})

it('is not passed on to the new content by a request that began before the reload', async () => {
  const date = '2026-11-21'
  const arrived = Promise.withResolvers<void>()
  const released = Promise.withResolvers<void>()
  const waitForRelease = (statement: string) => {
    if (!statement.includes('held_days')) return undefined
    arrived.resolve()
    return released.promise
  }
  const early = observeReads(app.store, waitForRelease, async () => {
    const response = lastStart(date)
    await arrived.promise
    await app.appHost.replace(shopWithEarlyEvening())
    released.resolve()
    return response
  })
  assert.notEqual(await early, '19:00', 'the request was served with the content of its time')
  assert.equal(await lastStart(date), '19:00')
})

it('is in the cache before the first request after new content', async () => {
  const warm = await startShop('restaurant', { warmsUp: true })
  const isCached = (target: string) => {
    const [path = '', query = ''] = target.split('?')
    const message = { id: '', method: 'GET', target, path, query, remoteAddress: '' }
    const body = { body: Buffer.alloc(0), isBodyTooLarge: false, receivedAtMs: 0 }
    const request = { ...message, ...body, headers: { 'accept-language': 'vi' } }
    return warm.appHost.site.responseCache.find(request) !== undefined
  }
  assert.equal(isCached('/'), false)
  await warm.appHost.replace(shopWithEarlyEvening())
  for (const path of ['/', '/api', '/api/offers?q=a', '/openapi.json', '/mcp/server-card']) {
    assert.ok(isCached(path), path)
  }
  assert.equal(isCached('/menu'), false)
})
