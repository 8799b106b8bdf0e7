/** POST /mcp: stateless Streamable HTTP endpoint. One JSON-RPC message in; JSON or an event stream out. */
import { parseJson } from '../http/json.ts'
import type { Headers, Reply, Request } from '../http/message.ts'
import { lenientRouteSuffix } from '../http/request-metrics.ts'
import { type BinaryString, fromBinaryString } from './binary-string.ts'
import { ProtocolError, type ServerDefinition } from './definition.ts'
import { createDispatch, type DispatchSettings } from './dispatch.ts'
import {
  createEventStream,
  createPendingClientRequests,
  noEventStream,
  sseFrame,
} from './event-stream.ts'
import { parameterHeaders } from './headers.ts'
import {
  encodeError,
  encodeResult,
  isObject,
  parseMessage,
  type RpcId,
  type RpcMessage,
  requestIdOf,
} from './message.ts'
import { corsHeaders, createOriginCheck, preflightHeaders } from './origin-check.ts'
import { batchVersion, isLegacy, metaKeys, modernVersion, versionHeader } from './versions.ts'

type EndpointSettings = DispatchSettings & {
  /** The site's own URL. */
  base: string
  /** Other origins whose pages may call. */
  origins: readonly string[]
}

export type Endpoint = { handle(request: Request): Reply | Promise<Reply> }

/** Deeper than any valid message. */
const maxJsonDepth = 32

const maxBatchMessages = 50

/** When the responses of a batch are this long, its remaining messages are rejected. */
const maxBatchResponseBytes = 256 * 1024

const commonHeaders: Headers = { 'Cache-Control': 'no-store', 'X-Content-Type-Options': 'nosniff' }

export function createEndpoint(definition: ServerDefinition, settings: EndpointSettings): Endpoint {
  const originCheck = createOriginCheck(settings.base, settings.origins)
  const clientRequests = createPendingClientRequests()
  const dispatch = createDispatch(definition, settings, clientRequests)
  const parameters = definition.tools.flatMap(({ described }) =>
    parameterHeaders(described.inputSchema).map(([, header]) => header),
  )
  const toolRoutes = new Map(
    definition.tools.map(({ described: { name } }) => [name, `/mcp tools/call ${name}`]),
  )
  const methodRoutes = new Map(loggedMethods.map((method) => [method, `/mcp ${method}`]))

  /** The route of a message in log and metrics: only known names, never text from the client. */
  const routeOf = ({ method, params }: RpcMessage): string => {
    const route =
      method === 'tools/call' ? toolRoutes.get(params.name as string) : methodRoutes.get(method)
    return route ?? '/mcp'
  }

  /** A 2026 message that is accepted with a 2025 version in its header; log and metrics show it. */
  const isLenient = ({ params }: RpcMessage, { headers }: Request): boolean =>
    settings.lenientVersions &&
    isObject(params._meta) &&
    params._meta[metaKeys.version] === modernVersion &&
    isLegacy(versionHeader(headers))

  const handleMessage = (value: unknown, request: Request): Reply | Promise<Reply> => {
    try {
      const message = parseMessage(value)
      if (!('method' in message)) {
        clientRequests.resolve(message)
        return acceptedReply(request)
      }
      const { id } = message
      if (id === undefined) return acceptedReply(request)
      return call(message, id, request)
    } catch (error) {
      return errorReply(request, error, requestIdOf(value))
    }
  }

  const call = (message: RpcMessage, id: RpcId, request: Request): Reply | Promise<Reply> => {
    const route = `${routeOf(message)}${isLenient(message, request) ? lenientRouteSuffix : ''}`
    const done = (result: BinaryString) => jsonReply(request, 200, encodeResult(id, result), route)
    const failed = (error: unknown) => errorReply(request, error, id, route)
    const eventStream = createEventStream()
    const streamReply = (result: BinaryString | Promise<BinaryString>): Reply => ({
      status: 200,
      headers: {
        'Content-Type': 'text/event-stream',
        'X-Accel-Buffering': 'no',
        ...commonHeaders,
        ...corsHeaders(request.headers),
      },
      body: '',
      route,
      async stream({ write, closed }) {
        eventStream.attach(write, closed)
        try {
          write(sseFrame(fromBinaryString(encodeResult(id, await result))))
        } catch (error) {
          write(sseFrame(fromBinaryString(encodeError(id, asProtocolError(error)))))
          if (!(error instanceof ProtocolError)) throw error
        }
      },
    })
    try {
      const result = dispatch(message, request, eventStream)
      if (!(result instanceof Promise))
        return eventStream.hasSent() ? streamReply(result) : done(result)
      // The first one decides: a message to the client makes the response a stream.
      return new Promise((resolve) => {
        eventStream.onFirstMessage(() => resolve(streamReply(result)))
        result.then(done, failed).then(resolve)
      })
    } catch (error) {
      return failed(error)
    }
  }

  /** Several messages in one body: only in the oldest version. */
  const handleBatch = async (values: readonly unknown[], request: Request): Promise<Reply> => {
    const version = versionHeader(request.headers)
    if (version !== undefined && version !== batchVersion)
      return errorReply(request, batchNotSupported)
    if (values.length === 0 || values.length > maxBatchMessages)
      return errorReply(request, invalidBatchSize)
    const responses: BinaryString[] = []
    let length = 0
    const add = (response: BinaryString) => {
      length += response.length
      responses.push(response)
    }
    let unexpectedError: unknown
    for (const value of values) {
      try {
        const message = parseMessage(value)
        if (!('method' in message)) clientRequests.resolve(message)
        else if (message.method === 'initialize') throw initializeInBatch
        else if (message.id !== undefined) {
          if (length > maxBatchResponseBytes) throw batchResponseTooLong
          add(encodeResult(message.id, await dispatch(message, request, noEventStream)))
        }
      } catch (error) {
        if (!(error instanceof ProtocolError)) unexpectedError = error
        add(encodeError(requestIdOf(value), asProtocolError(error)))
      }
    }
    if (responses.length === 0) return acceptedReply(request)
    return {
      ...jsonReply(request, 200, `[${responses.join(',')}]` as BinaryString, '/mcp batch'),
      error: unexpectedError,
    }
  }

  return {
    handle(request) {
      const { method, headers, body, isBodyTooLarge } = request
      const rejectionReason = originCheck.rejectionReason(headers)
      if (rejectionReason !== undefined) {
        const reply = errorReply(
          request,
          new ProtocolError(-32600, rejectionReason, { status: 403 }),
        )
        return { ...reply, headers: jsonHeaders }
      }
      if (method === 'OPTIONS') {
        return {
          status: 204,
          headers: preflightHeaders(headers, parameters),
          body: '',
          route: '/mcp',
        }
      }
      if (method !== 'POST') return postOnlyReply(request)
      if (!/^application\/json\s*(;|$)/i.test(headers['content-type'] ?? '')) {
        return errorReply(request, unsupportedMediaType)
      }
      if (isBodyTooLarge) return errorReply(request, bodyTooLarge)
      const parsed = parseJson(body, maxJsonDepth)
      if (!parsed) return errorReply(request, parseError)
      return Array.isArray(parsed.value)
        ? handleBatch(parsed.value, request)
        : handleMessage(parsed.value, request)
    },
  }
}

