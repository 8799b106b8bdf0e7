/** The official SDK's smallest stateless server: one tool that answers what ours answered. */
import { readFileSync } from 'node:fs'
import { createServer, type RequestListener } from 'node:http'
import { toNodeHandler } from '@modelcontextprotocol/node'
import { type CallToolResult, createMcpHandler, McpServer } from '@modelcontextprotocol/server'

const [file = '', port = '0'] = process.argv.slice(2)
const { tool, result } = JSON.parse(readFileSync(file, 'utf8')) as {
  tool: string
  result: CallToolResult
}
const { content, structuredContent } = result

const handler = createMcpHandler(() => {
  const server = new McpServer({ name: 'com.example/bench', version: '1.0.0' })
  const described = { title: 'What ours answered', description: 'The same content as ours.' }
  server.registerTool(tool, described, () => ({ content, structuredContent }))
  return server
})

// Its own type of a request leaves out that a method may be undefined.
const answer = toNodeHandler(handler) as unknown as RequestListener
createServer(answer).listen(Number(port), '127.0.0.1')
