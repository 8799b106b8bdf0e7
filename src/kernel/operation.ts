/** One thing a caller can ask for, described once; each face draws its own door to it. */
import type { z } from 'zod'
import type { Locale } from './locale.ts'
import type { ProblemCode } from './problem.ts'

export type Caller = { locale: Locale }

export type Operation = {
  /** camelCase and unique: OpenAPI's operationId. */
  name: string
  group: { name: string; description: string }
  summary: string
  description: string
  http: { method: 'GET'; path: `/api${string}` }
  /** Members named in the path are taken from there, the others from the query. */
  input: z.ZodObject
  output: z.ZodType
  problems: readonly ProblemCode[]
  /** Input whose real answer stands as the example in the documentation. */
  example: Readonly<Record<string, unknown>>
  run(input: never, caller: Caller): unknown
}

/** Checks, when it is written, that `run` takes the input and gives the output it promises. */
export function operation<Input extends z.ZodObject, Output extends z.ZodType>(
  described: Omit<Operation, 'input' | 'output' | 'run'> & {
    input: Input
    output: Output
    run(input: z.output<Input>, caller: Caller): z.input<Output>
  },
): Operation {
  return described
}
