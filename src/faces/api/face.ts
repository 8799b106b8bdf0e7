/** The public HTTP API: routes requests to operations and returns errors as problem+json. */
import type { Headers, Reply, Request, SharedReply } from '../../http/message.ts'
import { mediaQuality, preferredLocale } from '../../http/negotiate.ts'
import type { CacheKey } from '../../http/response-cache.ts'
import { createRouter } from '../../http/router.ts'
import type { Untranslated } from '../../kernel/content-language.ts'
import { chooseLocale, type Languages, type Locale } from '../../kernel/locale.ts'
import { memoize } from '../../kernel/memoize.ts'
import type { Operation, WriteAccess } from '../../kernel/operation.ts'
import { Problem, type ProblemCode, type ProblemDetails } from '../../kernel/problem.ts'
import type { Deprecations } from './deprecation.ts'
import { apiVersions, commonHeaders, languageHeaders, publicReadHeaders } from './headers.ts'
import { parseQuery, queryLocale } from './parameters.ts'
import { readTarget } from './reads.ts'
import type { CallResult, Target } from './target.ts'
import { writeTarget } from './writes.ts'

export type ApiSettings = {
  base: string
  languages: Languages
  untranslated: Untranslated
  writeLimit: number
  deprecations: Deprecations
  writeAccess: WriteAccess
}

export type Api = {
  owns(path: string): boolean
  /** Key of the response cache; undefined for requests whose response is not cached. */
  cacheKey(request: Request): CacheKey | undefined
  handle(request: Request): Promise<Reply | SharedReply>
  /** An error response of the API, also for bytes that are not a valid request. */
  toProblemReply(problem: Problem, id: string, locale?: Locale, more?: Headers): Reply
}

export function createApi(operations: readonly Operation[], settings: ApiSettings): Api {
  const { base, writeLimit, deprecations, languages, writeAccess } = settings
  const common = { ...commonHeaders(base, writeLimit), ...deprecations.headers() }
  const route = createRouter<Target>(
    operations.map((operation) => ({
      ...operation.http,
      target:
        operation.kind === 'read'
          ? readTarget(operation, settings.untranslated)
          : writeTarget(operation, writeAccess, base, settings),
    })),
  )

  const toProblemReply: Api['toProblemReply'] = (
    problem,
    id,
    locale = languages[0],
    more = publicReadHeaders,
  ) => ({
    status: problem.status,
    headers: {
      'Content-Type': 'application/problem+json',
      ...languageHeaders(locale),
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
          ...publicReadHeaders,
          'Access-Control-Allow-Methods': 'GET, HEAD, OPTIONS',
          'Access-Control-Allow-Headers': 'API-Version, Accept-Language, If-None-Match',
          'Access-Control-Max-Age': '86400',
        }),
        'Cache-Control': 'no-store',
      },
      body: '',
    }
  }

  const handle = async (request: Request): Promise<Reply | SharedReply> => {
    const preferred = preferredLocale(request.headers['accept-language'] ?? '')
    const query = parseQuery(request.query)
    const locale = chooseLocale(languages, (query && queryLocale(query)) ?? preferred)
    const match = route(request.method, request.path)

    if (match.found === 'nothing' || match.found === 'path') {
      const deprecationHeaders = deprecations.headers(
        match.found === 'path' ? match.path : undefined,
      )
      const reject = (problem: Problem) =>
        toProblemReply(problem, request.id, locale, { ...publicReadHeaders, ...deprecationHeaders })
      if (!isSupportedVersion(request.headers['api-version']))
        return reject(new Problem('unsupported-version'))
      if (request.isBodyTooLarge) return reject(new Problem('body-too-large'))
      if (match.found === 'nothing') return reject(new Problem('not-found'))
      if (request.method === 'OPTIONS') return options(match.methods, deprecationHeaders)
      return reject(new Problem('method-not-allowed', allowOnly(match.methods)))
    }

    const { path, target } = match.route
    const result = await callTarget()
    const extraHeaders = {
      ...(await target.extraHeaders(request, result)),
      ...deprecations.headers(path),
    }
    if ('problem' in result) {
      return {
        ...toProblemReply(result.problem, request.id, result.locale, extraHeaders),
        route: path,
      }
    }
    const { reply } = result
    const addHeaders = (one: Reply): Reply => ({
      ...one,
      headers: { ...one.headers, ...common, ...extraHeaders },
      route: path,
    })
    return 'create' in reply
      ? { ...reply, create: () => addHeaders(reply.create()) }
      : addHeaders(reply)

    async function callTarget(): Promise<CallResult> {
      const rejected = (code: ProblemCode) => ({ problem: new Problem(code), locale })
      if (!isSupportedVersion(request.headers['api-version']))
        return rejected('unsupported-version')
      if (request.isBodyTooLarge) return rejected('body-too-large')
      if (!query || match.found !== 'route') return rejected('unreadable-request')
      if (!acceptsJson(request.headers.accept || '*/*')) return rejected('not-acceptable')
      const { values, repeated } = query
      return target.handle({
        request,
        pathParams: match.parameters,
        query: values,
        repeated,
        locale,
      })
    }
  }

  return {
    owns: (path) => path === '/api' || path.startsWith('/api/'),
    cacheKey({ headers, target }) {
      if (!isSupportedVersion(headers['api-version'])) return undefined
      const { accept, 'accept-language': language } = headers
      if (accept && !acceptsJson(accept)) return undefined
      return {
        address: target,
        variant: chooseLocale(languages, language ? preferredLocale(language) : undefined),
      }
    },
    handle,
    toProblemReply,
  }
}

const acceptsJson = memoize((header: string) => mediaQuality(header, 'application/json') > 0)

function isSupportedVersion(version: string | string[] | undefined): boolean {
  return version === undefined || apiVersions.includes(String(version).trim())
}

/** The body names the allowed methods too, because some clients do not show headers. */
function allowOnly(methods: readonly string[]): ProblemDetails {
  const list = methods.join(', ')
  return {
    headers: { Allow: list },
    detail: { vi: `Địa chỉ này chỉ nhận ${list}.`, en: `This URL supports only ${list}.` },
  }
}
