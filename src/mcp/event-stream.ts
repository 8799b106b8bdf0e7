/** What is said while a call is under way: the first word turns the answer into a stream of events. */
import { randomUUID } from 'node:crypto'
import { type JsonObject, ProtocolError } from './definition.ts'
import type { Response } from './message.ts'

export type Voice = {
  say(message: JsonObject): void
  /** Settled with the first word. */
  begun: Promise<undefined>
  hasSpoken(): boolean
  /** Sends on what was said so far, and from now on at once, until the reader is gone. */
  openTo(write: (frame: string) => void, gone: AbortSignal): void
  /** Acts when nobody listens any more. */
  onceGone(act: () => void): void
}

export function createVoice(): Voice {
  const waiting: string[] = []
  const left = new Set<() => void>()
  let write: ((frame: string) => void) | undefined
  const { promise: begun, resolve: begin } = Promise.withResolvers<undefined>()
  return {
    begun,
    say(message) {
      const text = frame(JSON.stringify(message))
      if (write) write(text)
      else waiting.push(text)
      begin(undefined)
    },
    hasSpoken: () => waiting.length > 0,
    openTo(outlet, gone) {
      write = outlet
      gone.addEventListener('abort', () => {
        for (const act of left) act()
      })
      for (const text of waiting.splice(0)) outlet(text)
    },
    onceGone: (act) => left.add(act),
  }
}

/** Where several messages share one body nobody can be spoken to meanwhile. */
export const silent: Voice = {
  say() {},
  begun: new Promise(() => {}),
  hasSpoken: () => false,
  openTo() {},
  onceGone() {},
}

/** A message as a server-sent event. */
export function frame(text: string): string {
  return `event: message\ndata: ${text}\n\n`
}

export type Inquiries = {
  /** Asks a client of the 2025 versions on the open stream; its answer comes by a request of its own. */
  ask(voice: Voice, method: string, params: JsonObject): Promise<JsonObject>
  settle(response: Response): void
}

const patience = 60_000

export function createInquiries(): Inquiries {
  const open = new Map<string | number, (result: JsonObject | undefined) => void>()
  return {
    ask(voice, method, params) {
      const id = randomUUID()
      return new Promise((resolve, reject) => {
        const settle = (result: JsonObject | undefined) => {
          clearTimeout(deadline)
          open.delete(id)
          if (result) resolve(result)
          else reject(new ProtocolError(-32603, `The client did not answer ${method}`))
        }
        const deadline = setTimeout(() => settle(undefined), patience).unref()
        open.set(id, settle)
        voice.onceGone(() => settle(undefined))
        voice.say({ jsonrpc: '2.0', id, method, params })
      })
    },
    settle: ({ id, result }) => open.get(id)?.(result),
  }
}
