/** The public HTTP API: each operation behind its address, each refusal as problem+json. */
import type { Reply, Request } from '../../http/message.ts'
import { chooseLanguage, mediaQuality } from '../../http/negotiate.ts'
import { remember } from '../../http/remember.ts'
import { createRouter } from '../../http/router.ts'
import { defaultLocale, type Locale, locales } from '../../kernel/locale.ts'
import type { Operation } from '../../kernel/operation.ts'
import { Problem } from '../../kernel/problem.ts'
import { type Deprecation, deprecationHeaders } from './deprecation.ts'
import { commonHeaders, localized, servedVersions } from './headers.ts'
import { type InputReader, inputReader, localeOf, type Query, readQuery } from './parameters.ts'

export type ApiSettings = {
  base: string
  writeLimit: number
  deprecations: readonly Deprecation[]
}

export type Api = {
  owns(path: string): boolean
  /** The same text for requests with the same lasting answer; none where there is no such answer. */
  question(request: Request): string | undefined
  answer(request: Request): Promise<Reply>
  /** A refusal in the words of the API, also for bytes that are no request at all. */
  refuse(problem: Problem, id: string, locale?: Locale): Reply
}

type Target = { operation: Operation; readInput: InputReader; headers: Reply['headers'] }

export function createApi(operations: readonly Operation[], settings: ApiSettings): Api {
  const { base, writeLimit, deprecations } = settings
  const common = commonHeaders(base, writeLimit)

  const route = createRouter<Target>(
    operations.map((operation) => {
      const { method, path } = operation.http
      const ending = deprecations.find((one) => one.path === path)
      const headers = { ...common, ...(ending && deprecationHeaders(ending, base)) }
      return { method, path, target: { operation, readInput: inputReader(operation), headers } }
    }),
  )

  const refuse: Api['refuse'] = (problem, id, locale = defaultLocale) => ({
    status: problem.status,
    headers: {
      'Content-Type': 'application/problem+json',
      ...localized(locale),
      'Cache-Control': 'no-store',
      ...common,
      ...problem.details.headers,
    },
    body: JSON.stringify(problem.record(locale, base, `urn:uuid:${id}`)),
  })

  const options = (methods: readonly string[]): Reply => ({
    status: 204,
    headers: {
      ...common,
      Allow: methods.join(', '),
      'Access-Control-Allow-Methods': methods.join(', '),
      'Access-Control-Allow-Headers': 'API-Version, Accept-Language, Content-Type, If-None-Match',
      'Access-Control-Max-Age': '86400',
      'Cache-Control': 'no-store',
    },
    body: '',
  })

  const perform = async (request: Request, query: Query, locale: Locale): Promise<Reply> => {
    if (!isServed(request.headers['api-version'])) throw new Problem('unsupported-version')
    const match = route(request.method, request.path)
    if (match.found === 'unreadable') throw new Problem('unreadable-request')
    if (match.found === 'nothing') throw new Problem('not-found')
    if (match.found === 'path') {
      if (request.method === 'OPTIONS') return options(match.methods)
      throw new Problem('method-not-allowed', { headers: { Allow: match.methods.join(', ') } })
    }
    if (!acceptsJson(request.headers.accept ?? '*/*')) throw new Problem('not-acceptable')
    const { operation, readInput, headers } = match.route.target
    const input = readInput(match.parameters, query)
    const output = await operation.run(input as never, { locale })
    return {
      status: 200,
      headers: {
        'Content-Type': 'application/json',
        ...localized(locale),
        'Cache-Control': 'public, max-age=60',
        ...headers,
      },
      body: JSON.stringify(output),
      lasting: true,
      route: operation.http.path,
    }
  }

  return {
    owns: (path) => path === '/api' || path.startsWith('/api/'),
    question({ headers, path, query }) {
      if (!isServed(headers['api-version'])) return undefined
      if (!acceptsJson(headers.accept ?? '*/*')) return undefined
      return `${preferredLocale(headers['accept-language'] ?? '')} ${path}?${query}`
    },
    async answer(request) {
      const query = readQuery(request.query)
      const asked = preferredLocale(request.headers['accept-language'] ?? '')
      const locale = (query && localeOf(query)) ?? asked
      try {
        if (!query) throw new Problem('unreadable-request')
        return await perform(request, query, locale)
      } catch (error) {
        if (error instanceof Problem) return refuse(error, request.id, locale)
        throw error
      }
    },
    refuse,
  }
}

export const preferredLocale = remember(
  (header: string): Locale => chooseLanguage(header, locales) ?? defaultLocale,
)

const acceptsJson = remember((header: string) => mediaQuality(header, 'application/json') > 0)

function isServed(version: string | string[] | undefined): boolean {
  return version === undefined || servedVersions.includes(String(version).trim())
}
