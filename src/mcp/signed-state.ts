/**
 * What we ask a client to bring back with its answers: signed, of one call only, for a short while.
 * Nothing is kept here; whoever must not act twice remembers the id.
 */
import { createHash, createHmac, randomUUID, timingSafeEqual } from 'node:crypto'
import { canonical } from '../kernel/canonical-json.ts'
import { type Json, type JsonObject, ProtocolError } from './definition.ts'

const lifetime = 10 * 60_000

type Sealed = { id: string; lapses: number; call: string; remembered: Json }

export type Seal = {
  close(method: string, params: JsonObject, remembered: Json): string
  /** What was sealed; a refusal if it is not ours, too old, or of another call. */
  open(state: Json, method: string, params: JsonObject): { id: string; remembered: Json }
}

export function createSeal(secret: string, now: () => number): Seal {
  const sign = (text: string) =>
    createHmac('sha256', secret).update(`mcp state ${text}`).digest('base64url')

  return {
    close(method, params, remembered) {
      const sealed: Sealed = {
        id: randomUUID(),
        lapses: now() + lifetime,
        call: digest(method, params),
        remembered,
      }
      const text = Buffer.from(JSON.stringify(sealed)).toString('base64url')
      return `${text}.${sign(text)}`
    },
    open(state, method, params) {
      const [text = '', signature = ''] = typeof state === 'string' ? state.split('.') : []
      if (!equal(signature, sign(text))) throw refused('is not one that this server gave')
      const sealed = JSON.parse(Buffer.from(text, 'base64url').toString()) as Sealed
      if (sealed.lapses < now()) throw refused('is too old; call again without it')
      if (sealed.call !== digest(method, params)) throw refused('belongs to another call')
      return { id: sealed.id, remembered: sealed.remembered }
    },
  }
}

/** The same for the same call, whatever goes with it. */
function digest(method: string, params: JsonObject): string {
  const { _meta, inputResponses, requestState, ...call } = params
  return createHash('sha256')
    .update(`${method} ${canonical(call)}`)
    .digest('base64url')
}

function equal(one: string, other: string): boolean {
  const [a, b] = [Buffer.from(one), Buffer.from(other)]
  return a.length === b.length && timingSafeEqual(a, b)
}

function refused(why: string): ProtocolError {
  return new ProtocolError(-32602, `Invalid params: requestState ${why}`)
}
