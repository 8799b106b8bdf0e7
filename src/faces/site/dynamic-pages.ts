/** Routes and runs pages that are rendered per request, in both languages. */
import { randomUUID } from 'node:crypto'
import type {
  ApiClient,
  ApiResponse,
  DynamicPage,
  PageRecord,
  PageResult,
} from '../../content/dynamic-page.ts'
import { type Reply, type Request, type SharedReply, toReply } from '../../http/message.ts'
import { createRouter } from '../../http/router.ts'
import { type Locale, locales, localPath } from '../../kernel/locale.ts'

/** The API that dynamic pages use. */
export type ApiBackend = {
  issueToken(operation: string): string
  handle(request: Request): Promise<Reply | SharedReply>
}

export type MatchedPage = {
  page: DynamicPage
  locale: Locale
  pathParams: Readonly<Record<string, string>>
}

export function createDynamicPages(
  pages: readonly DynamicPage[],
): (path: string) => MatchedPage | undefined {
  const route = createRouter(
    pages.flatMap((page) =>
      locales.map((locale) => ({
        method: 'GET',
        path: localPath(page.path, locale),
        target: { page, locale },
      })),
    ),
  )
  return (path) => {
    const match = route('GET', path)
    return match.found === 'route'
      ? { ...match.route.target, pathParams: match.parameters }
      : undefined
  }
}

/** The booking or order that a page, or a page below it, shows. */
export function findRecord(
  find: (path: string) => MatchedPage | undefined,
  path: string,
): PageRecord | undefined {
  for (const candidate of [path, path.slice(0, path.lastIndexOf('/'))]) {
    const { page, pathParams = {} } = find(candidate) ?? {}
    if (page?.record) {
      return { ...page.record, endpoint: fillPath(page.record.endpoint, pathParams) }
    }
  }
  return undefined
}

/** Replaces the {names} of a path pattern. */
export function fillPath(path: string, pathParams: Readonly<Record<string, string>>): string {
  return path.replace(/\{(\w+)\}/g, (_all, name) => encodeURIComponent(pathParams[name] ?? ''))
}

/** `address` is the requested path and query, without the format suffix. */
export async function runDynamicPage(
  { page, locale, pathParams }: MatchedPage,
  request: Request,
  address: string,
  apiBackend: ApiBackend,
): Promise<PageResult | 'not allowed'> {
  const query = new URLSearchParams(request.query)
  const pageRequest = {
    locale,
    pathParams,
    query,
    address,
    api: createApiClient(request, apiBackend),
  }
  if (request.method !== 'POST') return page.show(pageRequest)
  if (!page.submit) return 'not allowed'
  return page.submit({ ...pageRequest, sent: new URLSearchParams(request.body.toString()) })
}

/** Calls the API with the headers and address of the client, so that its limits apply. */
function createApiClient(request: Request, { issueToken, handle }: ApiBackend): ApiClient {
  const callApi = async (overrides: Partial<Request>): Promise<ApiResponse> => {
    const { status, body } = toReply(await handle({ ...request, ...overrides }))
    return { status, body: JSON.parse(body) as ApiResponse['body'] }
  }
  return {
    issueToken,
    createRequestId: randomUUID,
    read(address, locale) {
      const [path = '', query = ''] = address.split('?')
      const headers = { accept: 'application/json' }
      const fullQuery = `${query}${query && '&'}locale=${locale}`
      return callApi({ method: 'GET', path, query: fullQuery, headers, body: Buffer.alloc(0) })
    },
    submit(endpoint, fields, { locale, key, dryRun }) {
      return callApi({
        path: endpoint,
        query: `locale=${locale}${dryRun ? '&dry_run=1' : ''}`,
        headers: {
          ...request.headers,
          accept: 'application/json',
          ...(key !== undefined && { 'idempotency-key': key }),
        },
        body: Buffer.from(fields.toString()),
      })
    },
  }
}
