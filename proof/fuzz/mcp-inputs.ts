/** Messages to /mcp: every method and every tool, of every version, and what is none of them. */
import type { Random } from '../support/random.ts'
import type { ShotMaker } from './api-inputs.ts'
import { shotOf } from './input.ts'
import { jsonBytes, oddValue, spoilFields } from './mutate.ts'
import { oddHeaders } from './odd-headers.ts'
import { oddTarget } from './odd-target.ts'
import { nameText, oddText, textOf } from './odd-text.ts'
import type { Header } from './request.ts'
import { type Fields, objectFor } from './schema.ts'
import type { Premises, Tool } from './target.ts'

const modern = '2026-07-28'
const legacy = ['2025-11-25', '2025-06-18', '2025-03-26']
const prefix = 'io.modelcontextprotocol'

/** A question that was put to a client: the call it belongs to, and its seal. */
export type Question = { params: Fields; state: string }

/** None was put yet. */
export function noQuestions({ listing }: Premises): Question[] {
  return Array.from({ length: 40 }, (_, place) => ({
    params: { name: listing.tools[place % listing.tools.length]?.name, arguments: {} },
    state: 'zqx',
  }))
}

export function mcpShots(premises: Premises, questions: readonly Question[]): ShotMaker {
  const { listing, lore, ports } = premises
  const { methods, tools, prompts } = listing
  const host = `127.0.0.1:${ports.site}`

  const paramsOf = (method: string, random: Random): Fields => {
    switch (method) {
      case 'tools/call':
        return toolCall(random.pick(tools), random)
      case 'resources/read':
        return { uri: random.below(4) === 0 ? oddText(random) : random.pick(lore.pageAddresses) }
      case 'resources/list':
        return random.below(3) === 0 ? { cursor: oddText(random) } : {}
      case 'prompts/get': {
        const prompt = random.pick(prompts)
        return { name: prompt.name, arguments: { dish: nameText(random), date: lore.days[0] } }
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

  const toolCall = ({ name, inputSchema }: Tool, random: Random): Fields => ({
    name,
    arguments: {
      ...spoilFields(objectFor(inputSchema, lore, random), random),
      ...(random.below(2) === 0 &&
        'consent' in (inputSchema.properties ?? {}) && { consent: true }),
    },
  })

  const completion = (random: Random): Fields => ({
    ref: random.pick<object>([
      { type: 'ref/prompt', name: random.pick(prompts).name },
      { type: 'ref/resource', uri: random.pick(lore.pageAddresses) },
      { type: 'ref/zqx', name: oddText(random) },
    ]),
    argument: { name: random.pick(['id', 'date', 'zqx']), value: oddText(random).slice(0, 40) },
    ...(random.below(3) === 0 && { context: { arguments: { zqx: oddText(random) } } }),
  })

  /** The answer to a question, mostly of the call that it was asked in. */
  const reply = (random: Random): Fields => {
    const { params, state } = random.pick(questions)
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
    const answering = method === 'tools/call' && random.below(12) === 0
    const isModern = answering || random.below(2) === 0
    const params = answering ? reply(random) : paramsOf(method, random)
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
      headers.push(...repeatedArguments(params, tools))
    }
    const message: Fields = { jsonrpc: '2.0', id: idOf(random), method, params }
    if (method.startsWith('notifications/')) delete message.id
    return { message, headers, route: `mcp ${method}${tool}` }
  }

  return (random) => {
    const { message, headers, route } = messageOf(random)
    const batch = random.below(25) === 0
    const many = batch
      ? Array.from({ length: random.pick([0, 1, 3, 50, 51]) }, () => messageOf(random).message)
      : undefined
    const whole = random.below(8) === 0 ? spoilFields(message, random) : message
    const kept = random.below(14) === 0 ? headers.slice(random.below(headers.length + 1)) : headers
    const asked = {
      method: 'POST',
      target: random.below(12) === 0 ? oddTarget('/mcp', random) : '/mcp',
      headers: [
        ['Content-Type', 'application/json'] as const,
        ['Accept', 'application/json, text/event-stream'] as const,
        ...(batch ? [['MCP-Protocol-Version', '2025-03-26'] as const] : kept),
        ...(random.below(3) === 0 ? oddHeaders(random) : []),
      ],
      body: jsonBytes(many ?? whole, random),
    }
    return shotOf('site', batch ? 'mcp batch' : route, asked, host, random)
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

/** What a tool wants to have said in headers too. */
function repeatedArguments(params: Fields, tools: readonly Tool[]): Header[] {
  const { properties = {} } = tools.find(({ name }) => name === params.name)?.inputSchema ?? {}
  const given = (params.arguments ?? {}) as Fields
  return Object.entries(properties).flatMap(([name, schema]): Header[] => {
    const header = (schema as { 'x-mcp-header'?: string })['x-mcp-header']
    const value = given[name]
    if (header === undefined || value === undefined || value === null) return []
    return [[`Mcp-Param-${header}`, nameHeader(textOf(value))]]
  })
}
