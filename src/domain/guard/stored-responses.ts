/** The responses of writes, stored under the key of the client, and for duplicates under a key of the fields. */
import { createHash } from 'node:crypto'
import { z } from 'zod'
import type { SharedNetwork, WriteLimit } from '../../kernel/operation.ts'
import { Problem } from '../../kernel/problem.ts'
import { type Clock, day, minute } from '../../kernel/time.ts'
import { insertRows } from '../../store/insert-rows.ts'
import type { Sql, Value } from '../../store/sql.ts'
import { valueList } from '../../store/value-list.ts'
import { type StoredResponse, type StoredResponseRow, toStoredResponse } from './rows.ts'

/** Finds the same request of the same client without a key of the client. */
type DuplicateCheck = {
  /** Of the client and the parsed fields. The response is stored under it, also if the client chose a key. */
  key: string
  /** False if the client chose a key, which says that an equal request is meant as a second one. */
  isSearched: boolean
  /** False if the first request no longer stands, so that the second one is a new request. */
  isStillOpen(sql: Sql, output: unknown): Promise<boolean>
}

export type Write = {
  /** Name of the operation; keys of different operations are independent. */
  scope: string
  key: string | undefined
  duplicate: DuplicateCheck | undefined
  /** The body as canonical JSON. */
  body: string
  client: string
  sharedAddress: SharedNetwork | undefined
  /** The limit that the write counts toward. */
  limit: WriteLimit | undefined
  /** True if the input contains a secret: wrong guesses are counted, and limited on their own. */
  hasSecret: boolean
  formToken: string | undefined
}

const replaceExpired = `ON CONFLICT (scope, key) DO UPDATE SET digest = excluded.digest,
  status = excluded.status, location = excluded.location, locale = excluded.locale,
  body = excluded.body, created_at = excluded.created_at`

type AnsweredWrite = { write: Write; response: StoredResponse<unknown> }

/** Member of the responses of operations that detect duplicates. */
export const alreadyRequestedField = z
  .literal(true)
  .optional()
  .describe('The same request was sent within the last half hour; this is its response.')

export const responseRetentionMs = day
const duplicateWindowMs = 30 * minute

export function createStoredResponses(now: Clock) {
  const findResponse = (sql: Sql, scope: string, key: string, maxAgeMs: number) =>
    sql.get<StoredResponseRow>(
      `SELECT digest, status, location, locale, body FROM answers
       WHERE scope = ? AND key = ? AND created_at > ?`,
      scope,
      key,
      now() - maxAgeMs,
    )

  const findByKey = async <Output>(
    sql: Sql,
    { scope, key, body }: Write,
  ): Promise<StoredResponse<Output> | undefined> => {
    if (key === undefined) return undefined
    const found = await findResponse(sql, scope, key, responseRetentionMs)
    if (!found) return undefined
    if (found.digest !== bodyDigest(body)) throw new Problem('idempotency-key-reused')
    return toStoredResponse(found)
  }

  const findDuplicate = async <Output>(
    sql: Sql,
    { scope, duplicate }: Write,
  ): Promise<StoredResponse<Output> | undefined> => {
    if (!duplicate?.isSearched) return undefined
    const found = await findResponse(sql, scope, duplicate.key, duplicateWindowMs)
    if (!found) return undefined
    const first = toStoredResponse<Output>(found)
    if (!(await duplicate.isStillOpen(sql, first.output))) return undefined
    return { ...first, output: { ...first.output, already_requested: true } }
  }

  /** Which of these writes of one operation have a stored response under their key, or as a duplicate. */
  const findAnswered = async (sql: Sql, writes: readonly Write[]) => {
    const keysOf = ({ key, duplicate }: Write) => [
      ...(key === undefined ? [] : [key]),
      ...(duplicate?.isSearched ? [duplicate.key] : []),
    ]
    const { marks, values } = valueList(new Set(writes.flatMap(keysOf)))
    // Their age is not a condition: PostgreSQL, with statistics of a smaller table, would read all rows of that age.
    const rows = await sql.all<{ key: string; created_at: number }>(
      `SELECT key, created_at FROM answers WHERE scope = ? AND key IN (${marks})`,
      writes[0]?.scope ?? '',
      ...values,
    )
    const expiredAtMs = now() - responseRetentionMs
    const valid = rows.filter((row) => row.created_at > expiredAtMs)
    const found = new Set(valid.map(({ key }) => key))
    return (write: Write) => keysOf(write).some((key) => found.has(key))
  }

  /** One row under the key of the client, and one under the key of the fields. */
  const rowsOf = ({ write, response }: AnsweredWrite): Value[][] => {
    const { status, location, locale, output, text } = response
    const body = text ?? JSON.stringify(output)
    const digest = bodyDigest(write.body)
    return [write.key, write.duplicate?.key].flatMap((key) =>
      key === undefined ? [] : [[write.scope, key, digest, status, location, locale, body, now()]],
    )
  }

  /** Replaces a response that has expired. */
  const storeResponses = async (sql: Sql, answered: readonly AnsweredWrite[]) => {
    await insertRows(
      sql,
      'answers (scope, key, digest, status, location, locale, body, created_at)',
      answered.flatMap(rowsOf),
      { suffix: replaceExpired },
    )
  }

  const storeResponse = (sql: Sql, write: Write, response: StoredResponse<unknown>) =>
    storeResponses(sql, [{ write, response }])

  return { findByKey, findDuplicate, findAnswered, storeResponse, storeResponses }
}

function bodyDigest(body: string): string {
  return createHash('sha256').update(body).digest('base64url')
}
