/** One input: its bytes, its listener, and what the checks need to know about it. */
import type { Random } from '../support/random.ts'
import { encodeRequest, type RequestParts } from './request.ts'

export type FuzzListener = 'site' | 'desk'

export type FuzzInput = {
  listener: FuzzListener
  /** The tested route, to count the covered routes. */
  route: string
  method: string
  /** The request target with the query. */
  target: string
  body: Buffer
  bytes: Buffer
  /** A malformed request, which the server may reject before reading it. */
  broken: boolean
  /** Pieces for a separate connection, if the input is not an HTTP request. */
  pieces?: readonly Buffer[]
  /** The client disconnects before the response. */
  disconnectsEarly?: boolean
  /** Sent with the session cookie of the owner. */
  signedIn?: boolean
}

const methods = ['GET', 'HEAD', 'OPTIONS', 'POST', 'PUT', 'PATCH', 'DELETE', 'TRACE', 'QUERY']

/** Sometimes with a different method. */
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

/** Replaces characters that would end the request line. */
function inFirstLine(target: string): string {
  return target.replace(/[^\x21-\x7e\x80-\xff]/g, '+').slice(0, 15_000)
}
