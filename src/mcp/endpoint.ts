/** POST /mcp: one message in, one JSON answer out. Nothing is kept between two requests. */
import { parseJson } from '../http/json.ts'
import type { Headers, Reply, Request } from '../http/message.ts'
import { type Bytes, toText } from './binary-string.ts'
import { type Definition, ProtocolError } from './definition.ts'
import { createDispatch, type DispatchSettings } from './dispatch.ts'
import { createInquiries, createVoice, frame, silent } from './event-stream.ts'
import { parameterHeaders } from './headers.ts'
import {
  errorBytes,
  type Id,
  idOf,
  isObject,
  type Message,
  readMessage,
  resultBytes,
} from './message.ts'
import { createCallers, openTo, preflight } from './origin-check.ts'
import { batchVersion, isLegacy, metaKeys, versionHeader } from './versions.ts'

export type EndpointSettings = DispatchSettings & {
  /** The site's own address. */
  base: string
  /** Other origins whose pages may call. */
  origins: readonly string[]
}

export type Endpoint = { answer(request: Request): Reply | Promise<Reply> }

/** Deeper than any message has brackets within brackets. */
const deepest = 32

const mostInBatch = 50

/** What is still to be answered when the answers are this long is left for another body. */
const longestBatch = 256 * 1024

const always: Headers = { 'Cache-Control': 'no-store', 'X-Content-Type-Options': 'nosniff' }

export function createEndpoint(definition: Definition, settings: EndpointSettings): Endpoint {
  const callers = createCallers(settings.base, settings.origins)
  const inquiries = createInquiries()
  const dispatch = createDispatch(definition, settings, inquiries)
  const parameters = definition.tools.flatMap(({ described }) =>
    parameterHeaders(described.inputSchema).map(([, header]) => header),
  )
  const toolRoutes = new Map(
    definition.tools.map(({ described: { name } }) => [name, `/mcp tools/call ${name}`]),
  )
  const methodRoutes = new Map(quietMethods.map((method) => [method, `/mcp ${method}`]))

  /** What the log calls a message: known words only, never what a caller wrote. */
  const routeOf = ({ method, params }: Message): string => {
    const route =
      method === 'tools/call' ? toolRoutes.get(params.name as string) : methodRoutes.get(method)
    return route ?? '/mcp'
  }

  /** A message of 2026 with a header of 2025 that is let through: worth a word in the log. */
  const isLenient = ({ params }: Message, { headers }: Request): boolean =>
    settings.lenientVersions &&
    isObject(params._meta) &&
    metaKeys.version in params._meta &&
    isLegacy(versionHeader(headers))

  const answerOne = (value: unknown, request: Request): Reply | Promise<Reply> => {
    try {
      const message = readMessage(value)
      if (!('method' in message)) {
        inquiries.settle(message)
        return accepted(request)
      }
      const { id } = message
      if (id === undefined) return accepted(request)
      return call(message, id, request)
    } catch (error) {
      return refused(request, error, idOf(value))
    }
  }

  const call = (message: Message, id: Id, request: Request): Reply | Promise<Reply> => {
    const route = `${routeOf(message)}${isLenient(message, request) ? ' (lenient)' : ''}`
    const done = (result: Bytes) => json(request, 200, resultBytes(id, result), route)
    const failed = (error: unknown) => refused(request, error, id, route)
    const voice = createVoice()
    const streamed = (result: Bytes | Promise<Bytes>): Reply => ({
      status: 200,
      headers: {
        'Content-Type': 'text/event-stream',
        'X-Accel-Buffering': 'no',
        ...always,
        ...openTo(request.headers),
      },
      body: '',
      route,
      async stream({ write, gone }) {
        voice.openTo(write, gone)
        try {
          write(frame(toText(resultBytes(id, await result))))
        } catch (error) {
          write(frame(toText(errorBytes(id, asProtocolError(error)))))
          if (!(error instanceof ProtocolError)) throw error
        }
      },
    })
    try {
      const result = dispatch(message, request, voice)
      if (!(result instanceof Promise)) return voice.hasSpoken() ? streamed(result) : done(result)
      return Promise.race([result.then(done, failed), voice.begun.then(() => streamed(result))])
    } catch (error) {
      return failed(error)
    }
  }

  /** Several messages in one body, as the oldest version allows. */
  const answerMany = async (values: readonly unknown[], request: Request): Promise<Reply> => {
    const version = versionHeader(request.headers)
    if (version !== undefined && version !== batchVersion) return refused(request, noBatches)
    if (values.length === 0 || values.length > mostInBatch) return refused(request, wrongBatch)
    const answers: Bytes[] = []
    let length = 0
    const add = (answer: Bytes) => {
      length += answer.length
      answers.push(answer)
    }
    let fault: unknown
    for (const value of values) {
      try {
        const message = readMessage(value)
        if (!('method' in message)) inquiries.settle(message)
        else if (message.method === 'initialize') throw alone
        else if (message.id !== undefined) {
          if (length > longestBatch) throw tooLong
          add(resultBytes(message.id, await dispatch(message, request, silent)))
        }
      } catch (error) {
        if (!(error instanceof ProtocolError)) fault = error
        add(errorBytes(idOf(value), asProtocolError(error)))
      }
    }
    if (answers.length === 0) return accepted(request)
    return { ...json(request, 200, `[${answers.join(',')}]` as Bytes, '/mcp batch'), fault }
  }

  return {
    answer(request) {
      const { method, headers, body, tooLarge } = request
      const refusal = callers.refusal(headers)
      if (refusal !== undefined) {
        const reply = refused(request, new ProtocolError(-32600, refusal, { status: 403 }))
        return { ...reply, headers: plain }
      }
      if (method === 'OPTIONS') {
        return { status: 204, headers: preflight(headers, parameters), body: '', route: '/mcp' }
      }
      if (method !== 'POST') return wrongMethod(request)
      if (!/^application\/json\s*(;|$)/i.test(headers['content-type'] ?? '')) {
        return refused(request, wrongType)
      }
      if (tooLarge) return refused(request, tooBig)
      const parsed = parseJson(body, deepest)
      if (!parsed) return refused(request, unreadable)
      return Array.isArray(parsed.value)
        ? answerMany(parsed.value, request)
        : answerOne(parsed.value, request)
    },
  }
}

