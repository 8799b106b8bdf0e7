/** The HTTP handler of the desk, which listens on its own port. */
import { isFreshSignIn } from '../domain/staff/staff.ts'
import { healthReply, methodNotAllowedReply, readyReply } from '../http/health.ts'
import { isReadMethod, type Reply, type Request } from '../http/message.ts'
import { createResponseCache } from '../http/response-cache.ts'
import { createRouter, type Route } from '../http/router.ts'
import type { Handler } from '../http/server.ts'
import { fileReply } from '../http/static-file.ts'
import type { Locale, LocalizedText } from '../kernel/locale.ts'
import { Problem } from '../kernel/problem.ts'
import { StoreDamaged } from '../store/sql.ts'
import { html } from '../ui/html.ts'
import { createActionLinks } from './action-links.ts'
import { calendarFeed } from './calendar-feed.ts'
import { requestConfirmation } from './confirmation.ts'
import type { DeskContext } from './context.ts'
import { createCookies } from './cookie.ts'
import { createPreviews, isPreviewPath } from './editor/preview.ts'
import type { EventHub } from './event-hub.ts'
import { eventStreamReply } from './event-stream.ts'
import { deskFiles } from './files.ts'
import { readForm } from './form-body.ts'
import { offlineHeaders } from './offline.ts'
import { createPageRenderer } from './page-renderer.ts'
import { createFormRunner } from './repeated-forms.ts'
import {
  downloadReply,
  jsonReply,
  pictureReply,
  plainReply,
  redirectReply,
  screenReply,
  unavailableReply,
} from './replies.ts'
import { refererPath } from './safe-path.ts'
import { isAllowedHost, isSameOrigin } from './same-origin.ts'
import type { Screen, ScreenPage, ScreenRequest, ScreenResult } from './screen.ts'
import { createScreens } from './screens.ts'
import { createSignInRoutes } from './sign-in.ts'
import { createSecondaryTabs } from './tabs.ts'

export type DeskOptions = DeskContext & {
  hub: EventHub
}

