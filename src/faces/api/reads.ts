/** GET: runs a read operation and returns its output as JSON. */
import { contentCacheControl } from '../../http/cache-control.ts'
import type { Reply, SharedReply } from '../../http/message.ts'
import { contentLanguage, type Untranslated } from '../../kernel/content-language.ts'
import type { Locale } from '../../kernel/locale.ts'
import type { AnyInput, ReadOperation } from '../../kernel/operation.ts'
import { Problem } from '../../kernel/problem.ts'
import { languageHeaders, publicReadHeaders } from './headers.ts'
import { createQueryParser } from './parameters.ts'
import type { Target } from './target.ts'

const cacheHeaders = {
  content: { 'Cache-Control': contentCacheControl },
  bookings: { 'Cache-Control': 'no-cache' },
  guest: {
    'Cache-Control': 'no-store',
    'Referrer-Policy': 'no-referrer',
    'X-Robots-Tag': 'noindex',
  },
}

export function readTarget(operation: ReadOperation, untranslated: Untranslated): Target {
  const { name, changesWith } = operation
  const parseInput = createQueryParser(operation)

  const toReply = (output: unknown, locale: Locale): Reply => ({
    status: 200,
    headers: {
      'Content-Type': 'application/json',
      ...languageHeaders(contentLanguage(output, locale, untranslated)),
      ...cacheHeaders[changesWith],
    },
    body: JSON.stringify(output),
    cacheable: changesWith === 'content',
  })

  const run = async (input: AnyInput, locale: Locale): Promise<Reply | SharedReply> => {
    if (!operation.prepare) return toReply(await operation.run(input, { locale }), locale)
    const { cacheKey, compute } = await operation.prepare(input, { locale })
    const create = () => toReply(compute(), locale)
    if (cacheKey === undefined) return create()
    return { cacheKey: `${name} ${locale} ${JSON.stringify(input)} ${cacheKey}`, create }
  }

  return {
    operation,
    extraHeaders: async () => publicReadHeaders,
    async handle({ pathParams, query, repeated, locale }) {
      try {
        const input = parseInput(pathParams, { values: query, repeated })
        return { reply: await run(input, locale) }
      } catch (error) {
        if (error instanceof Problem) return { problem: error, locale }
        throw error
      }
    },
  }
}
