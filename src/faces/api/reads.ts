/** GET: an operation's answer as JSON, kept for as long as it is true. */
import { forAMinute } from '../../http/cache-control.ts'
import { createMemory } from '../../kernel/memoize.ts'
import { madeOf } from '../../kernel/object-cache.ts'
import type { ReadOperation } from '../../kernel/operation.ts'
import { Problem } from '../../kernel/problem.ts'
import { localized, openToReaders } from './headers.ts'
import { queryReader } from './parameters.ts'
import type { Target } from './target.ts'

const caching = {
  content: { 'Cache-Control': forAMinute },
  time: { 'Cache-Control': 'no-cache' },
  guest: {
    'Cache-Control': 'no-store',
    'Referrer-Policy': 'no-referrer',
    'X-Robots-Tag': 'noindex',
  },
}

export function readTarget(operation: ReadOperation): Target {
  const readInput = queryReader(operation)
  /** What stands in a path is as many things as callers invent. */
  const takesPath = operation.http.path.includes('{')
  const inputs = createMemory<object>()
  return {
    operation,
    always: async () => openToReaders,
    async answer({ inPath, query, repeated, locale }) {
      try {
        const read = () => Object.freeze(readInput(inPath, { values: query, repeated }))
        const input = takesPath ? read() : inputs(query, '', read)
        const output = await operation.run(input as never, { locale })
        const reply = madeOf(output as object, locale, () => ({
          status: 200,
          headers: {
            'Content-Type': 'application/json',
            ...localized(locale),
            ...caching[operation.changesWith],
          },
          body: JSON.stringify(output),
          lasting: operation.changesWith === 'content',
        }))
        return { reply }
      } catch (error) {
        if (error instanceof Problem) return { problem: error, locale }
        throw error
      }
    },
  }
}
