import type { Headers, Reply, Request } from '../../http/message.ts'
import type { Locale } from '../../kernel/locale.ts'
import type { Operation } from '../../kernel/operation.ts'
import type { Problem } from '../../kernel/problem.ts'
import type { Quota } from '../../kernel/quota.ts'

/** A request whose query could be read, on its way to an operation. */
export type Call = {
  request: Request
  pathParams: Readonly<Record<string, string>>
  query: ReadonlyMap<string, string>
  repeated: readonly string[]
  locale: Locale
}

/** What an operation answers, or why not, and in which language. */
export type CallResult = ({ reply: Reply } | { problem: Problem; locale: Locale }) & {
  /** What is left to the caller, where it was found out on the way. */
  quota?: Quota | undefined
}

export type Target = {
  operation: Operation
  handle(call: Call): Promise<CallResult>
  /** The headers of its own that every answer carries, refusals included. */
  extraHeaders(request: Request, result: CallResult): Promise<Headers>
}
