/** From a request to the result of its method: checked as its version demands. */
import type { Request } from '../http/message.ts'
import { type Bytes, toBytes } from './binary-string.ts'
import { createExchange } from './call-context.ts'
import {
  type Definition,
  type Exchange,
  type Json,
  type JsonObject,
  ProtocolError,
  type Question,
} from './definition.ts'
import type { Inquiries, Voice } from './event-stream.ts'
import {
  checkMethodHeader,
  checkNameHeader,
  checkParameterHeaders,
  checkVersions,
  parameterHeaders,
} from './headers.ts'
import { isObject, type Message } from './message.ts'
import { createMethods, type Handling, type Outcome } from './methods.ts'
import { createSeal } from './signed-state.ts'
import { eraOf, metaKeys, versionHeader } from './versions.ts'

export type DispatchSettings = {
  secret: string
  now(): number
  /** Lets the known clients through that name a 2025 version in the header of a 2026 message. */
  lenientVersions: boolean
}

/** The result as JSON; what is refused is thrown as a ProtocolError. */
export type Dispatch = (message: Message, request: Request, voice: Voice) => Bytes | Promise<Bytes>

export function createDispatch(
  definition: Definition,
  { secret, now, lenientVersions }: DispatchSettings,
  inquiries: Inquiries,
): Dispatch {
  const methods = createMethods(definition)
  const { name, websiteUrl = '' } = definition.info
  const seal = createSeal(`${secret} ${name} ${websiteUrl}`, now)
  const headersByTool = new Map(
    definition.tools.map(({ described }) => [
      described.name,
      parameterHeaders(described.inputSchema),
    ]),
  )

  const modernMethod = (message: Message, { headers }: Request, version: string | undefined) => {
    checkVersions(message, version, lenientVersions)
    checkMethodHeader(message, headers)
    const found = methods.modern.get(message.method)
    if (!found) throw new ProtocolError(-32601, 'Method not found', { status: 404 })
    checkNameHeader(message, headers)
    const { name, arguments: given } = message.params
    const wanted = message.method === 'tools/call' ? headersByTool.get(name as string) : undefined
    if (wanted) checkParameterHeaders(wanted, isObject(given) ? given : {}, headers)
    return found
  }

  const legacyMethod = ({ method }: Message): Handling => {
    const found = methods.legacy.get(method)
    if (!found) throw new ProtocolError(-32601, 'Method not found')
    return found
  }

  return (message, request, voice) => {
    const version = versionHeader(request.headers)
    const era = eraOf(message, version)
    const method =
      era === 'modern' ? modernMethod(message, request, version) : legacyMethod(message)
    const exchange = createExchange(era, message, request, { voice, inquiries, seal })
    const finish = (outcome: Outcome): Bytes => {
      if (typeof outcome === 'string') return outcome
      checkCapabilities(outcome, exchange)
      const { method: name, params } = message
      return toBytes(
        JSON.stringify({
          resultType: 'input_required',
          inputRequests: outcome.ask,
          requestState: seal.close(name, params, outcome.remember ?? null),
          _meta: { [metaKeys.server]: definition.info },
        }),
      )
    }
    const outcome = method(message.params, exchange)
    return outcome instanceof Promise ? outcome.then(finish) : finish(outcome)
  }
}

/** What a client must be able to do before it is asked something. */
const capabilityFor: Readonly<Record<string, string>> = {
  'elicitation/create': 'elicitation',
  'sampling/createMessage': 'sampling',
  'roots/list': 'roots',
}

function checkCapabilities({ ask }: Question, { era, client }: Exchange): void {
  if (era === 'legacy') throw new ProtocolError(-32603, 'This version cannot be asked anything')
  const missing = Object.values(ask).flatMap(({ method, params }) => {
    const capability = capabilityFor[method] ?? method
    return isAbleTo(client.capabilities[capability], params) ? [] : [capability]
  })
  if (missing.length === 0) return
  const requiredCapabilities: JsonObject = Object.fromEntries(missing.map((name) => [name, {}]))
  throw new ProtocolError(-32021, `Missing client capability: ${missing.join(', ')}`, {
    status: 400,
    data: { requiredCapabilities },
  })
}

function isAbleTo(declared: Json | undefined, { mode }: JsonObject): boolean {
  return mode === 'form' ? canShowForms(declared) : declared !== undefined
}

/** Forms can be shown by whoever says so, or says nothing more of his elicitation. */
export function canShowForms(elicitation: Json | undefined): boolean {
  if (!isObject(elicitation)) return false
  return elicitation.form !== undefined || Object.keys(elicitation).length === 0
}
