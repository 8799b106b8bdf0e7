/**
 * Guard of all writes, on every face: idempotency keys and a write limit per client. Its state is in the
 * database, so that it survives restarts and applies to all processes.
 */
import { newId } from '../../kernel/id.ts'
import type { LocalizedText } from '../../kernel/locale.ts'
import { changesPerWrite, type SharedNetwork, type WriteLimit } from '../../kernel/operation.ts'
import { plural } from '../../kernel/plural.ts'
import { Problem } from '../../kernel/problem.ts'
import type { Quota } from '../../kernel/quota.ts'
import { type Clock, day, hour, maxClockSkewMs } from '../../kernel/time.ts'
import { insertRows } from '../../store/insert-rows.ts'
import { readTogether } from '../../store/read-together.ts'
import type { PreparedWrite, Sql, Store } from '../../store/sql.ts'
import { valueList } from '../../store/value-list.ts'
import { consumeFormToken } from './form-token.ts'
import {
  createPreparedWrites,
  type EarlyDecisions,
  type GuardedResult,
  type Prepared,
} from './prepared-writes.ts'
import type { StoredResponse } from './rows.ts'
import { createStoredResponses, responseRetentionMs, type Write } from './stored-responses.ts'

export type Guard = {
  /**
   * The stored response of the same request: with the same key, or a duplicate. Throws a Problem if the key was used
   * with another body.
   */
  findReplay<Output>(write: Write): Promise<StoredResponse<Output> | undefined>
  /**
   * For a write that was rejected: the stored response of the same request if there is one, and else the quota if it
   * would have counted as a write. Throws a Problem if the limit is reached.
   */
  checkRejected<Output>(
    write: Write,
  ): Promise<{ replay?: StoredResponse<Output> | undefined; quota?: Quota | undefined }>
  quota(client: string): Promise<Quota>
  /** Throws a Problem if the limit is reached. */
  checkQuota(client: string): Promise<Quota>
  /**
   * Counts a guess at a secret before it is checked, so that guesses at the same time are counted too. Throws a Problem
   * if the limit of guesses is reached. The returned function takes it back, for a guess that was right or none at all.
   */
  countGuess(sender: Sender): Promise<() => Promise<void>>
  /** Returns false if the token was used before. */
  consumeToken(tokenId: string): Promise<boolean>
  /** Checks, runs the work, counts and stores the response in one transaction. */
  execute<Output>(
    write: Write,
    work: (sql: Sql) => Promise<StoredResponse<Output>>,
    prepared?: PreparedWrite<GuardedResult<Output>>,
  ): Promise<GuardedResult<Output>>
  /** For an operation that decides early: what `execute` gets as `prepared`. */
  prepareWith<Decision, Output>(
    decisions: EarlyDecisions<Decision>,
  ): (prepared: Prepared<Decision, Output>) => PreparedWrite<GuardedResult<Output>>
  /** Deletes expired responses, counters and tokens. */
  purgeExpired(): Promise<void>
}

const windowMs = hour

/** What is counted for a client. Each has its own limit. */
type Counter = WriteLimit | 'guesses'

type Sender = { client: string; sharedAddress: SharedNetwork | undefined }

/** The identity of a client contains no space. */
function counterKey(counter: Counter, client: string): string {
  return counter === 'writes' ? client : `${counter} ${client}`
}

