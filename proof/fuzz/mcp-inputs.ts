/** Inputs for /mcp: every method and tool in every protocol version, and invalid messages. */
import type { Random } from '../support/random.ts'
import type { InputMaker } from './api-inputs.ts'
import { createInput } from './input.ts'
import { jsonBytes, mutateFields, oddValue } from './mutate.ts'
import { oddHeaders } from './odd-headers.ts'
import { oddTarget } from './odd-target.ts'
import { nameText, oddText, textOf } from './odd-text.ts'
import type { Header } from './request.ts'
import { type Fields, objectFor } from './schema.ts'
import type { FuzzTarget, ListedTool } from './target.ts'

const modern = '2026-07-28'
const legacy = ['2025-11-25', '2025-06-18', '2025-03-26']
const prefix = 'io.modelcontextprotocol'

/** An elicitation: its call and its signed state. */
export type Elicitation = { params: Fields; state: string }

/** Placeholders until the first elicitation. */
export function createPlaceholderElicitations({ listing }: FuzzTarget): Elicitation[] {
  return Array.from({ length: 40 }, (_, index) => ({
    params: { name: listing.tools[index % listing.tools.length]?.name, arguments: {} },
    state: 'zqx',
  }))
}

export function createMcpInputMaker(
  fuzzTarget: FuzzTarget,
  elicitations: readonly Elicitation[],
): InputMaker {
  const { listing, knownValues, ports } = fuzzTarget
  const { methods, tools, prompts } = listing
  const host = `127.0.0.1:${ports.site}`

  const paramsOf = (method: string, random: Random): Fields => {
    switch (method) {
      case 'tools/call':
        return toolCall(random.pick(tools), random)
      case 'resources/read':
        return {
          uri: random.below(4) === 0 ? oddText(random) : random.pick(knownValues.pageAddresses),
        }
      case 'resources/list':
        return random.below(3) === 0 ? { cursor: oddText(random) } : {}
      case 'prompts/get': {
        const prompt = random.pick(prompts)
        return {
          name: prompt.name,
          arguments: { dish: nameText(random), date: knownValues.days[0] },
        }
      }
      case 'completion/complete':
        return completion(random)
      case 'initialize':
        return {
          protocolVersion: random.pick([...legacy, modern, '1999-01-01', oddText(random)]),
          capabilities: {},
          clientInfo: { name: nameText(random), version: '1' },
        }
      case 'logging/setLevel':
        return { level: random.pick(['debug', 'zqx']) }
      default:
        return {}
    }
  }

  const toolCall = ({ name, inputSchema }: ListedTool, random: Random): Fields => ({
    name,
    arguments: {
      ...mutateFields(objectFor(inputSchema, knownValues, random), random),
      ...(random.below(2) === 0 &&
        'consent' in (inputSchema.properties ?? {}) && { consent: true }),
    },
  })

  const completion = (random: Random): Fields => ({
    ref: random.pick<object>([
      { type: 'ref/prompt', name: random.pick(prompts).name },
      { type: 'ref/resource', uri: random.pick(knownValues.pageAddresses) },
      { type: 'ref/zqx', name: oddText(random) },
    ]),
    argument: { name: random.pick(['id', 'date', 'zqx']), value: oddText(random).slice(0, 40) },
    ...(random.below(3) === 0 && { context: { arguments: { zqx: oddText(random) } } }),
  })

  /** The response to an elicitation, mostly with the call that it belongs to. */
  const createElicitationResponse = (random: Random): Fields => {
    const { params, state } = random.pick(elicitations)
    const { _meta, ...call } = params
    return {
      ...call,
      requestState: random.below(5) === 0 ? oddText(random) : state,
      inputResponses: {
        consent: random.pick<unknown>([
          { action: 'accept', content: { consent: true } },
          { action: 'decline' },
          { action: 'cancel' },
          oddValue(random),
        ]),
      },
    }
  }

  const messageOf = (random: Random): { message: Fields; headers: Header[]; route: string } => {
    const method = random.below(3) === 0 ? 'tools/call' : random.pick(methods)
    const isElicitationResponse = method === 'tools/call' && random.below(12) === 0
    const isModern = isElicitationResponse || random.below(2) === 0
    const params = isElicitationResponse
      ? createElicitationResponse(random)
      : paramsOf(method, random)
    const tool = method === 'tools/call' ? ` ${String(params.name)}` : ''
    const version = isModern ? modern : random.pick(legacy)
    const headers: Header[] = [['MCP-Protocol-Version', version]]
    if (isModern) {
      params._meta = {
        [`${prefix}/protocolVersion`]: random.below(20) === 0 ? oddText(random) : modern,
        [`${prefix}/clientCapabilities`]: random.pick<object>([
          {},
          { elicitation: {} },
          { elicitation: { form: {} } },
        ]),
        [`${prefix}/clientInfo`]: { name: random.pick(['zqx', nameText(random)]), version: '1' },
        ...(random.below(8) === 0 && { [`${prefix}/logLevel`]: random.pick(['debug', 'zqx']) }),
        ...(random.below(8) === 0 && { progressToken: oddValue(random) }),
      }
      headers.push(['Mcp-Method', method])
      const named = params.name ?? params.uri
      if (typeof named === 'string') headers.push(['Mcp-Name', nameHeader(named)])
      headers.push(...argumentHeaders(params, tools))
    }
    const message: Fields = { jsonrpc: '2.0', id: idOf(random), method, params }
    if (method.startsWith('notifications/')) delete message.id
    return { message, headers, route: `mcp ${method}${tool}` }
  }

  return (random) => {
    const { message, headers, route } = messageOf(random)
    const isBatch = random.below(25) === 0
    const messages = isBatch
      ? Array.from({ length: random.pick([0, 1, 3, 50, 51]) }, () => messageOf(random).message)
      : undefined
    const payload = random.below(8) === 0 ? mutateFields(message, random) : message
    const sentHeaders =
      random.below(14) === 0 ? headers.slice(random.below(headers.length + 1)) : headers
    const request = {
      method: 'POST',
      target: random.below(12) === 0 ? oddTarget('/mcp', random) : '/mcp',
      headers: [
        ['Content-Type', 'application/json'] as const,
        ['Accept', 'application/json, text/event-stream'] as const,
        ...(isBatch ? [['MCP-Protocol-Version', '2025-03-26'] as const] : sentHeaders),
        ...(random.below(3) === 0 ? oddHeaders(random) : []),
      ],
      body: jsonBytes(messages ?? payload, random),
    }
    return createInput('site', isBatch ? 'mcp batch' : route, request, host, random)
  }
}

function idOf(random: Random): unknown {
  if (random.below(12) === 0) return oddValue(random)
  return random.pick([1, 0, -1, 'zqx', '', 'Ấ', 2 ** 53 - 1, random.below(1e9)])
}

function nameHeader(text: string): string {
  if (/^[\x20-\x7e]*$/.test(text) && text.trim() === text) return text
  return `=?base64?${Buffer.from(text).toString('base64')}?=`
}

/** Arguments that the tool expects in headers as well. */
function argumentHeaders(params: Fields, tools: readonly ListedTool[]): Header[] {
  const { properties = {} } = tools.find(({ name }) => name === params.name)?.inputSchema ?? {}
  const toolArguments = (params.arguments ?? {}) as Fields
  return Object.entries(properties).flatMap(([name, schema]): Header[] => {
    const header = (schema as { 'x-mcp-header'?: string })['x-mcp-header']
    const value = toolArguments[name]
    if (header === undefined || value === undefined || value === null) return []
    return [[`Mcp-Param-${header}`, nameHeader(textOf(value))]]
  })
}