export function createDesk(context: DeskOptions): Handler {
  const { shop, store, now, staffAccess, hub, deskUrl } = context
  const tabs = createSecondaryTabs(context)
  const previews = context.content && createPreviews(context, context.content)
  const findScreen = createScreenRouter(createScreens(context, tabs, previews))
  const files = new Map(deskFiles(shop).map((file) => [file.path, file]))
  const cookies = createCookies(deskUrl)
  const { renderSignedOut, renderSignedIn } = createPageRenderer(context, tabs, [...files.keys()])
  const signInRoutes = createSignInRoutes({ ...context, cookies, renderPage: renderSignedOut })
  const runForm = createFormRunner(context)
  const actionLinks = createActionLinks(context, renderSignedOut)

  /** Renews the cookie with every page, so that it lasts as long as the session. */
  const renderScreen = async (
    page: ScreenPage,
    screenRequest: ScreenRequest,
    route: string,
  ): Promise<Reply> => {
    const reply = await renderSignedIn(page, screenRequest, route)
    const { retryAfterSeconds } = page
    return {
      ...reply,
      headers: {
        ...reply.headers,
        ...(retryAfterSeconds !== undefined && { 'Retry-After': String(retryAfterSeconds) }),
        ...(reply.status === 200 && offlineHeaders(context, screenRequest.request)),
        'Set-Cookie': cookies.write(screenRequest.token),
      },
    }
  }

  const toReply = async (
    result: ScreenResult,
    screenRequest: ScreenRequest,
    route: string,
  ): Promise<Reply> => {
    const { newToken } = result
    const cookie = newToken === undefined ? undefined : cookies.write(newToken)
    if ('seeOther' in result) return redirectReply(result.seeOther, route, cookie)
    if ('fragment' in result) return screenReply(200, screenRequest.locale, result.fragment, route)
    if ('file' in result) return downloadReply(result.file, route)
    if ('picture' in result) return pictureReply(result.picture, route)
    if ('json' in result) return jsonReply(result.status ?? 200, result.json, route, cookie)
    return renderScreen(result, { ...screenRequest, token: newToken ?? screenRequest.token }, route)
  }

  const redirectToSignIn = (
    { method, path, query, headers }: Request,
    hasCookie: boolean,
  ): Reply => {
    const current = query === '' ? path : `${path}?${query}`
    // A form leads back to its page, where what was typed is filled in again.
    const page = isReadMethod(method) ? current : refererPath(headers.referer)
    const next = page === '/' ? '' : `?next=${encodeURIComponent(page)}`
    // A background request may have been sent just before a confirmation replaced the token: its reply must not
    // delete it.
    const isBackground = headers['sec-fetch-dest'] === 'empty'
    const cookie = hasCookie && !isBackground ? cookies.clear : undefined
    return redirectReply(`/sign-in${next}`, '-', cookie)
  }

  const handleSignedIn = async (request: Request): Promise<Reply> => {
    const token = cookies.read(request.headers.cookie)
    const authenticated = token === undefined ? undefined : await staffAccess.authenticate(token)
    const isStream = request.path === '/live'
    if (!authenticated || token === undefined) {
      return isStream
        ? plainReply(401, words.notSignedIn.en, '/live')
        : redirectToSignIn(request, token !== undefined)
    }
    const { member, session } = authenticated
    if (isStream) {
      if (!isReadMethod(request.method)) return methodNotAllowedReply(request.method, '/live')
      const checkSession = () => staffAccess.authenticate(token)
      return eventStreamReply(context, request, member.locale, checkSession)
    }
    if (previews && isPreviewPath(request.path) && member.role === 'owner')
      return previews.show(request, member.id)
    const match = findScreen(request.method, request.path)
    if (match.found === 'path') return methodNotAllowedReply(request.method, match.path, true)
    const [lastEventId, dataVersion] = await Promise.all([hub.lastEventId(), store.dataVersion?.()])
    const screenRequest: ScreenRequest = {
      member,
      session,
      token,
      locale: member.locale,
      pathParams: match.found === 'route' ? match.parameters : {},
      query: new URLSearchParams(request.query),
      ...(await readForm(request)),
      request,
      lastEventId,
      dataVersion,
    }
    if (match.found !== 'route') {
      return renderScreen(
        messagePage(404, words.notFound, member.locale),
        screenRequest,
        'not-found',
      )
    }
    const { target, path } = match.route
    if (target.isOwnerOnly && member.role !== 'owner') {
      return renderScreen(messagePage(403, words.ownerOnly, member.locale), screenRequest, path)
    }
    // From the session as the database has it now. Pages do not check it: a form can be sent without its page.
    if (target.needsFreshSignIn && !isFreshSignIn(session, now())) {
      return toReply(requestConfirmation(screenRequest), screenRequest, path)
    }
    const isRead = isReadMethod(request.method)
    const handler = isRead ? target.show : target.submit
    if (!handler) return methodNotAllowedReply(request.method, path, true)
    const run = () => handler(screenRequest)
    const result = isRead ? await run() : await runForm(screenRequest, run)
    return toReply(result, screenRequest, path)
  }

  const describeState = () => {
    const holder = store.lockHolder?.()
    return {
      ...(holder && { database: 'locked', lock_holder: holder }),
      ...(context.content?.hasStoredContent() && { content: 'stored' }),
    }
  }

  const handle = async (request: Request): Promise<Reply> => {
    if (request.path === '/healthz') return healthReply(request.method)
    if (request.path === '/readyz') return readyReply(request.method, store.ready, describeState)
    if (!isAllowedHost(request, deskUrl)) return plainReply(421, wrongHostText(deskUrl), '-')
    const isRead = isReadMethod(request.method)
    const file = isRead ? files.get(request.path) : undefined
    if (file) return fileReply(file)
    if (!isRead && !isSameOrigin(request)) return plainReply(403, words.foreign.en, '-')
    return (
      (await signInRoutes.handle(request)) ??
      (await actionLinks.handle(request)) ??
      (await calendarFeed(context, request)) ??
      handleSignedIn(request)
    )
  }

  /** Only a signed-in member who may use the screen can send a large body. */
  const bodyLimitOf = async ({ method, path, headers }: Request): Promise<number | undefined> => {
    const match = findScreen(method, path)
    if (match.found !== 'route' || match.route.target.maxBodyBytes === undefined) return undefined
    const { target } = match.route
    const token = cookies.read(headers.cookie)
    const authenticated = token === undefined ? undefined : await staffAccess.authenticate(token)
    const isAllowed =
      authenticated && (!target.isOwnerOnly || authenticated.member.role === 'owner')
    return isAllowed ? target.maxBodyBytes : undefined
  }

  return {
    bodyLimitOf,
    responseCache: createResponseCache(
      ({ path }) => (files.has(path) ? { address: path, variant: '' } : undefined),
      now,
    ),
    handle,
    onError(_request, error) {
      if (!(error instanceof Problem) || error.status !== 503)
        return plainReply(500, inBothLanguages(words.broken), '-')
      return unavailableReply(inBothLanguages(unavailableText(error)), error.details.retryAfter)
    },
    onInvalidRequest: (status) => plainReply(status, words.unreadable.en, '-'),
  }
}

