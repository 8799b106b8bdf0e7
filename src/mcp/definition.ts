/** What a server offers, as values; the rest of this folder speaks the protocol for them. */
import type { Request } from '../http/message.ts'
import type { BinaryString } from './binary-string.ts'

export type Json = null | boolean | number | string | readonly Json[] | JsonObject
export type JsonObject = { readonly [name: string]: Json | undefined }

export type ServerDefinition = {
  info: ServerInfo
  /** What a model should know before it calls anything. */
  instructions: string
  tools: readonly McpTool[]
  resources?: Resources
  prompts?: readonly McpPrompt[]
  /** Values that begin like what was typed; only a prompt or a template that exists is asked for. */
  complete?(request: CompletionRequest): readonly string[]
  /** For how long a client may keep the lists, in milliseconds. */
  cacheTtlMs: number
  /** What only clients of the 2025 versions may use beside this. */
  legacy?: { capabilities?: JsonObject; methods?: Readonly<Record<string, LegacyMethod>> }
}

export type ServerInfo = {
  /** Reverse DNS and a word: `example.khoilam/front-desk`. */
  name: string
  version: string
  title: string
  description: string
  websiteUrl?: string
}

export type McpTool = {
  /** As it stands in tools/list. */
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
  structuredContent?: JsonObject
  isError?: boolean
}

export type Content =
  | { type: 'text'; text: string }
  | { type: 'image' | 'audio'; data: string; mimeType: string }
  | { type: 'resource'; resource: ResourceContent }

export type ResourceContent =
  | { uri: string; mimeType: string; text: string }
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
  /** Nothing if there is no such resource. */
  read(uri: string): ResourceContent | undefined
}

export type ResourceDescription = {
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

export type PromptResult = {
  description: string
  messages: readonly { role: 'user' | 'assistant'; content: Content }[]
}

export type CompletionRequest = {
  of: 'prompt' | 'template'
  /** The name of the prompt, or the template's address. */
  name: string
  argument: string
  typed: string
  /** Arguments that were filled in before. */
  filled: Readonly<Record<string, string>>
}

/** A result, or first some questions to whoever sits before the client. */
export type ToolAnswer<Result> = Result | SerializedResult | InputRequired

/** A result that was written as JSON before, for what is asked again and again. */
export type SerializedResult = { json: BinaryString }

/** The client asks, and sends the same call again with the answers (2026-07-28 only). */
export type InputRequired = {
  inputRequests: Readonly<Record<string, { method: string; params: JsonObject }>>
  /** Comes back with the answers, signed, and only with the same call. */
  state?: Json
}

export type LegacyMethod = (
  params: JsonObject,
  context: CallContext,
) => JsonObject | InputRequired | Promise<JsonObject | InputRequired>

/** One call under way: who calls, what was answered to our questions, and a way to speak meanwhile. */
export type CallContext = {
  era: 'modern' | 'legacy'
  request: Request
  client: { name: string | undefined; capabilities: JsonObject }
  /** Present when the client answers what was asked: by the names of the questions. */
  inputRound: InputRound | undefined
  progress(progress: number, total?: number, message?: string): void
  log(level: McpLogLevel, data: Json, logger?: string): void
  /** Asks the client while the call is under way (2025 versions only). */
  requestFromClient(method: string, params: JsonObject): Promise<JsonObject>
}

export type InputRound = {
  /** Of the question that is answered; never the same twice. */
  id: string
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

/** A refusal in the protocol's own terms. What a model could mend is told by a tool's result instead. */
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

export type ErrorDetails = { status?: number; data?: JsonObject }
