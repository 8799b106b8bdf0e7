/** The public HTTP API: each operation behind its address, each refusal as problem+json. */
import type { Headers, Reply, Request } from '../../http/message.ts'
import { chooseLanguage, mediaQuality } from '../../http/negotiate.ts'
import { createRouter } from '../../http/router.ts'
import { defaultLocale, type Locale, locales } from '../../kernel/locale.ts'
import type { Gate, Operation } from '../../kernel/operation.ts'
import { Problem } from '../../kernel/problem.ts'
import { remember } from '../../kernel/remember.ts'
import { type Deprecation, deprecationsByPath } from './deprecation.ts'
import { commonHeaders, localized, openToReaders, servedVersions } from './headers.ts'
import { localeOf, readQuery } from './parameters.ts'
import { readTarget } from './reads.ts'
import type { Target } from './target.ts'
import { writeTarget } from './writes.ts'

export type ApiSettings = {
  base: string
  writeLimit: number
  deprecations: readonly Deprecation[]
  gate: Gate
}

export type Api = {
  owns(path: string): boolean
  /** The same text for requests with the same lasting answer; none where there is no such answer. */
  question(request: Request): string | undefined
  answer(request: Request): Promise<Reply>
  /** A refusal in the words of the API, also for bytes that are no request at all. */
  refuse(problem: Problem, id: string, locale?: Locale, more?: Headers): Reply
}

export function createApi(operations: readonly Operation[], settings: ApiSettings): Api {
  const { base, writeLimit, deprecations, gate } = settings
  const common = commonHeaders(base, writeLimit)
  const ending = deprecationsByPath(deprecations, operations, base)
  const route = createRouter<Target>(
    operations.map((operation) => ({
      ...operation.http,
      target:
        operation.kind === 'read' ? readTarget(operation) : writeTarget(operation, gate, base),
    })),
  )

  const refuse: Api['refuse'] = (problem, id, locale = defaultLocale, more = openToReaders) => ({
    status: problem.status,
    headers: {
      'Content-Type': 'application/problem+json',
      ...localized(locale),
      'Cache-Control': 'no-store',
      ...common,
      ...more,
      ...(problem.details.retryAfter !== undefined && {
        'Retry-After': String(problem.details.retryAfter),
      }),
      ...problem.details.headers,
    },
    body: JSON.stringify(problem.record(locale, base, `urn:uuid:${id}`)),
  })

  const options = (methods: readonly string[], more: Headers): Reply => {
    const readable = methods.includes('GET')
    return {
      status: 204,
      headers: {
        ...common,
        ...more,
        Allow: methods.join(', '),
        ...(readable && {
          ...openToReaders,
          'Access-Control-Allow-Methods': 'GET, HEAD, OPTIONS',
          'Access-Control-Allow-Headers': 'API-Version, Accept-Language, If-None-Match',
          'Access-Control-Max-Age': '86400',
        }),
        'Cache-Control': 'no-store',
      },
      body: '',
    }
  }

  const answer = async (request: Request): Promise<Reply> => {
    const asked = preferredLocale(request.headers['accept-language'] ?? '')
    const query = readQuery(request.query)
    const locale = (query && localeOf(query)) ?? asked
    const match = route(request.method, request.path)
    const known = match.found === 'route' ? match.route.path : undefined
    const refused = (problem: Problem, more?: Headers, inWords = locale): Reply => ({
      ...refuse(problem, request.id, inWords, more),
      ...(known !== undefined && { route: known }),
    })
    if (!isServed(request.headers['api-version']))
      return refused(new Problem('unsupported-version'))
    if (!query || match.found === 'unreadable') return refused(new Problem('unreadable-request'))
    if (match.found === 'nothing') return refused(new Problem('not-found'))
    if (match.found === 'path') {
      const goingAway = ending.get(match.path) ?? {}
      if (request.method === 'OPTIONS') return options(match.methods, goingAway)
      const headers = { Allow: match.methods.join(', ') }
      const problem = new Problem('method-not-allowed', { headers })
      return refused(problem, { ...openToReaders, ...goingAway })
    }

    const { path, target } = match.route
    const goingAway = ending.get(path) ?? {}
    if (!acceptsJson(request.headers.accept || '*/*')) {
      return refused(new Problem('not-acceptable'), { ...openToReaders, ...goingAway })
    }
    const { values, repeated } = query
    const outcome = await target.answer({
      request,
      inPath: match.parameters,
      query: values,
      repeated,
      locale,
    })
    if ('problem' in outcome) {
      return refused(outcome.problem, { ...outcome.always, ...goingAway }, outcome.locale)
    }
    const { reply } = outcome
    return { ...reply, headers: { ...reply.headers, ...common, ...goingAway }, route: path }
  }

  return {
    owns: (path) => path === '/api' || path.startsWith('/api/'),
    question({ headers, path, query }) {
      if (!isServed(headers['api-version'])) return undefined
      if (!acceptsJson(headers.accept || '*/*')) return undefined
      return `${preferredLocale(headers['accept-language'] ?? '')} ${path}?${query}`
    },
    answer,
    refuse,
  }
}

const preferredLocale = remember(
  (header: string): Locale => chooseLanguage(header, locales) ?? defaultLocale,
)

const acceptsJson = remember((header: string) => mediaQuality(header, 'application/json') > 0)

function isServed(version: string | string[] | undefined): boolean {
  return version === undefined || servedVersions.includes(String(version).trim())
}
