/** What a server offers, as values; the rest of this folder speaks the protocol for them. */
import type { Request } from '../http/message.ts'
import type { Bytes } from './binary-string.ts'

export type Json = null | boolean | number | string | readonly Json[] | JsonObject
export type JsonObject = { readonly [name: string]: Json | undefined }

export type Definition = {
  info: ServerInfo
  /** What a model should know before it calls anything. */
  instructions: string
  tools: readonly Tool[]
  resources?: Resources
  prompts?: readonly Prompt[]
  /** Values that begin like what was typed; only a prompt or a template that exists is asked for. */
  complete?(question: CompletionQuestion): readonly string[]
  /** For how long a client may keep the lists, in milliseconds. */
  keepFor: number
  /** What only clients of the 2025 versions may use beside this. */
  legacy?: { capabilities?: JsonObject; methods?: Readonly<Record<string, Method>> }
}

export type ServerInfo = {
  /** Reverse DNS and a word: `example.khoilam/front-desk`. */
  name: string
  version: string
  title: string
  description: string
  websiteUrl?: string
}

export type Tool = {
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
  call(given: JsonObject, exchange: Exchange): Answer<ToolResult> | Promise<Answer<ToolResult>>
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

export type Prompt = {
  described: {
    name: string
    title: string
    description: string
    arguments: readonly { name: string; title?: string; description: string; required: boolean }[]
  }
  get(
    given: Readonly<Record<string, string>>,
    exchange: Exchange,
  ): Answer<PromptResult> | Promise<Answer<PromptResult>>
}

export type PromptResult = {
  description: string
  messages: readonly { role: 'user' | 'assistant'; content: Content }[]
}

export type CompletionQuestion = {
  of: 'prompt' | 'template'
  /** The name of the prompt, or the template's address. */
  name: string
  argument: string
  typed: string
  /** Arguments that were filled in before. */
  filled: Readonly<Record<string, string>>
}

/** A result, or first some questions to whoever sits before the client. */
export type Answer<Result> = Result | Ready | Question

/** A result that was written as JSON before, for what is asked again and again. */
export type Ready = { json: Bytes }

/** The client asks, and sends the same call again with the answers (2026-07-28 only). */
export type Question = {
  ask: Readonly<Record<string, { method: string; params: JsonObject }>>
  /** Comes back with the answers, signed, and only with the same call. */
  remember?: Json
}

export type Method = (
  params: JsonObject,
  exchange: Exchange,
) => JsonObject | Question | Promise<JsonObject | Question>

/** One call under way: who calls, what was answered to our questions, and a way to speak meanwhile. */
export type Exchange = {
  era: 'modern' | 'legacy'
  request: Request
  client: { name: string | undefined; capabilities: JsonObject }
  /** Present when the client answers what was asked: by the names of the questions. */
  round: Round | undefined
  progress(progress: number, total?: number, message?: string): void
  log(level: LogLevel, data: Json, logger?: string): void
  /** Asks the client while the call is under way (2025 versions only). */
  askNow(method: string, params: JsonObject): Promise<JsonObject>
}

export type Round = {
  /** Of the question that is answered; never the same twice. */
  id: string
  answers: JsonObject
  remembered: Json
}

export const logLevels = [
  'debug',
  'info',
  'notice',
  'warning',
  'error',
  'critical',
  'alert',
  'emergency',
] as const

export type LogLevel = (typeof logLevels)[number]

/** A refusal in the protocol's own terms. What a model could mend is told by a tool's result instead. */
export class ProtocolError extends Error {
  readonly code: number
  readonly status: number
  readonly data: JsonObject | undefined

  constructor(code: number, message: string, { status = 200, data }: ErrorFacts = {}) {
    super(message)
    this.name = 'ProtocolError'
    this.code = code
    this.status = status
    this.data = data
  }
}

export type ErrorFacts = { status?: number; data?: JsonObject }
