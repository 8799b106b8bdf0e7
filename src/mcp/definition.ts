/** The definition of an MCP server as values; the rest of this folder implements the protocol. */
import type { Request } from '../http/message.ts'
import type { BinaryString } from './binary-string.ts'

export type Json = null | boolean | number | string | readonly Json[] | JsonObject
export type JsonObject = { readonly [name: string]: Json | undefined }

export type ServerDefinition = {
  info: ServerInfo
  /** For the model, before its first call. */
  instructions: string
  tools: readonly McpTool[]
  resources?: Resources
  prompts?: readonly McpPrompt[]
  /** Values that start with the typed text. Called only for prompts and templates that exist. */
  complete?(request: CompletionRequest): readonly string[]
  /** How long a client may cache the lists. */
  cacheTtlMs: number
  /** In addition, only for clients of the 2025 versions. */
  legacy?: { capabilities?: JsonObject; methods?: Readonly<Record<string, LegacyMethod>> }
}

export type ServerInfo = {
  /** Reverse DNS name and a word: `example.khoilam/front-desk`. */
  name: string
  version: string
  title: string
  description: string
  websiteUrl?: string
  icons?: readonly Icon[]
}

export type Icon = { src: string; mimeType: string; sizes: readonly string[] }

export type McpTool = {
  /** As in tools/list. */
  described: {
    name: string
    title: string
    description: string
    inputSchema: JsonObject
    outputSchema?: JsonObject
    annotations: ToolHints
    _meta?: JsonObject
  }
  call(
    args: JsonObject,
    context: CallContext,
  ): ToolAnswer<ToolResult> | Promise<ToolAnswer<ToolResult>>
}

export type ToolHints = {
  title: string
  readOnlyHint: boolean
  destructiveHint: boolean
  idempotentHint: boolean
  openWorldHint: boolean
}

export type ToolResult = {
  content: readonly Content[]
  structuredContent?: Readonly<Record<string, unknown>>
  isError?: boolean
}

export type Content =
  | { type: 'text'; text: string }
  | { type: 'image' | 'audio'; data: string; mimeType: string }
  | { type: 'resource'; resource: ResourceContent }
  | { type: 'resource_link'; uri: string; name: string; title: string; mimeType: string }

export type ResourceContent =
  | { uri: string; mimeType: string; text: string; _meta?: JsonObject }
  | { uri: string; mimeType: string; blob: string }

export type Resources = {
  list: readonly ResourceDescription[]
  templates: readonly {
    uriTemplate: string
    name: string
    title: string
    description: string
    mimeType: string
  }[]
  /** Undefined if there is no such resource. */
  read(uri: string, context: CallContext): ReadResource | Promise<ReadResource>
}

/** A `changing` resource differs from one read to the next, so clients must not cache it. */
type ReadResource = ResourceContent | SerializedResult | { changing: ResourceContent } | undefined

type ResourceDescription = {
  uri: string
  name: string
  title: string
  description: string
  mimeType: string
  annotations?: JsonObject
}

export type McpPrompt = {
  described: {
    name: string
    title: string
    description: string
    arguments: readonly { name: string; title?: string; description: string; required: boolean }[]
  }
  get(
    args: Readonly<Record<string, string>>,
    context: CallContext,
  ): ToolAnswer<PromptResult> | Promise<ToolAnswer<PromptResult>>
}

type PromptResult = {
  description: string
  messages: readonly { role: 'user' | 'assistant'; content: Content }[]
}

export type CompletionRequest = {
  of: 'prompt' | 'template'
  /** The name of the prompt, or the URI template. */
  name: string
  argument: string
  typed: string
  /** Arguments that already have a value. */
  filled: Readonly<Record<string, string>>
}

/** A result, or a request for input from the user of the client. */
export type ToolAnswer<Result> = Result | SerializedResult | InputRequired

/** A result that is already JSON, for tools that are called often. */
export type SerializedResult = { json: BinaryString }

/** The client asks its user and sends the same call again with the answers (2026-07-28 only). */
export type InputRequired = {
  inputRequests: Readonly<Record<string, { method: string; params: JsonObject }>>
  /** Signed; the client sends it back with the answers, valid only for the same call. */
  state?: Json
}

type LegacyMethod = (
  params: JsonObject,
  context: CallContext,
) => JsonObject | InputRequired | Promise<JsonObject | InputRequired>

/** One call in progress: the client, the answers to an input request, and messages to the client. */
export type CallContext = {
  era: 'modern' | 'legacy'
  request: Request
  client: { name: string | undefined; capabilities: JsonObject }
  /** `_meta` of the call. */
  meta: JsonObject
  /** Present if the client answers an input request. */
  inputRound: InputRound | undefined
  progress(progress: number, total?: number, message?: string): void
  log(level: McpLogLevel, data: Json, logger?: string): void
  /** Sends a request to the client during the call (2025 versions only). */
  requestFromClient(method: string, params: JsonObject): Promise<JsonObject>
}

type InputRound = {
  /** Unique for each input request. */
  id: string
  /** By the names of the input requests. */
  answers: JsonObject
  state: Json
}

export const mcpLogLevels = [
  'debug',
  'info',
  'notice',
  'warning',
  'error',
  'critical',
  'alert',
  'emergency',
] as const

export type McpLogLevel = (typeof mcpLogLevels)[number]

/** An error of the protocol. Errors that a model can correct are tool results instead. */
export class ProtocolError extends Error {
  readonly code: number
  readonly status: number
  readonly data: JsonObject | undefined

  constructor(code: number, message: string, { status = 200, data }: ErrorDetails = {}) {
    super(message)
    this.name = 'ProtocolError'
    this.code = code
    this.status = status
    this.data = data
  }
}

type ErrorDetails = { status?: number; data?: JsonObject }
