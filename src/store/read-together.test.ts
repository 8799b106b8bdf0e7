import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { readTogether } from './read-together.ts'
import type { Sql } from './sql.ts'

const sql = {} as Sql

function createReader() {
  const loads: (readonly string[])[] = []
  const read = readTogether(async (_sql: Sql, items: readonly string[]) => {
    loads.push(items)
    if (items.includes('bad')) throw new Error('bad')
    return (item) => item.toUpperCase()
  })
  return { loads, read }
}

describe('reads of one turn of the event loop', () => {
  it('are one load, of which each caller gets its part', async () => {
    const { loads, read } = createReader()
    const parts = await Promise.all(['a', 'b', 'a'].map((item) => read(sql, item)))
    assert.deepEqual(parts, ['A', 'B', 'A'])
    assert.deepEqual(loads, [['a', 'b', 'a']])
  })

  it('do not share a load that has begun', async () => {
    const { loads, read } = createReader()
    const first = read(sql, 'a')
    await new Promise(setImmediate)
    assert.deepEqual(loads, [['a']])
    assert.equal(await read(sql, 'b'), 'B')
    assert.equal(await first, 'A')
    assert.deepEqual(loads, [['a'], ['b']])
  })

  it('all fail with their load, and later ones do not', async () => {
    const { read } = createReader()
    const results = await Promise.allSettled([read(sql, 'a'), read(sql, 'bad')])
    assert.deepEqual(
      results.map(({ status }) => status),
      ['rejected', 'rejected'],
    )
    assert.equal(await read(sql, 'a'), 'A')
  })
})
