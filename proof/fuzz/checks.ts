/** Checks that every response must pass, regardless of the input. */
import { createContract } from '../support/contract.ts'
import type { FuzzInput } from './input.ts'
import { injected } from './odd-text.ts'
import type { ParsedResponse } from './response-reader.ts'
import { createRpcCheck } from './rpc-checks.ts'
import type { FuzzTarget } from './target.ts'

type CheckResponse = (input: FuzzInput, response: ParsedResponse) => string | undefined

export function createResponseCheck({ document, listing }: FuzzTarget): CheckResponse {
  const contract = createContract(document)
  const checkRpc = createRpcCheck(listing.tools)

  return (input, response) => {
    const wrong = findCommonError(response)
    if (wrong !== undefined) return wrong
    if (input.pieces || input.listener === 'desk' || response.isStream) return undefined
    const path = pathOf(input.target)
    if (input.broken) return undefined
    if (path === '/mcp' && response.status !== 431) return checkRpc(input, response)
    if (!/^\/api(\/|$)/.test(path)) return undefined
    return contract.findViolation(input.method, path, response)
  }
}

function findCommonError({ status, headers, text }: ParsedResponse): string | undefined {
  if (status >= 500 && !(status === 503 && headers['retry-after'])) return `a ${status}`
  if (Object.keys(headers).some((name) => name.startsWith(injected.header))) {
    return 'a header from the input'
  }
  if (/^(https?:)?\/\/[^/]*zqx|^\/[/\\]/i.test(headers.location ?? ''))
    return `redirects to ${headers.location}`
  const type = headers['content-type'] ?? ''
  if (text !== '' && type === '') return 'a body without a content type'
  if (type.startsWith('text/html') && text.includes(injected.tag))
    return 'an unescaped tag from the input'
  return undefined
}

/** The path of a request target in any form. */
function pathOf(target: string): string {
  const own = target.startsWith('/') ? target : target.replace(/^https?:\/\/[^/?]*/i, '')
  return own.split('?')[0] || '/'
}