export function createGuard(store: Store, writeLimit: number, now: Clock): Guard {
  const { findByKey, findDuplicate, findAnswered, storeResponse, storeResponses } =
    createStoredResponses(now)

  const findReplayIn = async <Output>(sql: Sql, write: Write) => {
    const [byKey, duplicate] = await Promise.all([
      findByKey<Output>(sql, write),
      findDuplicate<Output>(sql, write),
    ])
    return byKey ?? duplicate
  }

  const consumeWriteToken = async (sql: Sql, { formToken }: Write) => {
    if (formToken === undefined || (await consumeFormToken(sql, formToken, now()))) return
    throw new Problem('form-check-failed')
  }

  const quotaFrom = async (sql: Sql, client: string, limit = writeLimit): Promise<Quota> => {
    const quotaOf = await loadQuotas(sql, new Set([client]))
    return quotaOf(client, limit)
  }

  /** The quotas of these clients, read together. */
  const loadQuotas = async (sql: Sql, clients: ReadonlySet<string>) => {
    const nowMs = now()
    const { marks, values } = valueList(clients)
    const rows = await sql.all<{ client: string; used: number; oldest: number }>(
      `SELECT client, COUNT(*) AS used, MIN(at) AS oldest FROM writes
       WHERE client IN (${marks}) AND at > ? AND at <= ? GROUP BY client`,
      ...values,
      nowMs - windowMs,
      nowMs + maxClockSkewMs,
    )
    const rowOf = new Map(rows.map((row) => [row.client, row]))
    return (client: string, limit = writeLimit): Quota => {
      const { used, oldest } = rowOf.get(client) ?? { used: 0, oldest: nowMs }
      const reset = oldest + windowMs - nowMs
      const resetSeconds = Math.ceil(Math.min(reset, windowMs) / 1000)
      return { remaining: Math.max(0, limit - used), resetSeconds }
    }
  }

  const readRejected = readTogether(async (sql, writes: readonly Write[]) => {
    const [quotaOf, ...answered] = await Promise.all([
      loadQuotas(sql, new Set(writes.map(({ client }) => client))),
      ...[...Map.groupBy(writes, ({ scope }) => scope)].map(
        async ([scope, some]) => [scope, await findAnswered(sql, some)] as const,
      ),
    ])
    const hasResponseIn = new Map(answered)
    return (write) => ({
      quota: quotaOf(write.client),
      hasResponse: hasResponseIn.get(write.scope)?.(write) ?? false,
    })
  })

  const assertQuotaLeft = (quota: Quota, counter: Counter = 'writes', limit = writeLimit) => {
    if (quota.remaining === 0) throw rateLimitedProblem(counter, limit, quota)
    return quota
  }

  /** The users behind one address also have a common limit, because a client can invent users. */
  const assertLeft = async (sql: Sql, counter: Counter, { client, sharedAddress }: Sender) => {
    const ownLimit = writeLimit * (counter === 'changes' ? changesPerWrite : 1)
    const limits = [{ id: client, factor: 1 }, ...(sharedAddress ? [sharedAddress] : [])]
    for (const { id, factor } of limits) {
      const limit = ownLimit * factor
      assertQuotaLeft(await quotaFrom(sql, counterKey(counter, id), limit), counter, limit)
    }
  }

  /** Returns the ids of the rows. */
  const countIn = async (sql: Sql, counter: Counter, sender: Sender) => {
    const rows = countRows(counter, sender)
    await insertCounts(sql, rows)
    return rows.map(([id]) => id)
  }

  const countRows = (counter: Counter, { client, sharedAddress }: Sender) => {
    const keys = [client, ...(sharedAddress ? [sharedAddress.id] : [])]
    return keys.map((key) => [newId(now()), counterKey(counter, key), now()] as const)
  }

  const insertCounts = (sql: Sql, rows: readonly (readonly [string, string, number])[]) =>
    insertRows(sql, 'writes (id, client, at)', rows)

  /** What `execute` checks. Whether a stored response is that of the same request, `execute` finds out. */
  const verifyAll = async (sql: Sql, writes: readonly Write[]) => {
    const senders = writes.flatMap(({ client, sharedAddress }) =>
      sharedAddress ? [client, sharedAddress.id] : [client],
    )
    const [quotaOf, hasResponse] = await Promise.all([
      loadQuotas(sql, new Set(senders)),
      findAnswered(sql, writes),
    ])
    return writes.map((write): Quota | undefined => {
      const { client, sharedAddress } = write
      const isOver =
        sharedAddress &&
        quotaOf(sharedAddress.id, writeLimit * sharedAddress.factor).remaining === 0
      const quota = quotaOf(client)
      return hasResponse(write) || isOver || quota.remaining === 0
        ? undefined
        : decrementQuota(quota)
    })
  }

  return {
    findReplay: (write) => findReplayIn(store.read, write),
    async checkRejected<Output>(write: Write) {
      const { quota, hasResponse } = await readRejected(store.read, write)
      const replay = hasResponse ? await findReplayIn<Output>(store.read, write) : undefined
      if (replay || write.limit !== 'writes') return { replay }
      return { quota: assertQuotaLeft(quota) }
    },
    quota: (client) => quotaFrom(store.read, client),
    checkQuota: async (client) => assertQuotaLeft(await quotaFrom(store.read, client)),
    async countGuess(sender) {
      const ids = await store.write(async (sql) => {
        await assertLeft(sql, 'guesses', sender)
        return countIn(sql, 'guesses', sender)
      })
      return async () => {
        await store.write(async (sql) => {
          for (const id of ids) await sql.run('DELETE FROM writes WHERE id = ?', id)
        })
      }
    },
    consumeToken: (tokenId) => store.write((sql) => consumeFormToken(sql, tokenId, now())),
    prepareWith: (decisions) =>
      createPreparedWrites(
        {
          verifyAll,
          async insertAll(sql, stored) {
            const counts = stored.flatMap(({ write }) => countRows('writes', write))
            await Promise.all([insertCounts(sql, counts), storeResponses(sql, stored)])
          },
          now,
        },
        decisions,
      ),
    async execute<Output>(
      write: Write,
      work: (sql: Sql) => Promise<StoredResponse<Output>>,
      prepared?: PreparedWrite<GuardedResult<Output>>,
    ) {
      const outcome = await store.write<GuardedResult<Output> | Problem>(async (sql) => {
        const [before, duplicate, quota] = await Promise.all([
          findByKey<Output>(sql, write),
          findDuplicate<Output>(sql, write),
          write.limit === 'writes' ? quotaFrom(sql, write.client) : undefined,
        ])
        if (before) return { response: before, replayed: true, quota }
        if (duplicate) {
          await consumeWriteToken(sql, write)
          return { response: duplicate, replayed: true, quota }
        }
        const remainingQuota = quota && decrementQuota(assertQuotaLeft(quota))
        // The quota of a client alone was read above.
        if (write.limit && (write.limit === 'changes' || write.sharedAddress))
          await assertLeft(sql, write.limit, write)
        if (write.hasSecret) await assertLeft(sql, 'guesses', write)
        try {
          const response = await work(sql)
          await consumeWriteToken(sql, write)
          await Promise.all([
            write.limit && countIn(sql, write.limit, write),
            storeResponse(sql, write, response),
          ])
          return { response, replayed: false, quota: remainingQuota }
        } catch (error) {
          if (!(error instanceof Problem) || !error.details.isCounted) throw error
          await countIn(sql, 'guesses', write)
          return error
        }
      }, prepared)
      if (outcome instanceof Problem) throw outcome
      return outcome
    },
    async purgeExpired() {
      await store.write(async (sql) => {
        await sql.run('DELETE FROM writes WHERE at <= ?', now() - windowMs)
        await sql.run('DELETE FROM answers WHERE created_at <= ?', now() - responseRetentionMs)
        await sql.run(
          `DELETE FROM request_counts WHERE at <= ? AND NOT EXISTS (
            SELECT 1 FROM bookings WHERE bookings.id = booking_id AND status = 'pending')`,
          now() - day,
        )
        await sql.run(
          `DELETE FROM waitlist_counts WHERE at <= ? AND NOT EXISTS (
            SELECT 1 FROM waitlist WHERE waitlist.id = entry_id AND status IN ('waiting', 'offered'))`,
          now() - day,
        )
        await sql.run('DELETE FROM form_tokens WHERE lapses_at <= ?', now())
        await sql.run('DELETE FROM mails WHERE at <= ?', now() - day)
      })
    },
  }
}

