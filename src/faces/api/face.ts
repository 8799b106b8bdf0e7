/** The public HTTP API: each operation behind its address, each refusal as problem+json. */
import type { Headers, Reply, Request } from '../../http/message.ts'
import { mediaQuality, preferredLocale } from '../../http/negotiate.ts'
import { createRouter } from '../../http/router.ts'
import { defaultLocale, type Locale } from '../../kernel/locale.ts'
import { remember } from '../../kernel/memoize.ts'
import { madeOf } from '../../kernel/object-cache.ts'
import type { Gate, Operation } from '../../kernel/operation.ts'
import { Problem, type ProblemCode, type ProblemDetails } from '../../kernel/problem.ts'
import { type Deprecation, deprecationsByPath } from './deprecation.ts'
import { commonHeaders, localized, openToReaders, servedVersions } from './headers.ts'
import { localeOf, readQuery } from './parameters.ts'
import { readTarget } from './reads.ts'
import type { Outcome, Target } from './target.ts'
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
    const query = queryOf(request.query)
    const locale = (query && localeOf(query)) ?? asked
    const match = route(request.method, request.path)
    const refused = (code: ProblemCode) => refuse(new Problem(code), request.id, locale)

    if (match.found === 'nothing' || match.found === 'path') {
      if (!isServed(request.headers['api-version'])) return refused('unsupported-version')
      if (request.tooLarge) return refused('body-too-large')
      if (match.found === 'nothing') return refused('not-found')
      const goingAway = ending.get(match.path) ?? {}
      if (request.method === 'OPTIONS') return options(match.methods, goingAway)
      const problem = new Problem('method-not-allowed', onlyBy(match.methods))
      return refuse(problem, request.id, locale, { ...openToReaders, ...goingAway })
    }

    const { path, target } = match.route
    const outcome = await attempt()
    const always = { ...(await target.always(request, outcome)), ...ending.get(path) }
    if ('problem' in outcome) {
      return { ...refuse(outcome.problem, request.id, outcome.locale, always), route: path }
    }
    const { reply } = outcome
    return madeOf(reply, path, () => ({
      ...reply,
      headers: { ...reply.headers, ...common, ...always },
      route: path,
    }))

    async function attempt(): Promise<Outcome> {
      const no = (code: ProblemCode) => ({ problem: new Problem(code), locale })
      if (!isServed(request.headers['api-version'])) return no('unsupported-version')
      if (request.tooLarge) return no('body-too-large')
      if (!query || match.found !== 'route') return no('unreadable-request')
      if (!acceptsJson(request.headers.accept || '*/*')) return no('not-acceptable')
      const { values, repeated } = query
      return target.answer({ request, inPath: match.parameters, query: values, repeated, locale })
    }
  }

  return {
    owns: (path) => path === '/api' || path.startsWith('/api/'),
    question({ headers, path, query }) {
      if (!isServed(headers['api-version'])) return undefined
      const { accept, 'accept-language': language } = headers
      if (accept && !acceptsJson(accept)) return undefined
      const locale = language ? preferredLocale(language) : defaultLocale
      return `${locale} ${path}?${query}`
    },
    answer,
    refuse,
  }
}

/** Read once where many send the same. */
const queryOf = remember(readQuery)

const acceptsJson = remember((header: string) => mediaQuality(header, 'application/json') > 0)

function isServed(version: string | string[] | undefined): boolean {
  return version === undefined || servedVersions.includes(String(version).trim())
}

/** Said in the body too: not everybody reads headers. */
function onlyBy(methods: readonly string[]): ProblemDetails {
  const list = methods.join(', ')
  return {
    headers: { Allow: list },
    detail: { vi: `Địa chỉ này chỉ nhận ${list}.`, en: `This address takes only ${list}.` },
  }
}
