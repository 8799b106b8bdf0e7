/**
 * A tool: something that an assistant can do for a guest, described for a model. `readTool` and `writeTool` check the
 * types of its values; a list of tools (`Tool`) does not know them.
 */
import type { z } from 'zod'
import type { Locale, LocalizedText } from './locale.ts'
import type { AnyInput, Caller, PreparedRead, WriteOperation } from './operation.ts'
import type { FieldError } from './problem.ts'

/** What a tool returns besides the text; JSON once it is sent. */
export type ToolOutput = Readonly<Record<string, unknown>>

type Described = {
  /** snake_case, unique. */
  name: string
  title: string
  /** Facts: what the tool does, what its result means, where its arguments come from. No instructions to a model. */
  description: string
  /** What the owner added to the description. */
  addedText?: LocalizedText
  /** The sentences of the description about what the shop does not promise. */
  cautions?: readonly string[]
  /** Without `locale` and the common arguments of writes, which the face adds. */
  input: z.ZodObject
  output: z.ZodObject
  /** Arguments that have another name than the field of the operation: field → argument. */
  names?: Readonly<Record<string, string>>
}

export type ReadTool = Described & {
  kind: 'read'
  /** One or two sentences that an assistant can read out. */
  summarize(output: ToolOutput, locale: Locale): string
} & (
    | {
        /** What a result depends on besides its arguments: the content, or also the current minute. */
        changesWith: 'content' | 'minute'
        run(input: AnyInput, caller: Caller): ToolOutput
      }
    | {
        /** The result depends on bookings. */
        changesWith: 'bookings'
        prepare(input: AnyInput, caller: Caller): Promise<PreparedRead<ToolOutput>>
      }
  )

export type WriteTool = Described & {
  kind: 'write'
  /** The operation of the HTTP API that does the same. */
  operation: WriteOperation
  /** Converts the arguments to the fields of the operation, without consent. */
  request(input: AnyInput): Record<string, unknown>
  /** How the data of this request is used; the guest agrees to it. */
  consent(input: AnyInput): LocalizedText
  /** Moves what the guest said to the argument where it belongs; the result is what is checked and sent. */
  interpret?(input: AnyInput): AnyInput
  /** Finds arguments that contradict each other. */
  check?(input: AnyInput): FieldError[]
  /** What the guest cannot have known, as sentences: with these, an earlier consent is not sufficient. */
  added?(input: AnyInput, response: unknown, locale: Locale): string[]
  /** What the guest should consider, as sentences. */
  warnings?(input: AnyInput, response: unknown, locale: Locale): string[]
  /** All details as text, for the guest to confirm. */
  readBack(input: AnyInput, response: unknown, locale: Locale): string
  toOutput(response: unknown, readBack: string, locale: Locale): ToolOutput
  summarize(output: ToolOutput, locale: Locale): string
  /** What else the guest can do if the time is full; part of the error. */
  ifFull?: LocalizedText
}

export type Tool = ReadTool | WriteTool

/** A part of a description that says what the shop does not promise: one whole sentence. */
type Caution = { caution: string }

export function caution(sentence: string): Caution {
  return { caution: sentence }
}

/** The description of a tool with cautions, from whole sentences. */
export function describeTool(
  ...parts: readonly (string | Caution)[]
): Required<Pick<Described, 'description' | 'cautions'>> {
  const textOf = (part: string | Caution) => (typeof part === 'string' ? part : part.caution)
  return {
    description: parts.map(textOf).join(' '),
    cautions: parts.flatMap((part) => (typeof part === 'string' ? [] : [part.caution])),
  }
}

type ReadToolInput<Input extends z.ZodObject, Output extends z.ZodObject> = Described & {
  input: Input
  output: Output
  summarize(output: z.output<Output>, locale: Locale): string
}

/** Makes the compiler check that `run` fits the input and output schemas. */
export function readTool<Input extends z.ZodObject, Output extends z.ZodObject>(
  described: ReadToolInput<Input, Output> & {
    changesWith: 'content' | 'minute'
    run(input: z.output<Input>, caller: Caller): z.input<Output>
  },
): ReadTool {
  return { kind: 'read', ...described }
}

/** The same for a tool whose result depends on bookings. */
export function preparedReadTool<Input extends z.ZodObject, Output extends z.ZodObject>(
  described: ReadToolInput<Input, Output> & {
    prepare(input: z.output<Input>, caller: Caller): Promise<PreparedRead<z.input<Output>>>
  },
): ReadTool {
  return { kind: 'read', changesWith: 'bookings', ...described }
}

/** The same for a tool that writes. */
export function writeTool<
  Input extends z.ZodObject,
  Output extends z.ZodObject,
  OperationSchema extends z.ZodObject,
  OperationOutput,
>(
  described: Omit<
    WriteTool,
    | 'kind'
    | 'operation'
    | 'input'
    | 'output'
    | 'request'
    | 'consent'
    | 'interpret'
    | 'check'
    | 'added'
    | 'warnings'
    | 'readBack'
    | 'toOutput'
    | 'summarize'
  > & {
    operation: WriteOperation<OperationSchema, OperationOutput>
    input: Input
    output: Output
    request(input: z.output<Input>): Record<string, unknown>
    consent(input: z.output<Input>): LocalizedText
    interpret?(input: z.output<Input>): z.output<Input>
    check?(input: z.output<Input>): FieldError[]
    added?(input: z.output<Input>, response: OperationOutput, locale: Locale): string[]
    warnings?(input: z.output<Input>, response: OperationOutput, locale: Locale): string[]
    readBack(input: z.output<Input>, response: OperationOutput, locale: Locale): string
    toOutput(response: OperationOutput, readBack: string, locale: Locale): z.input<Output>
    summarize(output: z.output<Output>, locale: Locale): string
  },
): WriteTool {
  return { kind: 'write', ...described }
}

/** A prompt: a task that a guest can start with, as a message in the guest's words. */
export type Prompt = {
  name: string
  /** The tool that the task ends with; without it there is no prompt. */
  tool: string
  title: LocalizedText
  description: LocalizedText
  arguments: readonly PromptArgument[]
  /** The message to the assistant. */
  message(args: Readonly<Record<string, string>>, locale: Locale): string
}

type PromptArgument = {
  name: string
  description: string
  required: boolean
  /** Suggested values. */
  values: readonly string[]
}
