/** Routes and runs pages that are rendered per request, in both languages. */
import type { Document } from '../../content/document.ts'
import type { DynamicPage, PageRecord, PageResult } from '../../content/dynamic-page.ts'
import { type FormValues, toFormValues } from '../../content/form-values.ts'
import type { Request } from '../../http/message.ts'
import { createRouter } from '../../http/router.ts'
import { type Languages, type Locale, localPath } from '../../kernel/locale.ts'
import { type Clock, minute } from '../../kernel/time.ts'
import type { DraftCookie } from './draft-cookie.ts'
import { createOperationClient, type OperationClientSettings } from './operation-client.ts'

export type MatchedPage = {
  page: DynamicPage
  locale: Locale
  pathParams: Readonly<Record<string, string>>
}

export function createDynamicPages(
  pages: readonly DynamicPage[],
  languages: Languages,
): (path: string) => MatchedPage | undefined {
  const route = createRouter(
    pages.flatMap((page) =>
      languages.map((locale) => ({
        method: 'GET',
        path: localPath(page.path, locale, languages),
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

/** The booking, order, waitlist entry or card that a page, or a page below it, shows. */
export function findRecord(
  find: (path: string) => MatchedPage | undefined,
  path: string,
): (PageRecord & { code: string }) | undefined {
  for (const candidate of [path, path.slice(0, path.lastIndexOf('/'))]) {
    const { page, pathParams = {} } = find(candidate) ?? {}
    if (page?.record) return { ...page.record, code: pathParams.code ?? pathParams.number ?? '' }
  }
  return undefined
}

/** Replaces the {names} of a path pattern. */
export function fillPath(path: string, pathParams: Readonly<Record<string, string>>): string {
  return path.replace(/\{(\w+)\}/g, (_all, name) => encodeURIComponent(pathParams[name] ?? ''))
}

/** `cacheKey` names what a document that all guests get was created from. */
type SharedDocument = { createDocument: () => Document; cacheKey: string }

/** `address` is the requested path and query, without the format suffix. */
export async function runDynamicPage(
  { page, locale, pathParams }: MatchedPage,
  request: Request,
  address: string,
  settings: OperationClientSettings & { draftCookie: DraftCookie; now: Clock },
): Promise<PageResult | SharedDocument | 'not allowed'> {
  const { draftCookie, now } = settings
  const readKeys: (string | undefined)[] = []
  const pageRequest = {
    locale,
    pathParams,
    query: toFormValues(new URLSearchParams(request.query)),
    address,
    client: createOperationClient(request, locale, settings, (key) => readKeys.push(key)),
    draft: {
      read: () => draftCookie.read(request.headers.cookie),
      canStore: (values: FormValues) => draftCookie.write(values) !== undefined,
    },
  }
  if (request.method !== 'POST') {
    const atMinute = Math.floor(now() / minute)
    const result = await page.show(pageRequest)
    if (!('createDocument' in result)) return result
    const { createDocument } = result
    return readKeys.includes(undefined)
      ? { document: createDocument() }
      : { createDocument, cacheKey: [atMinute, ...readKeys].join(' ') }
  }
  if (!page.submit) return 'not allowed'
  const sent = toFormValues(new URLSearchParams(request.body.toString()))
  return page.submit({ ...pageRequest, sent })
}
