/** Messages to the client during a call: the first one turns the response into an event stream. */
import { randomUUID } from 'node:crypto'
import { type JsonObject, ProtocolError } from './definition.ts'
import type { RpcResponse } from './message.ts'

export type EventStream = {
  send(message: JsonObject): void
  /** Calls back when the first message is sent, or now if one was sent before. */
  onFirstMessage(callback: () => void): void
  hasSent(): boolean
  /** Writes the messages so far, and from now on each one immediately, until the client disconnects. */
  attach(write: (frame: string) => void, closed: AbortSignal): void
  /** Calls back when the client disconnects. */
  onClose(callback: () => void): void
}

export function createEventStream(): EventStream {
  const buffer: string[] = []
  const closeCallbacks = new Set<() => void>()
  let write: ((frame: string) => void) | undefined
  let startCallback: (() => void) | undefined
  return {
    onFirstMessage(callback) {
      if (buffer.length > 0) callback()
      else startCallback = callback
    },
    send(message) {
      const text = sseFrame(JSON.stringify(message))
      if (write) write(text)
      else buffer.push(text)
      startCallback?.()
      startCallback = undefined
    },
    hasSent: () => buffer.length > 0,
    attach(output, closed) {
      write = output
      closed.addEventListener('abort', () => {
        for (const callback of closeCallbacks) callback()
      })
      for (const text of buffer.splice(0)) output(text)
    },
    onClose: (callback) => closeCallbacks.add(callback),
  }
}

/** For batches: no messages are sent during a call. */
export const noEventStream: EventStream = {
  send() {},
  onFirstMessage() {},
  hasSent: () => false,
  attach() {},
  onClose() {},
}

/** A message as a server-sent event. */
export function sseFrame(text: string): string {
  return `event: message\ndata: ${text}\n\n`
}

export type PendingClientRequests = {
  /** Sends a request on the open stream (2025 versions); the client responds with a POST of its own. */
  send(eventStream: EventStream, method: string, params: JsonObject): Promise<JsonObject>
  resolve(response: RpcResponse): void
}

const responseTimeoutMs = 60_000

export function createPendingClientRequests(): PendingClientRequests {
  const pending = new Map<string | number, (result: JsonObject | undefined) => void>()
  return {
    send(eventStream, method, params) {
      const id = randomUUID()
      return new Promise((resolve, reject) => {
        const settle = (result: JsonObject | undefined) => {
          clearTimeout(deadline)
          pending.delete(id)
          if (result) resolve(result)
          else reject(new ProtocolError(-32603, `The client did not respond to ${method}`))
        }
        const deadline = setTimeout(() => settle(undefined), responseTimeoutMs).unref()
        pending.set(id, settle)
        eventStream.onClose(() => settle(undefined))
        eventStream.send({ jsonrpc: '2.0', id, method, params })
      })
    },
    resolve: ({ id, result }) => pending.get(id)?.(result),
  }
}
