/**
 * A form that a desk sends again because it got no response. Its key tells whether the action was done before; the
 * version of the booking in the form prevents that it is done twice.
 */
import { createStoredResponses } from '../domain/guard/stored-responses.ts'
import { Problem } from '../kernel/problem.ts'
import type { DeskContext } from './context.ts'
import type { ScreenRequest, ScreenResult } from './screen.ts'

/** Chosen by the script of the desk for every tap. */
const keyPattern = /^[0-9a-f]{32}$/

type RunForm = () => Promise<ScreenResult>

/** Runs a form, or returns where it led to the first time. */
export function createFormRunner({ store, now }: DeskContext) {
  const { findByKey, storeResponse } = createStoredResponses(now)
  return async (screenRequest: ScreenRequest, run: RunForm): Promise<ScreenResult> => {
    const write = toWrite(screenRequest)
    if (write.key === undefined) return run()
    const before = await findByKey<object>(store.read, write).catch(ignoreOtherForm)
    if (before) return { seeOther: before.location ?? '/' }
    const result = await run()
    if ('seeOther' in result) {
      const response = { status: 303, location: result.seeOther, locale: screenRequest.locale }
      await store.write((sql) => storeResponse(sql, write, { ...response, output: {} }))
    }
    return result
  }
}

/** A key that was used with another form says nothing about this one. */
function ignoreOtherForm(error: unknown): undefined {
  if (error instanceof Problem && error.code === 'idempotency-key-reused') return undefined
  throw error
}

function toWrite({ request, member }: ScreenRequest) {
  const key = request.headers['idempotency-key']?.toString()
  return {
    // Keys of different members are independent.
    scope: `desk ${member.id}`,
    key: key !== undefined && keyPattern.test(key) ? key : undefined,
    body: `${request.path} ${request.body}`,
    duplicate: undefined,
    client: '',
    sharedAddress: undefined,
    limit: undefined,
    hasSecret: false,
    formToken: undefined,
  }
}
