/** The responses of writes, stored under the key of the client, and for duplicates under a key of the fields. */
import { createHash } from 'node:crypto'
import { z } from 'zod'
import type { SharedNetwork, WriteLimit } from '../../kernel/operation.ts'
import { Problem } from '../../kernel/problem.ts'
import { type Clock, day, minute } from '../../kernel/time.ts'
import type { Sql } from '../../store/sql.ts'
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

  const storeUnder = async (
    sql: Sql,
    { scope, body }: Write,
    key: string | undefined,
    response: StoredResponse<unknown>,
  ) => {
    if (key === undefined) return
    const deleted = sql.run('DELETE FROM answers WHERE scope = ? AND key = ?', scope, key)
    const inserted = sql.run(
      `INSERT INTO answers (scope, key, digest, status, location, locale, body, created_at)
       VALUES (?, ?, ?, ?, ?, ?, ?, ?)`,
      scope,
      key,
      bodyDigest(body),
      response.status,
      response.location,
      response.locale,
      JSON.stringify(response.output),
      now(),
    )
    await Promise.all([deleted, inserted])
  }

  const storeResponse = async (sql: Sql, write: Write, response: StoredResponse<unknown>) => {
    await Promise.all([
      storeUnder(sql, write, write.key, response),
      storeUnder(sql, write, write.duplicate?.key, response),
    ])
  }

  return { findByKey, findDuplicate, storeResponse }
}

function bodyDigest(body: string): string {
  return createHash('sha256').update(body).digest('base64url')
}
