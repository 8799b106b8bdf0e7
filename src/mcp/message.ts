/** Parses and writes JSON-RPC 2.0 messages. */
import { type BinaryString, toBinaryString } from './binary-string.ts'
import { type JsonObject, ProtocolError } from './definition.ts'

export type RpcId = string | number

/** A request has an id, a notification none. */
export type RpcMessage = { id: RpcId | undefined; method: string; params: JsonObject }

/** The response of a client to a request of the server. */
export type RpcResponse = { id: RpcId; result: JsonObject | undefined }

export function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** Throws if the value is not a request, a notification or a response. */
export function parseMessage(value: unknown): RpcMessage | RpcResponse {
  if (!isObject(value)) throw invalidRequest('a JSON-RPC message is an object')
  const { jsonrpc, id, method, params } = value
  if (jsonrpc !== '2.0') throw invalidRequest('jsonrpc must be "2.0"')
  if (id !== undefined && !isRpcId(id))
    throw invalidRequest('id must be a string or a whole number')
  if (method === undefined && id !== undefined && ('result' in value || 'error' in value)) {
    return { id, result: isObject(value.result) ? value.result : undefined }
  }
  if (typeof method !== 'string') throw invalidRequest('method must be a string')
  if (params !== undefined && !isObject(params)) throw invalidRequest('params must be an object')
  return { id, method, params: params ?? {} }
}

/** The id for the response, if the message has a valid one. */
export function requestIdOf(value: unknown): RpcId | undefined {
  return isObject(value) && isRpcId(value.id) ? value.id : undefined
}

function isRpcId(id: unknown): id is RpcId {
  return typeof id === 'string' || Number.isSafeInteger(id)
}

function invalidRequest(reason: string): ProtocolError {
  return new ProtocolError(-32600, `Invalid request: ${reason}`, { status: 400 })
}

/** `result` is already JSON. */
export function encodeResult(id: RpcId, result: BinaryString): BinaryString {
  const encodedId = typeof id === 'number' ? id : toBinaryString(JSON.stringify(id))
  return `{"jsonrpc":"2.0","id":${encodedId},"result":${result}}` as BinaryString
}

export function encodeError(
  id: RpcId | undefined,
  { code, message, data }: ProtocolError,
): BinaryString {
  return toBinaryString(JSON.stringify({ jsonrpc: '2.0', id, error: { code, message, data } }))
}