function createScreenRouter(screens: readonly Screen[]) {
  return createRouter(
    screens.flatMap((screen): Route<Screen>[] => [
      { method: 'GET', path: screen.path, target: screen },
      ...(screen.submit ? [{ method: 'POST', path: screen.path, target: screen }] : []),
    ]),
  )
}

/** Usually DESK_URL is not set, so the text names it. */
function wrongHostText(deskUrl: string): string {
  return `The address of this desk is ${deskUrl}. To use another address, set DESK_URL to it.`
}

function unavailableText(problem: Problem): LocalizedText {
  if (problem instanceof StoreDamaged) return words.damaged
  // A detail means that a write may have been stored.
  return problem.details.detail ? words.outcomeUnknown : words.unavailable
}

function messagePage(status: number, text: LocalizedText, locale: Locale): ScreenPage {
  return { status, title: text[locale], body: html`<h1>${text[locale]}</h1>` }
}

function inBothLanguages({ vi, en }: LocalizedText): string {
  return `${vi} / ${en}`
}

const words = {
  notSignedIn: { vi: 'Xin đăng nhập trước.', en: 'Sign in first.' },
  notFound: { vi: 'Không có trang này', en: 'Page not found' },
  ownerOnly: { vi: 'Chỉ chủ mới xem được trang này', en: 'Only owners can see this page' },
  foreign: {
    vi: 'Yêu cầu này không tới từ quầy.',
    en: 'This request was not sent by a page of the desk.',
  },
  broken: { vi: 'Có lỗi; xin thử lại.', en: 'An error occurred. Please try again.' },
  unavailable: {
    vi: 'Sổ đặt chỗ đang tạm ngắt; chưa có gì thay đổi. Xin thử lại sau ít giây.',
    en: 'The database is temporarily unavailable. Nothing was changed. Try again shortly.',
  },
  damaged: {
    vi: 'Sổ đặt chỗ bị hỏng; chưa có gì thay đổi. Người quản lý máy chủ cần khôi phục một bản sao lưu.',
    en: 'The database is damaged. Nothing was changed. The operator of the server must restore a backup.',
  },
  outcomeUnknown: {
    vi: 'Chưa rõ thao tác này đã được lưu hay chưa. Hãy tải lại trang và kiểm tra trước khi làm lại.',
    en: 'It is not known whether this was stored. Reload the page and check before you try again.',
  },
  unreadable: { vi: 'Không đọc được.', en: 'This request cannot be read.' },
} satisfies Record<string, LocalizedText>
