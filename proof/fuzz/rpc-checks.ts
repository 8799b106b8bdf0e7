/** Checks that a response of /mcp is valid JSON-RPC for its message and matches the output schema of the tool. */
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js'
import type { FuzzInput } from './input.ts'
import { parseJson } from './json.ts'
import type { ParsedResponse } from './response-reader.ts'
import type { ListedTool } from './target.ts'

type Sent = { id?: unknown; method?: unknown; params?: { name?: unknown } }

type RpcResponse = {
  jsonrpc?: unknown
  id?: unknown
  result?: {
    resultType?: string
    structuredContent?: unknown
    isError?: boolean
    content?: unknown
  }
  error?: { code?: unknown; message?: unknown }
}

export function createRpcCheck(
  tools: readonly ListedTool[],
): (input: FuzzInput, httpResponse: ParsedResponse) => string | undefined {
  const ajv = new Ajv2020({ strict: false, formats: { uri: URL.canParse } })
  const outputs = new Map(
    tools.flatMap(({ name, outputSchema }): [string, ValidateFunction][] =>
      outputSchema ? [[name, ajv.compile(outputSchema)]] : [],
    ),
  )

  const findMessageError = (response: RpcResponse, sent: Sent | undefined): string | undefined => {
    if (typeof response !== 'object' || response === null) return 'not a message'
    const { jsonrpc, id, result, error } = response
    if (jsonrpc !== '2.0') return 'jsonrpc is missing'
    if ((result === undefined) === (error === undefined)) return 'neither a result nor an error'
    if (id === undefined ? error === undefined : !isId(id)) return 'id is missing'
    if (sent && isId(sent.id) && id !== sent.id && id !== undefined) return 'wrong id'
    if (error) {
      if (!Number.isInteger(error.code) || typeof error.message !== 'string') return 'invalid error'
      return error.code === -32603 ? 'an internal error' : undefined
    }
    return sent?.method === 'tools/call' ? findResultError(result, sent) : undefined
  }

  const findResultError = (result: RpcResponse['result'], { params }: Sent): string | undefined => {
    if (result?.resultType === 'input_required') return undefined
    if (!Array.isArray(result?.content)) return 'tool result without content'
    const validate = outputs.get(String(params?.name))
    if (!validate || result.isError) return undefined
    return validate(result.structuredContent)
      ? undefined
      : `${String(params?.name)}: ${ajv.errorsText(validate.errors)}`
  }

  return ({ method, body }, { status, headers, text }) => {
    if (method === 'HEAD' || status === 204) return undefined
    if (status === 202) return text === '' ? undefined : 'unexpected body'
    if (headers['content-type'] !== 'application/json')
      return `${status} ${headers['content-type']}`
    const sent = parseJson(body)
    const response = parseJson(Buffer.from(text))
    if (response === undefined) return 'not JSON'
    if (!Array.isArray(response))
      return findMessageError(
        response as RpcResponse,
        Array.isArray(sent) ? undefined : (sent as Sent),
      )
    if (!Array.isArray(sent)) return 'several responses to one message'
    return response
      .map((one) => findMessageError(one as RpcResponse, undefined))
      .find((wrong) => wrong !== undefined)
  }
}

function isId(id: unknown): boolean {
  return typeof id === 'string' || Number.isSafeInteger(id)
}
