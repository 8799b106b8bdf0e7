/** GET: runs a read operation and returns its output as JSON. */
import { contentCacheControl } from '../../http/cache-control.ts'
import type { ReadOperation } from '../../kernel/operation.ts'
import { Problem } from '../../kernel/problem.ts'
import { languageHeaders, publicReadHeaders } from './headers.ts'
import { createQueryParser } from './parameters.ts'
import type { Target } from './target.ts'

const cacheHeaders = {
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
  return {
    operation,
    extraHeaders: async () => publicReadHeaders,
    async handle({ pathParams, query, repeated, locale }) {
      try {
        const input = parseInput(pathParams, { values: query, repeated })
        const output = await operation.run(input as never, { locale })
        const reply = {
          status: 200,
          headers: {
            'Content-Type': 'application/json',
            ...languageHeaders(locale),
            ...cacheHeaders[operation.changesWith],
          },
          body: JSON.stringify(output),
          cacheable: operation.changesWith === 'content',
        }
        return { reply }
      } catch (error) {
        if (error instanceof Problem) return { problem: error, locale }
        throw error
      }
    },
  }
}
