/** What is wrong with an answer, if anything: whatever was asked, some things must hold. */
import { createContract } from '../support/contract.ts'
import type { Shot } from './input.ts'
import { injected } from './odd-text.ts'
import type { Read } from './response-reader.ts'
import { createRpcJudge } from './rpc-checks.ts'
import type { Premises } from './target.ts'

export type Judge = (shot: Shot, answer: Read) => string | undefined

export function createJudge({ document, listing }: Premises): Judge {
  const contract = createContract(document)
  const judgeRpc = createRpcJudge(listing.tools)

  return (shot, answer) => {
    const wrong = wrongAnywhere(answer)
    if (wrong !== undefined) return wrong
    if (shot.pieces || shot.door === 'desk' || answer.endless) return undefined
    const path = pathOf(shot.target)
    if (shot.broken) return undefined
    if (path === '/mcp' && answer.status !== 431) return judgeRpc(shot, answer)
    if (!/^\/api(\/|$)/.test(path)) return undefined
    return contract.breach(shot.method, path, answer)
  }
}

function wrongAnywhere({ status, headers, text }: Read): string | undefined {
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
