/** A restaurant without a private room: no text mentions one, and everything else works as usual. */
import assert from 'node:assert/strict'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { it } from 'node:test'
import { findTrade } from '../src/variants/index.ts'
import { listTools } from './support/assistant.ts'
import { book, dayOf, table } from './support/booking.ts'
import { copyOf } from './support/content-errors.ts'
import { openBefore } from './support/lifetime.ts'
import { callTool } from './support/mcp.ts'
import { startShop } from './support/shop.ts'

const folder = copyOf('restaurant')
const file = join(folder, 'policy.yaml')
const policy = readFileSync(file, 'utf8')
writeFileSync(file, policy.replace(/^private_room:\n( .*\n)+/m, ''))
const app = openBefore(() =>
  startShop('restaurant', { shop: findTrade('restaurant').open(folder) }),
)

it('the content is accepted without a private room', () => {
  assert.match(policy, /^private_room:/m)
  assert.doesNotMatch(readFileSync(file, 'utf8'), /^private_room:/m)
})

it('a party of ten gets a usual table, with its deposit', async () => {
  const response = await book(app, { ...table, party_size: 10 })
  assert.equal(response.status, 202)
  const { slots } = await dayOf(app, `date=${table.date}&party_size=10`)
  assert.ok(slots.length > 0)
})

it('the tools do not mention a private room', async () => {
  const tools = await listTools(app)
  const descriptions = tools.map(
    ({ description, inputSchema }) => description + JSON.stringify(inputSchema),
  )
  assert.doesNotMatch(descriptions.join('\n'), /private room/)
  const rules = await callTool(app, 'get_reservation_policy', { party_size: 10 })
  assert.doesNotMatch(JSON.stringify(rules), /private_room|phòng riêng/i)
})
