/** Checks a message as its protocol version requires, and calls its method. */
import type { Request } from '../http/message.ts'
import { type BinaryString, toBinaryString } from './binary-string.ts'
import { createCallContext } from './call-context.ts'
import {
  type CallContext,
  type InputRequired,
  type Json,
  type JsonObject,
  ProtocolError,
  type ServerDefinition,
} from './definition.ts'
import type { EventStream, PendingClientRequests } from './event-stream.ts'
import {
  checkMethodHeader,
  checkNameHeader,
  checkParameterHeaders,
  checkVersions,
  parameterHeaders,
} from './headers.ts'
import { isObject, type RpcMessage } from './message.ts'
import { createMethods, type MethodHandler, type MethodResult } from './methods.ts'
import { createSignedState } from './signed-state.ts'
import { eraOf, isLegacy, metaKeys, versionHeader } from './versions.ts'

export type DispatchSettings = {
  secret: string
  now(): number
  /** Accepts a 2025 version in the header of a 2026 message, which some clients send. */
  lenientVersions: boolean
}

/** Returns the result as JSON, or throws a ProtocolError. */
type Dispatch = (
  message: RpcMessage,
  request: Request,
  eventStream: EventStream,
) => BinaryString | Promise<BinaryString>

export function createDispatch(
  definition: ServerDefinition,
  { secret, now, lenientVersions }: DispatchSettings,
  clientRequests: PendingClientRequests,
): Dispatch {
  const methods = createMethods(definition)
  const { name, websiteUrl = '' } = definition.info
  const signedState = createSignedState(`${secret} ${name} ${websiteUrl}`, now)
  const headersByTool = new Map(
    definition.tools.map(({ described }) => [
      described.name,
      parameterHeaders(described.inputSchema),
    ]),
  )

  const modernMethod = (message: RpcMessage, { headers }: Request, version: string | undefined) => {
    checkVersions(message, version, lenientVersions)
    const isMixed = lenientVersions && isLegacy(version)
    checkMethodHeader(message, headers, isMixed)
    const handler = methods.modern.get(message.method)
    if (!handler) throw new ProtocolError(-32601, 'Method not found', { status: 404 })
    checkNameHeader(message, headers, isMixed)
    const { name, arguments: args } = message.params
    const expected = message.method === 'tools/call' ? headersByTool.get(name as string) : undefined
    if (expected) checkParameterHeaders(expected, isObject(args) ? args : {}, headers)
    return handler
  }

  const legacyMethod = ({ method }: RpcMessage): MethodHandler => {
    const handler = methods.legacy.get(method)
    if (!handler) throw new ProtocolError(-32601, 'Method not found')
    return handler
  }

  return (message, request, eventStream) => {
    const version = versionHeader(request.headers)
    const era = eraOf(message, version)
    const method =
      era === 'modern' ? modernMethod(message, request, version) : legacyMethod(message)
    const context = createCallContext(era, message, request, {
      eventStream,
      clientRequests,
      signedState,
    })
    const finish = (result: MethodResult): BinaryString => {
      if (typeof result === 'string') return result
      checkCapabilities(result, context)
      const { method: name, params } = message
      return toBinaryString(
        JSON.stringify({
          resultType: 'input_required',
          inputRequests: result.inputRequests,
          requestState: signedState.sign(name, params, result.state ?? null),
          _meta: { [metaKeys.server]: definition.info },
        }),
      )
    }
    const result = method(message.params, context)
    return result instanceof Promise ? result.then(finish) : finish(result)
  }
}

/** The capability that a client must declare for a request. */
const capabilityFor: Readonly<Record<string, string>> = {
  'elicitation/create': 'elicitation',
  'sampling/createMessage': 'sampling',
  'roots/list': 'roots',
}

function checkCapabilities({ inputRequests }: InputRequired, { era, client }: CallContext): void {
  if (era === 'legacy') throw new ProtocolError(-32603, 'This version has no input requests')
  const missing = Object.values(inputRequests).flatMap(({ method, params }) => {
    const capability = capabilityFor[method] ?? method
    return isCapabilityDeclared(client.capabilities[capability], params) ? [] : [capability]
  })
  if (missing.length === 0) return
  const requiredCapabilities: JsonObject = Object.fromEntries(missing.map((name) => [name, {}]))
  throw new ProtocolError(-32021, `Missing client capability: ${missing.join(', ')}`, {
    status: 400,
    data: { requiredCapabilities },
  })
}

function isCapabilityDeclared(declared: Json | undefined, { mode }: JsonObject): boolean {
  return mode === 'form' ? canShowForms(declared) : declared !== undefined
}

/** A client supports forms if it declares them, or declares elicitation without any mode. */
export function canShowForms(elicitation: Json | undefined): boolean {
  if (!isObject(elicitation)) return false
  return elicitation.form !== undefined || Object.keys(elicitation).length === 0
}
