/** An assistant that uses only the tools: it calls /mcp like a client of the 2025 versions. */
import assert from 'node:assert/strict'
import { type RunningShop, runShop, type TradeName } from './shop.ts'

export type JsonRecord = Record<string, unknown>

export type Schema = JsonRecord & {
  type?: string
  properties?: Record<string, Schema>
  items?: Schema
  enum?: unknown[]
}

export type ListedTool = {
  name: string
  title: string
  description: string
  inputSchema: Schema
  outputSchema: Schema
  annotations: JsonRecord
  _meta?: JsonRecord
}

export type ToolCallResult = {
  content: { type: string; text: string }[]
  structuredContent?: JsonRecord
  isError?: boolean
}

/** What a model reads about a call that failed. */
export type ToolError = JsonRecord & {
  who: 'model' | 'guest' | 'shop'
  /** The first invalid argument. */
  field?: string
  code: string
  message: string
  choices?: string[]
  nearest?: string
  retry_after?: number
  stored: false
  read_back: string
}

export async function rpc(app: RunningShop, method: string, params: object): Promise<unknown> {
  const response = await app.post('/mcp', { jsonrpc: '2.0', id: 1, method, params })
  const message = (await response.json()) as { result?: unknown; error?: unknown }
  assert.ok(message.result, JSON.stringify(message.error))
  return message.result
}

export async function listTools(app: RunningShop): Promise<ListedTool[]> {
  return ((await rpc(app, 'tools/list', {})) as { tools: ListedTool[] }).tools
}

/** The tools of a sample shop, which is stopped again: one test for each tool is declared before any shop is open. */
export async function listSampleTools(trade: TradeName): Promise<ListedTool[]> {
  const app = await runShop(trade)
  return listTools(app).finally(app.stop)
}

export async function call(
  app: RunningShop,
  name: string,
  args: object = {},
): Promise<ToolCallResult> {
  return (await rpc(app, 'tools/call', { name, arguments: args })) as ToolCallResult
}

/** Calls with consent, and once more with the code of the preview if the shop added something. */
export async function callWithConsent(
  app: RunningShop,
  name: string,
  args: object,
): Promise<ToolCallResult> {
  const first = await call(app, name, { ...args, consent: true })
  const previewCode = first.structuredContent?.preview_code
  if (previewCode === undefined) return first
  return call(app, name, { ...args, consent: true, preview_code: previewCode })
}

/** The result of a call with consent that must store something. */
export async function expectSent<Output = JsonRecord>(
  app: RunningShop,
  name: string,
  args: object,
): Promise<Output> {
  const { isError, content, structuredContent } = await callWithConsent(app, name, args)
  assert.ok(!isError && structuredContent && !structuredContent.preview, content[0]?.text)
  return structuredContent as Output
}

/** The result of a call that must succeed. */
export async function expectToolResult<Output = JsonRecord>(
  app: RunningShop,
  name: string,
  args: object = {},
): Promise<Output> {
  const { isError, content, structuredContent } = await call(app, name, args)
  assert.ok(!isError && structuredContent, content[0]?.text)
  return structuredContent as Output
}

/** The error of a call that must fail. */
export async function expectToolError(
  app: RunningShop,
  name: string,
  args: object = {},
): Promise<ToolError> {
  const { isError, content, structuredContent } = await call(app, name, args)
  assert.equal(isError, true, content[0]?.text)
  assert.equal(structuredContent, undefined)
  assert.equal(content.length, 1)
  return JSON.parse(content[0]?.text ?? '') as ToolError
}

/** Every item of a list with its details, page by page: a longer page is a table. */
export async function listAllPages<Item>(
  app: RunningShop,
  tool: string,
  list: string,
  args: object = {},
): Promise<Item[]> {
  const items: Item[] = []
  let cursor: unknown
  do {
    const page = await expectToolResult(app, tool, {
      limit: 3,
      ...args,
      ...(cursor !== undefined && { cursor }),
    })
    items.push(...(page[list] as Item[]))
    cursor = page.next_cursor ?? undefined
  } while (cursor !== undefined)
  return items
}
