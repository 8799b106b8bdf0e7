/** Messages to /mcp as clients of both protocol generations send them. */
import type { RunningShop } from './shop.ts'

export type McpResponse = { status: number; type: string | null; text: string; body: Message }

export type Message = {
  jsonrpc?: string
  id?: string | number
  result?: Record<string, unknown>
  error?: { code: number; message: string; data?: Record<string, unknown> }
}

export const modernVersion = '2026-07-28'

type Headers = Record<string, string | undefined>

/** Sends the message unchanged; a header that is undefined is left out. */
export async function post(
  app: RunningShop,
  body: unknown,
  headers: Headers = {},
): Promise<McpResponse> {
  const headerEntries = Object.entries({ 'content-type': 'application/json', ...headers })
  const response = await app.get('/mcp', {
    method: 'POST',
    headers: headerEntries.filter((pair): pair is [string, string] => pair[1] !== undefined),
    body: typeof body === 'string' ? body : JSON.stringify(body),
  })
  const text = await response.text()
  return {
    status: response.status,
    type: response.headers.get('content-type'),
    text,
    body: text === '' ? {} : (JSON.parse(text) as Message),
  }
}

export type CallOptions = {
  id?: string | number
  meta?: Record<string, unknown>
  capabilities?: Record<string, unknown>
  headers?: Headers
}

/** A request of 2026-07-28 with all required fields. */
export function modern(
  app: RunningShop,
  method: string,
  params: Record<string, unknown> = {},
  { id = 7, meta = {}, capabilities = {}, headers = {} }: CallOptions = {},
): Promise<McpResponse> {
  const name = params.name ?? params.uri
  return post(
    app,
    {
      jsonrpc: '2.0',
      id,
      method,
      params: {
        ...params,
        _meta: {
          'io.modelcontextprotocol/protocolVersion': modernVersion,
          'io.modelcontextprotocol/clientCapabilities': capabilities,
          'io.modelcontextprotocol/clientInfo': { name: 'probe', version: '1' },
          ...meta,
        },
      },
    },
    {
      'mcp-protocol-version': modernVersion,
      'mcp-method': method,
      ...(typeof name === 'string' && { 'mcp-name': name }),
      ...headers,
    },
  )
}

/** A request of a 2025 version. */
export function legacy(
  app: RunningShop,
  method: string,
  params: Record<string, unknown> = {},
  headers: Headers = {},
): Promise<McpResponse> {
  return post(app, { jsonrpc: '2.0', id: 7, method, params }, headers)
}

export type ToolAnswer = {
  isError?: boolean
  content: { type: string; text: string }[]
  structuredContent?: Record<string, unknown>
}

export async function callTool(
  app: RunningShop,
  name: string,
  headerEntries: Record<string, unknown>,
  options: CallOptions = {},
): Promise<ToolAnswer> {
  const { body } = await modern(app, 'tools/call', { name, arguments: headerEntries }, options)
  return body.result as unknown as ToolAnswer
}
