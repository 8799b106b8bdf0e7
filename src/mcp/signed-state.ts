/**
 * Signed request state: the client sends it back with its answers to an input request. It is valid for one call and for
 * a short time. Nothing is stored here; a caller that must not act twice stores the id.
 */
import { createHash, createHmac, randomUUID, timingSafeEqual } from 'node:crypto'
import { canonicalJson } from '../kernel/canonical-json.ts'
import { type Json, type JsonObject, ProtocolError } from './definition.ts'

const lifetimeMs = 10 * 60_000

type StatePayload = { id: string; expiresAtMs: number; call: string; state: Json }

export type SignedState = {
  sign(method: string, params: JsonObject, state: Json): string
  /** Throws if the state was not signed by this server, has expired, or belongs to another call. */
  verify(requestState: Json, method: string, params: JsonObject): { id: string; state: Json }
}

export function createSignedState(secret: string, now: () => number): SignedState {
  // 2 is the version of the payload.
  const computeSignature = (text: string) =>
    createHmac('sha256', secret).update(`mcp state 2 ${text}`).digest('base64url')

  return {
    sign(method, params, state) {
      const payload: StatePayload = {
        id: randomUUID(),
        expiresAtMs: now() + lifetimeMs,
        call: callDigest(method, params),
        state,
      }
      const text = Buffer.from(JSON.stringify(payload)).toString('base64url')
      return `${text}.${computeSignature(text)}`
    },
    verify(requestState, method, params) {
      const [text = '', signature = ''] =
        typeof requestState === 'string' ? requestState.split('.') : []
      if (!isEqual(signature, computeSignature(text)))
        throw invalidState('was not issued by this server')
      const payload = JSON.parse(Buffer.from(text, 'base64url').toString()) as StatePayload
      if (payload.expiresAtMs < now()) throw invalidState('has expired; call again without it')
      if (payload.call !== callDigest(method, params)) throw invalidState('belongs to another call')
      return { id: payload.id, state: payload.state }
    },
  }
}

/** Of the method and its arguments, without what differs between the rounds of a call. */
function callDigest(method: string, params: JsonObject): string {
  const { _meta, inputResponses, requestState, ...call } = params
  return createHash('sha256')
    .update(`${method} ${canonicalJson(call)}`)
    .digest('base64url')
}

function isEqual(one: string, other: string): boolean {
  const [a, b] = [Buffer.from(one), Buffer.from(other)]
  return a.length === b.length && timingSafeEqual(a, b)
}

function invalidState(reason: string): ProtocolError {
  return new ProtocolError(-32602, `Invalid params: requestState ${reason}`)
}
