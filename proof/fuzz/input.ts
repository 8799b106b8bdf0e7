/** One input: the bytes, where they go, and what is known of them when they are answered. */
import type { Random } from '../support/random.ts'
import { encodeRequest, type RequestParts } from './request.ts'

export type FuzzListener = 'site' | 'desk'

export type FuzzInput = {
  listener: FuzzListener
  /** What it is meant for, to count that nothing was left out. */
  route: string
  method: string
  /** As it was sent, with the query. */
  target: string
  body: Buffer
  bytes: Buffer
  /** No request that anybody must understand. */
  broken: boolean
  /** Sent in these pieces on a connection of its own, where it is no request at all. */
  pieces?: readonly Buffer[]
  /** Whoever sent it is gone before he can be answered. */
  disconnectsEarly?: boolean
  /** With the cookie of somebody who is signed in. */
  signedIn?: boolean
}

const methods = ['GET', 'HEAD', 'OPTIONS', 'POST', 'PUT', 'PATCH', 'DELETE', 'TRACE', 'QUERY']

/** Now and then with another method. */
export function createInput(
  listener: FuzzListener,
  route: string,
  request: RequestParts,
  host: string,
  random: Random,
): FuzzInput {
  const method = random.below(15) === 0 ? random.pick(methods) : request.method
  const own = { ...request, method, target: inFirstLine(request.target) }
  const { bytes, broken } = encodeRequest(own, host, random)
  const isInvalidTarget = /[^\x21-\x7e]/.test(own.target)
  return {
    listener,
    route,
    method,
    target: own.target,
    body: own.body,
    bytes,
    broken: broken || isInvalidTarget,
  }
}

/** What the first line can carry without being cut. */
function inFirstLine(target: string): string {
  return target.replace(/[^\x21-\x7e\x80-\xff]/g, '+').slice(0, 15_000)
}
