/** What the body of a write must be, before its fields are checked. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { gzipSync } from 'node:zlib'
import { table } from './support/booking.ts'
import { openBefore } from './support/lifetime.ts'
import { startShop } from './support/shop.ts'

const app = openBefore(() => startShop('restaurant', { writeLimit: 100_000 }))

describe('request body', () => {
  const send = (body: string | Buffer, type = 'application/json') =>
    app.get('/api/booking', { method: 'POST', body, headers: { 'content-type': type } })

  it('must be a JSON object or a form', async () => {
    for (const [body, type] of [
      ['{', 'application/json'],
      ['[]', 'application/json'],
      ['null', 'application/json'],
      ['"x"', 'application/json'],
      ['', 'application/json'],
      ['{}', 'text/plain'],
      ['{}', ''],
      [Buffer.from([0x7b, 0xff, 0x7d]), 'application/json'],
    ] as const) {
      const response = await send(body, type)
      assert.equal(response.status, 400, `${body} ${type}`)
      assert.match(((await response.json()) as { type: string }).type, /malformed-body$/)
    }
  })

  it('must not have a name twice in one object', async () => {
    for (const [body, name] of [
      ['{"party_size":2,"party_size":20}', 'party_size'],
      ['{"note":"a","no\\u0074e":"b"}', 'note'],
      ['{"note":"\\"","x":[{"y":{"z":1,"z" : 2}}]}', 'z'],
    ] as const) {
      const response = await send(body)
      assert.equal(response.status, 400, body)
      const { type, detail } = (await response.json()) as { type: string; detail: string }
      assert.match(type, /malformed-body$/)
      assert.ok(detail.includes(`"${name}"`), detail)
    }
    for (const body of [
      '{"a":"b","c":"b","d":["a","a"]}',
      '{"a":{"x":1},"b":{"x":1},"c":[{"x":1},{"x":1}]}',
      '{"a":"\\",\\"a\\":1"}',
    ]) {
      assert.equal((await send(body)).status, 422, body)
    }
  })

  it('must not be compressed', async () => {
    const plain = JSON.stringify({ ...table, date: '2026-12-20' })
    const post = (encoding: string, body: string | Buffer) =>
      app.get('/api/booking', {
        method: 'POST',
        body,
        headers: { 'content-type': 'application/json', 'content-encoding': encoding },
      })
    const bodies = [
      ['gzip', gzipSync(plain)],
      ['gzip', plain],
      ['x', plain],
    ] as const
    for (const [encoding, body] of bodies) {
      const response = await post(encoding, body)
      assert.equal(response.status, 400)
      const { type, detail } = (await response.json()) as { type: string; detail: string }
      assert.match(type, /malformed-body$/)
      assert.match(detail, /Content-Encoding/)
    }
    assert.equal((await post('identity', plain)).status, 202)
  })

  it('has a limited depth', async () => {
    for (const body of [
      `{"note":${'['.repeat(5000)}${']'.repeat(5000)}}`,
      `${'{"a":'.repeat(2700)}1${'}'.repeat(2700)}`,
    ]) {
      assert.equal((await send(body)).status, 400)
    }
    assert.equal((await send(JSON.stringify({ note: '[[[[[[[[[[[[[[[[[[' }))).status, 422)
  })

  it('must not contain prototype keys', async () => {
    for (const key of ['__proto__', 'constructor', 'prototype']) {
      const response = await send(`{"${key}":{"admin":true}}`)
      assert.equal(response.status, 422)
      const { fields } = (await response.json()) as { fields: { name: string; code: string }[] }
      assert.ok(
        fields.some((field) => field.name === key && field.code === 'unknown'),
        key,
      )
    }
    assert.equal(({} as { admin?: boolean }).admin, undefined)
  })
})
