/** Desks receive events in the order of the database, even if clocks differ or the database is slow. */
import assert from 'node:assert/strict'
import { it } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import type { DeskContext } from '../src/desk/context.ts'
import { createEventHub } from '../src/desk/event-hub.ts'
import { eventStreamReply } from '../src/desk/event-stream.ts'
import { enqueueEvent } from '../src/domain/outbox/events.ts'
import { fanOut } from '../src/domain/outbox/fan-out.ts'
import { purgeEvents } from '../src/domain/outbox/purge.ts'
import type { Request } from '../src/http/message.ts'
import { newId } from '../src/kernel/id.ts'
import { day } from '../src/kernel/time.ts'
import type { Sql, Store } from '../src/store/sql.ts'
import { newDatabase, openTestStore } from './support/database.ts'
import { monday } from './support/shop.ts'

it('events of processes with different clocks are published once, in the order of their commits', async () => {
  const file = await newDatabase()
  const offsets = [0, 20_000, -20_000, 3_600_000]
  const stores: Store[] = []
  for (const _ of offsets) stores.push(await openTestStore(file, () => monday))
  const [first] = stores
  assert.ok(first)
  const hub = createEventHub(first.read, assert.ifError)
  const received: string[] = []
  const stop = await hub.listen(({ subject }) => received.push(subject))
  const before = await hub.lastEventId()
  const expected: string[] = []
  for (let index = 0; index < 40; index++) {
    const one = index % stores.length
    const subject = `lead:${index}` as const
    expected.push(subject)
    const at = monday + (offsets[one] ?? 0)
    await stores[one]?.write((sql) => enqueueEvent(sql, at, 'lead.requested', subject))
    if (index % 10 === 0) await pause(250)
  }
  while (received.length < expected.length) await pause(5)
  await pause(250)
  assert.deepEqual(received, expected)
  const missed = await hub.since(before)
  assert.deepEqual(
    missed?.map(({ subject }) => subject),
    expected,
  )
  stop()
  hub.close()
  for (const store of stores) await store.close()
})

it('an event without a position, of the previous version, is published after the dispatcher has seen it', async () => {
  const store = await openTestStore(await newDatabase(), () => monday)
  const hub = createEventHub(store.read, assert.ifError)
  const received: string[] = []
  const stop = await hub.listen(({ subject }) => received.push(subject))
  const rowId = newId(monday)
  await store.write((sql) =>
    sql.run(
      "INSERT INTO outbox (id, kind, subject, facts, created_at) VALUES (?, 'test', 'book', '{}', ?)",
      rowId,
      monday,
    ),
  )
  assert.equal(await hub.since(rowId), undefined)
  await fanOut(
    store,
    () => [],
    () => monday,
  )
  while (received.length < 1) await pause(5)
  assert.deepEqual(received, ['book'])
  // A page of the previous version names the row.
  assert.deepEqual(await hub.since(rowId), [])
  stop()
  hub.close()
  await store.close()
})

it('the newest event is not deleted, so that no position is used twice', async () => {
  const store = await openTestStore(await newDatabase(), () => monday)
  const happen = () => store.write((sql) => enqueueEvent(sql, monday, 'lead.requested', 'lead:old'))
  await happen()
  await happen()
  await fanOut(
    store,
    () => [],
    () => monday,
  )
  await store.write((sql) => purgeEvents(sql, monday + 100 * day))
  await happen()
  const positions = await store.read.all('SELECT position FROM outbox ORDER BY position')
  assert.deepEqual(
    positions.map(({ position }) => position),
    [2, 3],
  )
  await store.close()
})

it('a reconnecting desk receives events in their order', async () => {
  const store = await openTestStore(await newDatabase(), () => monday)
  const happen = (subject: `lead:${string}`) =>
    store.write((sql) => enqueueEvent(sql, monday, 'lead.requested', subject))
  await happen('lead:known')
  const known = await createEventHub(store.read, assert.ifError).lastEventId()
  await happen('lead:missed')

  // The first read is for the missed events; its result is delayed.
  const { promise: late, resolve: arrive } = Promise.withResolvers<void>()
  let readCount = 0
  const slow: Sql = {
    ...store.read,
    async all(statement, ...values) {
      const readNumber = ++readCount
      const rows = await store.read.all<never>(statement, ...values)
      if (readNumber === 1) await late
      return rows
    },
  }
  const hub = createEventHub(slow, assert.ifError)
  const request = { headers: { 'last-event-id': known }, query: '' } as unknown as Request
  const parts = { hub, store, now: () => monday } as unknown as DeskContext & { hub: typeof hub }
  const reply = eventStreamReply(parts, request, 'en', async () => true)

  let received = ''
  const leaving = new AbortController()
  const write = (text: string) => {
    received += text
  }
  const over = reply.stream?.({ write, closed: leaving.signal })
  while (readCount < 1) await pause(5)
  await happen('lead:meanwhile')
  // The hub has read the new event and notified its listeners.
  while (readCount < 3) await pause(5)
  arrive()
  const ids = () => [...received.matchAll(/^id: (\w+)$/gm)].map(([, id = '']) => id)
  while (ids().length < 2) await pause(5)
  assert.deepEqual(ids(), ids().toSorted())
  leaving.abort()
  await over
  hub.close()
  await store.close()
})
