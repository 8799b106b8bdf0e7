/** The tools of a shop, called with the official MCP client. */
import {
  Client,
  ProtocolError,
  StreamableHTTPClientTransport,
  type Tool,
} from '@modelcontextprotocol/client'

export type Arguments = Readonly<Record<string, unknown>>

/** What a model reads about a call that failed. */
export type ToolError = {
  who: 'model' | 'guest' | 'shop'
  field?: string
  code: string
  message: string
  choices?: string[]
  nearest?: string
}

export type Outcome =
  | { type: 'data'; data: Record<string, unknown> }
  | { type: 'error'; error: ToolError }
  /** No response: the request may or may not have arrived. */
  | { type: 'lost' }

export type ShopClient = {
  tools: readonly Tool[]
  call(tool: string, args: Arguments): Promise<Outcome>
}

/** Connects, lists the tools, and closes the connection after the work. */
export async function withShop<Result>(
  url: string,
  work: (shop: ShopClient) => Promise<Result>,
): Promise<Result> {
  const client = new Client(
    { name: 'letan-exam', version: '1.0.0' },
    { versionNegotiation: { mode: 'auto' } },
  )
  await client.connect(new StreamableHTTPClientTransport(new URL(url)))
  try {
    const { tools } = await client.listTools()
    return await work({ tools, call: (tool, args) => callTool(client, tool, args) })
  } finally {
    await client.close()
  }
}

async function callTool(client: Client, name: string, args: Arguments): Promise<Outcome> {
  try {
    const { isError, content, structuredContent } = await client.callTool({ name, arguments: args })
    if (!isError)
      return { type: 'data', data: (structuredContent ?? {}) as Record<string, unknown> }
    const [first] = content
    const text = first?.type === 'text' ? first.text : '{}'
    return { type: 'error', error: JSON.parse(text) as ToolError }
  } catch (error) {
    if (!(error instanceof ProtocolError)) return { type: 'lost' }
    return { type: 'error', error: { who: 'model', code: 'protocol', message: error.message } }
  }
}
