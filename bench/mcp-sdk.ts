/**
 * The official SDK's smallest stateless server with the tools that ours has: described in the same
 * words, with the same schemas, which it checks. The one that is called answers what ours answered.
 */
import { readFileSync } from 'node:fs'
import { createServer, type RequestListener } from 'node:http'
import { toNodeHandler } from '@modelcontextprotocol/node'
import {
  type CallToolResult,
  createMcpHandler,
  fromJsonSchema,
  type JsonSchemaType,
  McpServer,
  type ToolAnnotations,
} from '@modelcontextprotocol/server'

export type SdkInput = { tools: SdkTool[]; result: CallToolResult }

type SdkTool = {
  name: string
  title: string
  description: string
  inputSchema: JsonSchemaType
  annotations: ToolAnnotations
}

const [file = '', port = '0'] = process.argv.slice(2)
const input = JSON.parse(readFileSync(file, 'utf8')) as SdkInput
const { content, structuredContent } = input.result
const tools = input.tools.map(({ name, inputSchema, title, description, annotations }) => ({
  name,
  described: { title, description, annotations, inputSchema: fromJsonSchema(inputSchema) },
}))

const handler = createMcpHandler(() => {
  const server = new McpServer({ name: 'com.example/bench', version: '1.0.0' })
  for (const { name, described } of tools) {
    server.registerTool(name, described, () => ({ content, structuredContent }))
  }
  return server
})

// Its own type of a request leaves out that a method may be undefined.
const listener = toNodeHandler(handler) as unknown as RequestListener
createServer(listener).listen(Number(port), '127.0.0.1')
