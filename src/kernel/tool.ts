/** Something an assistant may do for a guest, described once for a model. */
import type { z } from 'zod'
import type { Locale, LocalizedText } from './locale.ts'
import type { Caller, WriteOperation } from './operation.ts'
import type { FieldError } from './problem.ts'

type Described = {
  /** snake_case, unique. */
  name: string
  title: string
  /** Begins with when to use it; says every rule that a model must keep. */
  description: string
  /** Its own arguments; `locale` and what every write takes are added by the face. */
  input: z.ZodObject
  output: z.ZodObject
  /** Which argument stands for a field of an operation behind it, where the two differ in name. */
  names?: Readonly<Record<string, string>>
}

export type ReadTool = Described & {
  kind: 'read'
  /** What an answer depends on beside its arguments: the content, the minute, or what guests did. */
  changesWith: 'content' | 'time' | 'guest'
  run(input: never, caller: Caller): unknown
  /** A sentence or two of the answer that can be said aloud. */
  summarize(output: never, locale: Locale): string
}

export type WriteTool = Described & {
  kind: 'write'
  /** What the HTTP API calls to do the same. */
  operation: WriteOperation
  /** The arguments as that operation's own fields, without consent. */
  request(input: never): Record<string, unknown>
  /** What the guest agrees to beside the details: how his data are used. */
  consent: LocalizedText
  /** What the arguments contradict in themselves. */
  check?(input: never): FieldError[]
  /** Every detail in words, for the guest to agree to. */
  readBack(input: never, response: never, locale: Locale): string
  toOutput(response: never, readBack: string, locale: Locale): Record<string, unknown>
  summarize(output: never, locale: Locale): string
}

export type Tool = ReadTool | WriteTool

/** Checks, when it is written, that `run` takes the input and gives the output it promises. */
export function readTool<Input extends z.ZodObject, Output extends z.ZodObject>(
  described: Omit<ReadTool, 'kind' | 'input' | 'output' | 'run' | 'summarize'> & {
    input: Input
    output: Output
    run(input: z.output<Input>, caller: Caller): z.input<Output> | Promise<z.input<Output>>
    summarize(output: z.output<Output>, locale: Locale): string
  },
): ReadTool {
  return { kind: 'read', ...described }
}

/** The same for a tool that writes; `Told` is what the operation answers. */
export function writeTool<Input extends z.ZodObject, Output extends z.ZodObject, OperationOutput>(
  described: Omit<
    WriteTool,
    'kind' | 'input' | 'output' | 'request' | 'check' | 'readBack' | 'toOutput' | 'summarize'
  > & {
    input: Input
    output: Output
    request(input: z.output<Input>): Record<string, unknown>
    check?(input: z.output<Input>): FieldError[]
    readBack(input: z.output<Input>, response: OperationOutput, locale: Locale): string
    toOutput(response: OperationOutput, readBack: string, locale: Locale): z.input<Output>
    summarize(output: z.output<Output>, locale: Locale): string
  },
): WriteTool {
  return { kind: 'write', ...described }
}

/** A job that a guest may start with, as a message in his own words. */
export type Prompt = {
  name: string
  title: LocalizedText
  description: LocalizedText
  arguments: readonly PromptArgument[]
  /** What is asked of the assistant; `given` holds the arguments that were filled in. */
  message(args: Readonly<Record<string, string>>, locale: Locale): string
}

export type PromptArgument = {
  name: string
  description: string
  required: boolean
  /** What may stand there, to be offered while typing. */
  values: readonly string[]
}
