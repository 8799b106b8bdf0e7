/** JSON-RPC 2.0: what came in, and the texts that go out. */
import { type Bytes, toBytes } from './binary-string.ts'
import { type JsonObject, ProtocolError } from './definition.ts'

export type Id = string | number

/** A request has an id, a notification none. */
export type Message = { id: Id | undefined; method: string; params: JsonObject }

/** What a client answers to something it was asked. */
export type Response = { id: Id; result: JsonObject | undefined }

export function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** Throws for whatever is neither a request, a notification nor a response. */
export function readMessage(value: unknown): Message | Response {
  if (!isObject(value)) throw invalid('a JSON-RPC message is an object')
  const { jsonrpc, id, method, params } = value
  if (jsonrpc !== '2.0') throw invalid('jsonrpc must be "2.0"')
  if (id !== undefined && !isId(id)) throw invalid('id must be a string or a whole number')
  if (method === undefined && id !== undefined && ('result' in value || 'error' in value)) {
    return { id, result: isObject(value.result) ? value.result : undefined }
  }
  if (typeof method !== 'string') throw invalid('method must be a string')
  if (params !== undefined && !isObject(params)) throw invalid('params must be an object')
  return { id, method, params: params ?? {} }
}

/** The id to answer to, where something with a usable one came in. */
export function idOf(value: unknown): Id | undefined {
  return isObject(value) && isId(value.id) ? value.id : undefined
}

function isId(id: unknown): id is Id {
  return typeof id === 'string' || Number.isSafeInteger(id)
}

function invalid(why: string): ProtocolError {
  return new ProtocolError(-32600, `Invalid request: ${why}`, { status: 400 })
}

/** `result` is JSON already. */
export function resultBytes(id: Id, result: Bytes): Bytes {
  const named = typeof id === 'number' ? id : toBytes(JSON.stringify(id))
  return `{"jsonrpc":"2.0","id":${named},"result":${result}}` as Bytes
}

export function errorBytes(id: Id | undefined, { code, message, data }: ProtocolError): Bytes {
  return toBytes(JSON.stringify({ jsonrpc: '2.0', id, error: { code, message, data } }))
}
