/** The public HTTP API: each operation behind its address, each refusal as problem+json. */
import type { Headers, Reply, Request } from '../../http/message.ts'
import { mediaQuality, preferredLocale } from '../../http/negotiate.ts'
import { createRouter } from '../../http/router.ts'
import { defaultLocale, type Locale } from '../../kernel/locale.ts'
import type { Gate, Operation } from '../../kernel/operation.ts'
import { Problem, type ProblemCode } from '../../kernel/problem.ts'
import { remember } from '../../kernel/remember.ts'
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
    const query = readQuery(request.query)
    const locale = (query && localeOf(query)) ?? asked
    const match = route(request.method, request.path)
    const refused = (code: ProblemCode, more?: Headers, headers?: Record<string, string>) =>
      refuse(new Problem(code, headers && { headers }), request.id, locale, more)

    if (match.found === 'nothing' || match.found === 'path') {
      if (!isServed(request.headers['api-version'])) return refused('unsupported-version')
      if (request.tooLarge) return refused('body-too-large')
      if (match.found === 'nothing') return refused('not-found')
      const goingAway = ending.get(match.path) ?? {}
      if (request.method === 'OPTIONS') return options(match.methods, goingAway)
      const allow = { Allow: match.methods.join(', ') }
      return refused('method-not-allowed', { ...openToReaders, ...goingAway }, allow)
    }

    const { path, target } = match.route
    const outcome = await attempt()
    const always = { ...(await target.always(request, outcome)), ...ending.get(path) }
    const reply =
      'reply' in outcome
        ? { ...outcome.reply, headers: { ...outcome.reply.headers, ...common, ...always } }
        : refuse(outcome.problem, request.id, outcome.locale, always)
    return { ...reply, route: path }

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
      if (!acceptsJson(headers.accept || '*/*')) return undefined
      return `${preferredLocale(headers['accept-language'] ?? '')} ${path}?${query}`
    },
    answer,
    refuse,
  }
}

const acceptsJson = remember((header: string) => mediaQuality(header, 'application/json') > 0)

function isServed(version: string | string[] | undefined): boolean {
  return version === undefined || servedVersions.includes(String(version).trim())
}