const quietMethods = [
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

const unreadable = new ProtocolError(-32700, 'Parse error', { status: 400 })
const wrongType = new ProtocolError(-32600, 'Send Content-Type: application/json', { status: 415 })
const tooBig = new ProtocolError(-32600, 'The body is too large', { status: 413 })
const noBatches = new ProtocolError(-32600, `Only ${batchVersion} takes several messages at once`, {
  status: 400,
})
const wrongBatch = new ProtocolError(-32600, `Send 1 to ${mostInBatch} messages`, { status: 400 })
const tooLong = new ProtocolError(-32600, 'The answers grow too long: send this in another body')
const alone = new ProtocolError(-32600, 'initialize must be sent alone')

const plain: Headers = { 'Content-Type': 'application/json', ...always }

function json({ headers }: Request, status: number, body: Bytes, route: string): Reply {
  return {
    status,
    headers: headers.origin === undefined ? plain : { ...plain, ...openTo(headers) },
    body,
    encoded: true,
    route,
  }
}

/** Taken, and there is nothing to say. */
function accepted({ headers }: Request): Reply {
  return { status: 202, headers: { ...always, ...openTo(headers) }, body: '', route: '/mcp' }
}

function wrongMethod(request: Request): Reply {
  const reply = json(request, 405, errorBytes(undefined, postOnly), '/mcp')
  return { ...reply, headers: { ...reply.headers, Allow: 'POST, OPTIONS' } }
}

const postOnly = new ProtocolError(-32600, 'This is an MCP server: POST JSON-RPC messages here')

function refused(request: Request, error: unknown, id?: Id, route = '/mcp'): Reply {
  const problem = asProtocolError(error)
  const reply = json(request, problem.status, errorBytes(id, problem), route)
  return error === problem ? reply : { ...reply, fault: error }
}

function asProtocolError(error: unknown): ProtocolError {
  return error instanceof ProtocolError ? error : new ProtocolError(-32603, 'Internal error')
}
