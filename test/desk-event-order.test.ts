/** A reconnecting desk receives missed events before new ones, even if the database is slow. */
import assert from 'node:assert/strict'
import { it } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import type { DeskContext } from '../src/desk/context.ts'
import { createEventHub } from '../src/desk/event-hub.ts'
import { eventStreamReply } from '../src/desk/event-stream.ts'
import { enqueueEvent } from '../src/domain/outbox/events.ts'
import type { Request } from '../src/http/message.ts'
import type { Sql } from '../src/store/sql.ts'
import { newDatabase, openTestStore } from './support/database.ts'
import { monday } from './support/shop.ts'

it('a reconnecting desk receives events in their order', async () => {
  const store = await openTestStore(await newDatabase(), () => monday)
  const happen = (subject: `lead:${string}`) =>
    store.write((sql) => enqueueEvent(sql, monday, 'lead.requested', subject))
  await happen('lead:known')
  const known = await store.read.get<{ id: string }>('SELECT id FROM outbox')
  await happen('lead:missed')

  // The second read is for the missed events; its result is delayed.
  const { promise: late, resolve: arrive } = Promise.withResolvers<void>()
  let readCount = 0
  const slow: Sql = {
    ...store.read,
    async all(statement, ...values) {
      const readNumber = ++readCount
      const rows = await store.read.all<never>(statement, ...values)
      if (readNumber === 2) await late
      return rows
    },
  }
  const hub = createEventHub(slow, assert.ifError)
  const request = { headers: { 'last-event-id': known?.id }, query: '' } as unknown as Request
  const parts = { hub, store, now: () => monday } as unknown as DeskContext & { hub: typeof hub }
  const reply = eventStreamReply(parts, request, 'en', async () => true)

  let received = ''
  const leaving = new AbortController()
  const write = (text: string) => {
    received += text
  }
  const over = reply.stream?.({ write, closed: leaving.signal })
  while (readCount < 2) await pause(5)
  await happen('lead:meanwhile')
  // The hub has read the new event and notified its listeners.
  while (readCount < 4) await pause(5)
  arrive()
  const ids = () => [...received.matchAll(/^id: (\w+)$/gm)].map(([, id = '']) => id)
  while (ids().length < 2) await pause(5)
  assert.deepEqual(ids(), ids().toSorted())
  leaving.abort()
  await over
  hub.close()
  await store.close()
})
