/** A large catalogue costs little more than its data: at the start, in memory, and for a search. */
import assert from 'node:assert/strict'
import { after, it } from 'node:test'
import { restaurantWithDishes } from '../../bench/growth-shops.ts'
import { megabytesOf } from '../../proof/support/memory.ts'
import { cpuMillisecondsOf } from '../../proof/support/processor.ts'
import { makeScratch } from '../../proof/support/scratch.ts'
import { startServer } from '../../proof/support/server.ts'

const searches = 30

/** CPU time is not affected by other processes as much as elapsed time. */
async function measureShop(offers: number) {
  const scratch = makeScratch()
  after(scratch.remove)
  const server = await startServer({
    DATABASE_URL: scratch.database,
    CONTENT_DIR: restaurantWithDishes(scratch, offers),
  })
  const { pid = 0 } = server.process
  const startMs = cpuMillisecondsOf([pid])
  const search = async (words: string) => {
    const { status } = await server.send('GET', `/api/offers?limit=20&q=${words}`)
    assert.equal(status, 200)
  }
  // The first search builds the index.
  await search('ca')
  assert.equal((await server.send('GET', '/menu.md')).status, 200)
  const before = cpuMillisecondsOf([pid])
  for (let turn = 0; turn < searches; turn++) await search(`ca+${turn}`)
  const searchMs = (cpuMillisecondsOf([pid]) - before) / searches
  // It lists all pages, and so does the warm-up after a change of the content.
  const beforeCard = cpuMillisecondsOf([pid])
  assert.equal((await server.send('GET', '/mcp/server-card')).status, 200)
  const cardMs = cpuMillisecondsOf([pid]) - beforeCard
  const megabytes = megabytesOf(pid)
  await server.kill('SIGTERM')
  return { startMs, searchMs, cardMs, megabytes }
}

it('5,000 offers need little more time and memory than 100', async (test) => {
  const few = await measureShop(100)
  const many = await measureShop(5_000)
  test.diagnostic(`100 offers: ${JSON.stringify(few)}`)
  test.diagnostic(`5,000 offers: ${JSON.stringify(many)}`)
  assert.ok(many.startMs < 2.5 * few.startMs, 'CPU time until the first response')
  assert.ok(many.megabytes < few.megabytes + 120, 'memory after searches')
  assert.ok(many.searchMs < few.searchMs + 12, 'CPU time of a search')
  assert.ok(many.cardMs < 2_500, 'CPU time to list all pages, which grows with the offers')
})
