/** Messages to /mcp as clients of both eras write them. */
import type { Running } from './shop.ts'

export type Wire = { status: number; type: string | null; text: string; body: Message }

export type Message = {
  jsonrpc?: string
  id?: string | number
  result?: Record<string, unknown>
  error?: { code: number; message: string; data?: Record<string, unknown> }
}

export const modernVersion = '2026-07-28'

type Headers = Record<string, string | undefined>

/** What is sent as it stands; a header that is undefined is left out. */
export async function post(app: Running, body: unknown, headers: Headers = {}): Promise<Wire> {
  const given = Object.entries({ 'content-type': 'application/json', ...headers })
  const response = await app.get('/mcp', {
    method: 'POST',
    headers: given.filter((pair): pair is [string, string] => pair[1] !== undefined),
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

export type Asked = {
  id?: string | number
  meta?: Record<string, unknown>
  capabilities?: Record<string, unknown>
  headers?: Headers
}

/** A request of 2026-07-28 with everything it must carry. */
export function modern(
  app: Running,
  method: string,
  params: Record<string, unknown> = {},
  { id = 7, meta = {}, capabilities = {}, headers = {} }: Asked = {},
): Promise<Wire> {
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
  app: Running,
  method: string,
  params: Record<string, unknown> = {},
  headers: Headers = {},
): Promise<Wire> {
  return post(app, { jsonrpc: '2.0', id: 7, method, params }, headers)
}

export type ToolAnswer = {
  isError?: boolean
  content: { type: string; text: string }[]
  structuredContent?: Record<string, unknown>
}

export async function callTool(
  app: Running,
  name: string,
  given: Record<string, unknown>,
  asked: Asked = {},
): Promise<ToolAnswer> {
  const { body } = await modern(app, 'tools/call', { name, arguments: given }, asked)
  return body.result as unknown as ToolAnswer
}
