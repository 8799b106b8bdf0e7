/** Pages that are made for one visitor, behind their addresses in both languages. */
import { randomUUID } from 'node:crypto'
import type { Answered, Doors, LivePage, Shown } from '../../content/dynamic-page.ts'
import type { Reply, Request } from '../../http/message.ts'
import { createRouter } from '../../http/router.ts'
import { type Locale, locales, localPath } from '../../kernel/locale.ts'

/** What the pages' doors lead to. */
export type Behind = {
  issueToken(operation: string): string
  /** Answers as the API does. */
  answer(request: Request): Promise<Reply>
}

export type Found = {
  page: LivePage
  locale: Locale
  at: Readonly<Record<string, string>>
}

export function createLivePages(pages: readonly LivePage[]): (path: string) => Found | undefined {
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
    return match.found === 'route' ? { ...match.route.target, at: match.parameters } : undefined
  }
}

/** `address` is where the page was asked for, without its ending. */
export async function visit(
  { page, locale, at }: Found,
  request: Request,
  address: string,
  behind: Behind,
): Promise<Shown | 'not allowed'> {
  const query = new URLSearchParams(request.query)
  const own = { locale, at, query, address, doors: doorsFor(request, behind) }
  if (request.method !== 'POST') return page.show(own)
  if (!page.act) return 'not allowed'
  return page.act({ ...own, sent: new URLSearchParams(request.body.toString()) })
}

/** The API as the pages use it: for the visitor who asked, from the address he asked from. */
function doorsFor(request: Request, { issueToken, answer }: Behind): Doors {
  const ask = async (more: Partial<Request>): Promise<Answered> => {
    const { status, body } = await answer({ ...request, ...more })
    return { status, body: JSON.parse(body) as Answered['body'] }
  }
  return {
    token: issueToken,
    requestId: randomUUID,
    read(address, locale) {
      const [path = '', query = ''] = address.split('?')
      const headers = { accept: 'application/json' }
      const own = `${query}${query && '&'}locale=${locale}`
      return ask({ method: 'GET', path, query: own, headers, body: Buffer.alloc(0) })
    },
    submit(endpoint, fields, { locale, key, dryRun }) {
      return ask({
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
