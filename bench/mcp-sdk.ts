/**
 * The smallest stateless server of the official MCP SDK with the tools, resources or prompts of the measured server:
 * the same descriptions and schemas, and handlers that return a prepared result.
 */
import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { toNodeHandler } from '@modelcontextprotocol/node'
import {
  type CallToolResult,
  type CompleteResult,
  createMcpHandler,
  fromJsonSchema,
  type GetPromptResult,
  type JsonSchemaType,
  McpServer,
  type ReadResourceResult,
  type Resource,
  ResourceTemplate,
  type ResourceTemplateType,
  type ToolAnnotations,
} from '@modelcontextprotocol/server'

export type SdkDefinition = {
  tools?: SdkTool[]
  resources?: Resource[]
  resourceTemplates?: ResourceTemplateType[]
  prompts?: SdkPrompt[]
}

type SdkTool = {
  name: string
  title: string
  description: string
  inputSchema: JsonSchemaType
  annotations: ToolAnnotations
}

type SdkPrompt = {
  name: string
  title: string
  description: string
  arguments: { name: string; description: string; required: boolean }[]
}

type SdkMessage = { definition: SdkDefinition } | { result: object }

/** What a handler returns until the next message. */
let result: object = { content: [{ type: 'text', text: '' }] }

function createHandler({ tools, resources, resourceTemplates, prompts }: SdkDefinition) {
  const preparedTools = (tools ?? []).map(
    ({ name, title, description, annotations, inputSchema }) => ({
      name,
      described: { title, description, annotations, inputSchema: fromJsonSchema(inputSchema) },
    }),
  )
  const preparedPrompts = (prompts ?? []).map(({ name, title, description, arguments: args }) => ({
    name,
    described: { title, description, argsSchema: fromJsonSchema(argumentsSchema(args)) },
  }))
  return createMcpHandler(() => {
    const server = new McpServer({ name: 'com.example/bench', version: '1.0.0' })
    for (const { name, described } of preparedTools) {
      server.registerTool(name, described, () => result as CallToolResult)
    }
    for (const { uri, name, ...described } of resources ?? []) {
      server.registerResource(name, uri, described, () => result as ReadResourceResult)
    }
    for (const { uriTemplate, name, ...described } of resourceTemplates ?? []) {
      const complete = { id: () => (result as CompleteResult).completion?.values ?? [] }
      const template = new ResourceTemplate(uriTemplate, { list: undefined, complete })
      server.registerResource(name, template, described, () => result as ReadResourceResult)
    }
    for (const { name, described } of preparedPrompts) {
      server.registerPrompt(name, described, () => result as GetPromptResult)
    }
    return server
  })
}

function argumentsSchema(args: SdkPrompt['arguments']): JsonSchemaType {
  const properties = args.map(({ name, description }) => [name, { type: 'string', description }])
  return {
    type: 'object',
    properties: Object.fromEntries(properties),
    required: args.flatMap(({ name, required }) => (required ? [name] : [])),
  }
}

function listen(definition: SdkDefinition): void {
  // The SDK's own type of a request leaves out that a method may be undefined.
  const listener = toNodeHandler(createHandler(definition)) as unknown as RequestListener
  const server = createServer(listener)
  server.listen(0, '127.0.0.1', () => {
    process.send?.({ port: (server.address() as AddressInfo).port })
  })
}

process.on('message', (message: SdkMessage) => {
  if ('definition' in message) return listen(message.definition)
  result = message.result
  process.send?.({ isReady: true })
})
process.on('disconnect', () => process.exit())
