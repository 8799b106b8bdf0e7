/** Creates the context of one call: what its handler knows of the client, and how it sends messages meanwhile. */
import type { Request } from '../http/message.ts'
import {
  type CallContext,
  type Json,
  type JsonObject,
  type McpLogLevel,
  mcpLogLevels,
  ProtocolError,
} from './definition.ts'
import type { EventStream, PendingClientRequests } from './event-stream.ts'
import { isObject, type RpcMessage } from './message.ts'
import type { SignedState } from './signed-state.ts'
import { metaKeys } from './versions.ts'

type CallServices = {
  eventStream: EventStream
  clientRequests: PendingClientRequests
  signedState: SignedState
}

export function createCallContext(
  era: CallContext['era'],
  { method, params }: RpcMessage,
  request: Request,
  { eventStream, clientRequests, signedState }: CallServices,
): CallContext {
  const meta = isObject(params._meta) ? params._meta : {}
  const capabilities = meta[metaKeys.capabilities]
  const client = meta[metaKeys.client]
  return {
    era,
    request,
    meta,
    client: {
      name: isObject(client) && typeof client.name === 'string' ? client.name : undefined,
      capabilities: era === 'modern' && isObject(capabilities) ? capabilities : {},
    },
    inputRound: era === 'modern' ? readInputRound(method, params, signedState) : undefined,
    progress(progress, total, message) {
      const { progressToken } = meta
      if (progressToken === undefined) return
      eventStream.send(notification('progress', { progressToken, progress, total, message }))
    },
    log(level, data, logger) {
      if (era === 'modern' && !isLevelEnabled(level, meta[metaKeys.logLevel])) return
      eventStream.send(notification('message', { level, logger, data }))
    },
    requestFromClient(requestMethod, requestParams) {
      if (era === 'legacy') return clientRequests.send(eventStream, requestMethod, requestParams)
      throw new ProtocolError(
        -32603,
        `${requestMethod} must be returned as an input request in this version`,
      )
    },
  }
}

/** The client's answers are valid only with the state that was sent with the input request. */
function readInputRound(
  method: string,
  params: JsonObject,
  signedState: SignedState,
): CallContext['inputRound'] {
  if (params.requestState === undefined) return undefined
  const verified = signedState.verify(params.requestState, method, params)
  return { ...verified, answers: isObject(params.inputResponses) ? params.inputResponses : {} }
}

/** From the level that the client set; nothing if it set none. */
function isLevelEnabled(level: McpLogLevel, minLevel: Json | undefined): boolean {
  return (
    minLevel !== undefined &&
    mcpLogLevels.indexOf(level) >= mcpLogLevels.indexOf(minLevel as McpLogLevel)
  )
}

function notification(kind: string, params: JsonObject): JsonObject {
  return { jsonrpc: '2.0', method: `notifications/${kind}`, params }
}
