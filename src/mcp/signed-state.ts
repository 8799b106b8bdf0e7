/**
 * What we ask a client to bring back with its answers: signed, of one call only, for a short while.
 * Nothing is kept here; whoever must not act twice remembers the id.
 */
import { createHash, createHmac, randomUUID, timingSafeEqual } from 'node:crypto'
import { canonicalJson } from '../kernel/canonical-json.ts'
import { type Json, type JsonObject, ProtocolError } from './definition.ts'

const lifetimeMs = 10 * 60_000

type StatePayload = { id: string; lapses: number; call: string; remembered: Json }

export type SignedState = {
  sign(method: string, params: JsonObject, state: Json): string
  /** What was sealed; a refusal if it is not ours, too old, or of another call. */
  verify(requestState: Json, method: string, params: JsonObject): { id: string; state: Json }
}

export function createSignedState(secret: string, now: () => number): SignedState {
  const computeSignature = (text: string) =>
    createHmac('sha256', secret).update(`mcp state ${text}`).digest('base64url')

  return {
    sign(method, params, state) {
      const payload: StatePayload = {
        id: randomUUID(),
        lapses: now() + lifetimeMs,
        call: callDigest(method, params),
        remembered: state,
      }
      const text = Buffer.from(JSON.stringify(payload)).toString('base64url')
      return `${text}.${computeSignature(text)}`
    },
    verify(requestState, method, params) {
      const [text = '', signature = ''] =
        typeof requestState === 'string' ? requestState.split('.') : []
      if (!isEqual(signature, computeSignature(text)))
        throw invalidState('is not one that this server gave')
      const payload = JSON.parse(Buffer.from(text, 'base64url').toString()) as StatePayload
      if (payload.lapses < now()) throw invalidState('is too old; call again without it')
      if (payload.call !== callDigest(method, params)) throw invalidState('belongs to another call')
      return { id: payload.id, state: payload.remembered }
    },
  }
}

/** The same for the same call, whatever goes with it. */
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