function decrementQuota({ remaining, resetSeconds }: Quota): Quota {
  return { remaining: remaining - 1, resetSeconds }
}

function rateLimitedProblem(counter: Counter, limit: number, quota: Quota): Problem {
  const seconds = quota.resetSeconds
  const secondNoun = plural(seconds, { one: 'second', other: 'seconds' })
  const { vi, en } = limitTexts[counter](limit)
  return new Problem('rate-limited', {
    retryAfter: seconds,
    // The response names what is left of the writes.
    ...(counter === 'writes' && { quota }),
    detail: {
      vi: `${vi} Thử lại sau ${seconds} giây.`,
      en: `${en} Try again in ${seconds} ${secondNoun}.`,
    },
  })
}

const limitTexts: Record<Counter, (limit: number) => LocalizedText> = {
  writes: (limit) => ({
    vi: `Mỗi địa chỉ được gửi ${limit} lần một giờ.`,
    en: `Each address can send ${limit} requests per hour.`,
  }),
  changes: (limit) => ({
    vi: `Mỗi địa chỉ được xin đổi hoặc huỷ ${limit} lần một giờ.`,
    en: `Each address can request ${limit} changes per hour.`,
  }),
  guesses: (limit) => ({
    vi: `Mã, số thẻ hoặc số điện thoại đã sai ${limit} lần trong một giờ.`,
    en: `The code, the card number or the phone number was wrong ${limit} times within an hour.`,
  }),
}
