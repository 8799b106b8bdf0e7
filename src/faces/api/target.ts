/** What the API routes a request to. */
import type { Headers, Reply, Request, SharedReply } from '../../http/message.ts'
import type { Locale } from '../../kernel/locale.ts'
import type { Operation } from '../../kernel/operation.ts'
import type { Problem } from '../../kernel/problem.ts'
import type { Quota } from '../../kernel/quota.ts'

/** A request with a parsed query. */
export type Call = {
  request: Request
  pathParams: Readonly<Record<string, string>>
  query: ReadonlyMap<string, string>
  repeated: readonly string[]
  locale: Locale
}

/** The reply of an operation, or its problem, with the language. */
export type CallResult = ({ reply: Reply | SharedReply } | { problem: Problem; locale: Locale }) & {
  /** The remaining write quota of the client, if it was read on the way. */
  quota?: Quota | undefined
}

export type Target = {
  operation: Operation
  handle(call: Call): Promise<CallResult>
  /** Headers of every response of this operation, including errors. */
  extraHeaders(request: Request, result: CallResult): Promise<Headers>
}
