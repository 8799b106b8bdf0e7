/** GET: an operation's answer as JSON, kept for as long as it is true. */
import { contentCacheControl } from '../../http/cache-control.ts'
import { createObjectCache } from '../../kernel/memoize.ts'
import { deriveOnce } from '../../kernel/object-cache.ts'
import type { ReadOperation } from '../../kernel/operation.ts'
import { Problem } from '../../kernel/problem.ts'
import { languageHeaders, publicReadHeaders } from './headers.ts'
import { createQueryParser } from './parameters.ts'
import type { Target } from './target.ts'

const caching = {
  content: { 'Cache-Control': contentCacheControl },
  time: { 'Cache-Control': 'no-cache' },
  guest: {
    'Cache-Control': 'no-store',
    'Referrer-Policy': 'no-referrer',
    'X-Robots-Tag': 'noindex',
  },
}

export function readTarget(operation: ReadOperation): Target {
  const parseInput = createQueryParser(operation)
  /** What stands in a path is as many things as callers invent. */
  const hasPathParams = operation.http.path.includes('{')
  const inputs = createObjectCache<object>()
  return {
    operation,
    extraHeaders: async () => publicReadHeaders,
    async handle({ pathParams, query, repeated, locale }) {
      try {
        const read = () => Object.freeze(parseInput(pathParams, { values: query, repeated }))
        const input = hasPathParams ? read() : inputs(query, '', read)
        const output = await operation.run(input as never, { locale })
        const reply = deriveOnce(output as object, locale, () => ({
          status: 200,
          headers: {
            'Content-Type': 'application/json',
            ...languageHeaders(locale),
            ...caching[operation.changesWith],
          },
          body: JSON.stringify(output),
          cacheable: operation.changesWith === 'content',
        }))
        return { reply }
      } catch (error) {
        if (error instanceof Problem) return { problem: error, locale }
        throw error
      }
    },
  }
}