const loggedMethods = [
  'initialize',
  'ping',
  'server/discover',
  'tools/list',
  'resources/list',
  'resources/templates/list',
  'resources/read',
  'prompts/list',
  'prompts/get',
  'completion/complete',
]

const parseError = new ProtocolError(-32700, 'Parse error', { status: 400 })
const unsupportedMediaType = new ProtocolError(-32600, 'Send Content-Type: application/json', {
  status: 415,
})
const bodyTooLarge = new ProtocolError(-32600, 'The body is too large', { status: 413 })
const batchNotSupported = new ProtocolError(
  -32600,
  `Only version ${batchVersion} supports batches`,
  {
    status: 400,
  },
)
const invalidBatchSize = new ProtocolError(-32600, `Send 1 to ${maxBatchMessages} messages`, {
  status: 400,
})
const batchResponseTooLong = new ProtocolError(
  -32600,
  'The responses of this batch are too long: send this message in another batch',
)
const initializeInBatch = new ProtocolError(-32600, 'initialize must be sent alone')

const jsonHeaders: Headers = { 'Content-Type': 'application/json', ...commonHeaders }

function jsonReply({ headers }: Request, status: number, body: BinaryString, route: string): Reply {
  return {
    status,
    headers:
      headers.origin === undefined ? jsonHeaders : { ...jsonHeaders, ...corsHeaders(headers) },
    body,
    encoded: true,
    route,
  }
}

function acceptedReply({ headers }: Request): Reply {
  return {
    status: 202,
    headers: { ...commonHeaders, ...corsHeaders(headers) },
    body: '',
    route: '/mcp',
  }
}

function postOnlyReply(request: Request): Reply {
  const reply = jsonReply(request, 405, encodeError(undefined, postOnlyError), '/mcp')
  return { ...reply, headers: { ...reply.headers, Allow: 'POST, OPTIONS' } }
}

const postOnlyError = new ProtocolError(
  -32600,
  'This is an MCP server: POST JSON-RPC messages here',
)

function errorReply(request: Request, error: unknown, id?: RpcId, route = '/mcp'): Reply {
  const protocolError = asProtocolError(error)
  const { status } = protocolError
  const reply = jsonReply(request, status, encodeError(id, protocolError), route)
  return error === protocolError ? reply : { ...reply, error }
}

function asProtocolError(error: unknown): ProtocolError {
  return error instanceof ProtocolError ? error : new ProtocolError(-32603, 'Internal error')
}
