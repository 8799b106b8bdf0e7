/** What is wrong with an answer, if anything: whatever was asked, some things must hold. */
import { createContract } from '../support/contract.ts'
import type { FuzzInput } from './input.ts'
import { injected } from './odd-text.ts'
import type { ParsedResponse } from './response-reader.ts'
import { createRpcCheck } from './rpc-checks.ts'
import type { FuzzTarget } from './target.ts'

export type CheckResponse = (input: FuzzInput, response: ParsedResponse) => string | undefined

export function createResponseCheck({ document, listing }: FuzzTarget): CheckResponse {
  const contract = createContract(document)
  const checkRpc = createRpcCheck(listing.tools)

  return (input, response) => {
    const wrong = findCommonFault(response)
    if (wrong !== undefined) return wrong
    if (input.pieces || input.listener === 'desk' || response.endless) return undefined
    const path = pathOf(input.target)
    if (input.broken) return undefined
    if (path === '/mcp' && response.status !== 431) return checkRpc(input, response)
    if (!/^\/api(\/|$)/.test(path)) return undefined
    return contract.findViolation(input.method, path, response)
  }
}

function findCommonFault({ status, headers, text }: ParsedResponse): string | undefined {
  if (status >= 500 && !(status === 503 && headers['retry-after'])) return `a ${status}`
  if (Object.keys(headers).some((name) => name.startsWith(injected.header))) {
    return 'a header that the caller wrote'
  }
  if (/^(https?:)?\/\/[^/]*zqx|^\/[/\\]/i.test(headers.location ?? ''))
    return `leads to ${headers.location}`
  const type = headers['content-type'] ?? ''
  if (text !== '' && type === '') return 'a body without a type'
  if (type.startsWith('text/html') && text.includes(injected.tag))
    return 'a tag that the caller wrote'
  return undefined
}

/** The path that the server must have read, from an address in any form. */
export function pathOf(target: string): string {
  const own = target.startsWith('/') ? target : target.replace(/^https?:\/\/[^/?]*/i, '')
  return own.split('?')[0] || '/'
}
