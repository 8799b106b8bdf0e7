/** Pages that are made for one visitor, behind their addresses in both languages. */
import { randomUUID } from 'node:crypto'
import type { ApiClient, ApiResponse, DynamicPage, PageResult } from '../../content/dynamic-page.ts'
import type { Reply, Request } from '../../http/message.ts'
import { createRouter } from '../../http/router.ts'
import { type Locale, locales, localPath } from '../../kernel/locale.ts'

/** What the pages' doors lead to. */
export type ApiBackend = {
  issueToken(operation: string): string
  /** Answers as the API does. */
  handle(request: Request): Promise<Reply>
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

/** `address` is where the page was asked for, without its ending. */
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

/** The API as the pages use it: for the visitor who asked, from the address he asked from. */
function createApiClient(request: Request, { issueToken, handle }: ApiBackend): ApiClient {
  const callApi = async (overrides: Partial<Request>): Promise<ApiResponse> => {
    const { status, body } = await handle({ ...request, ...overrides })
    return { status, body: JSON.parse(body) as ApiResponse['body'] }
  }
  return {
    issueToken,
    createRequestId: randomUUID,
    read(address, locale) {
      const [path = '', query = ''] = address.split('?')
      const headers = { accept: 'application/json' }
      const own = `${query}${query && '&'}locale=${locale}`
      return callApi({ method: 'GET', path, query: own, headers, body: Buffer.alloc(0) })
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
