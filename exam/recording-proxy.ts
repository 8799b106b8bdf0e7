/**
 * A proxy in front of the MCP server of a shop. It records every tool call with its result, and serves nothing else of
 * the shop, so that an agent has the tools alone.
 */
import { once } from 'node:events'
import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { countTokens } from 'gpt-tokenizer/encoding/o200k_base'

export type RecordedCall = {
  tool: string
  /** Tokens of the text that a model reads. */
  tokens: number
  isError: boolean
  /** A whole list in one result has a higher limit. */
  isWholeList: boolean
}

export type RecordingProxy = {
  url: string
  calls: readonly RecordedCall[]
  /** Tokens of the tool definitions without output schemas, once they were listed. */
  definitionTokens(): number | undefined
  close(): Promise<void>
}

type ProxyOptions = {
  /** The address of the agent, as the shop sees it. */
  address: string
  /** Closes the connection instead of delivering the first response to each write that was stored. */
  losesResponses: boolean
}

type Message = {
  method?: string
  params?: { name?: string; arguments?: Record<string, unknown>; requestState?: unknown }
  result?: ToolResult & { tools?: { outputSchema?: unknown }[] }
  error?: { message: string }
}

type ToolResult = {
  content?: { text?: string }[]
  structuredContent?: Record<string, unknown>
  isError?: boolean
}

export async function openRecordingProxy(
  port: number,
  { address, losesResponses }: ProxyOptions,
): Promise<RecordingProxy> {
  const calls: RecordedCall[] = []
  const lost = new Set<string>()
  let definitionTokens: number | undefined

  const record = (sent: Message, received: Message) => {
    if (sent.method === 'tools/list' && received.result?.tools) {
      const definitions = received.result.tools.map(({ outputSchema, ...definition }) => definition)
      definitionTokens = (definitionTokens ?? 0) + countTokens(JSON.stringify(definitions))
    }
    // A call with a state continues one that is recorded: the guest has filled in a form.
    if (sent.method !== 'tools/call' || sent.params?.requestState !== undefined) return
    calls.push(toRecordedCall(sent, received))
  }

  const isWrite = ({ method, params }: Message) =>
    method === 'tools/call' && params?.arguments?.consent === true

  /** Whether this is the first response to a write that was stored. */
  const shouldLose = ({ params }: Message, { result }: Message) => {
    const isStored = result && !result.isError && result.structuredContent?.preview !== true
    const { idempotency_key: _, ...args } = params?.arguments ?? {}
    const write = JSON.stringify([params?.name, args])
    if (!isStored || lost.has(write)) return false
    lost.add(write)
    return true
  }

  const forward = async (incoming: IncomingMessage, outgoing: ServerResponse) => {
    if (incoming.url !== '/mcp') {
      outgoing.writeHead(404).end()
      return
    }
    const body = await text(incoming)
    const sent = parseMessage(body)
    const mayLose = losesResponses && isWrite(sent)
    const { host: _, ...headers } = incoming.headers
    const toShop = request({
      ...{ host: '127.0.0.1', port, path: '/mcp', method: incoming.method },
      // Without compression, so that the result can be read here.
      headers: { ...headers, 'accept-encoding': 'identity', 'x-forwarded-for': address },
    })
    outgoing.on('close', () => toShop.destroy())
    toShop.on('error', () => outgoing.destroy())
    toShop.end(body)
    const [response] = (await once(toShop, 'response')) as [IncomingMessage]
    const begin = () => outgoing.writeHead(response.statusCode ?? 502, response.headers)
    if (!mayLose) begin()
    const parts: Buffer[] = []
    for await (const part of response) {
      parts.push(part as Buffer)
      // A stream may ask the client something, so it is forwarded as it arrives.
      if (!mayLose) outgoing.write(part)
    }
    const responseBody = Buffer.concat(parts)
    const received = parseResponse(String(responseBody))
    record(sent, received)
    if (!mayLose) outgoing.end()
    else if (shouldLose(sent, received)) outgoing.destroy()
    else begin().end(responseBody)
  }

  const server = createServer((incoming, outgoing) => {
    forward(incoming, outgoing).catch(() => outgoing.destroy())
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/mcp`,
    calls,
    definitionTokens: () => definitionTokens,
    async close() {
      const closed = once(server, 'close')
      server.close()
      server.closeAllConnections()
      await closed
    },
  }
}

function toRecordedCall({ params }: Message, { result, error }: Message): RecordedCall {
  const texts = result?.content?.map((part) => part.text ?? '') ?? [error?.message ?? '']
  return {
    tool: params?.name ?? '',
    tokens: countTokens(texts.join('\n')),
    isError: error !== undefined || result?.isError === true,
    isWholeList: 'table' in (result?.structuredContent ?? {}),
  }
}

/** A body that is no message is the matter of the shop. */
function parseMessage(body: string): Message {
  try {
    return JSON.parse(body) as Message
  } catch {
    return {}
  }
}

/** JSON, or an event stream whose last message with a result is the response. */
function parseResponse(body: string): Message {
  if (!/^(event|id|data|retry|:)/m.test(body.slice(0, 100)) || body.startsWith('{')) {
    return parseMessage(body)
  }
  const events = [...body.matchAll(/^data: ?(.+)$/gm)].map(([, data = '']) => parseMessage(data))
  return events.findLast(({ result, error }) => result ?? error) ?? {}
}
