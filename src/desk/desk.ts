/** The desk: everything behind its own door, on its own port. The screens are listed here. */

import { countBookingsAwaitingStaff } from '../domain/booking/queries.ts'
import { countUrgent } from '../domain/privacy/data-requests.ts'
import type { Role } from '../domain/staff/staff.ts'
import { healthReply, methodNotAllowedReply, readyReply } from '../http/health.ts'
import type { Reply, Request } from '../http/message.ts'
import { createResponseCache } from '../http/response-cache.ts'
import { createRouter, type Route } from '../http/router.ts'
import type { Handler } from '../http/server.ts'
import { fileReply } from '../http/static-file.ts'
import type { Locale, LocalizedText } from '../kernel/locale.ts'
import { StoreUnavailable } from '../store/sql.ts'
import { html } from '../ui/html.ts'
import { createActionLinks } from './action-links.ts'
import { calendarFeed } from './calendar-feed.ts'
import type { DeskContext } from './context.ts'
import { createCookies } from './cookie.ts'
import type { EventHub } from './event-hub.ts'
import { eventStreamReply } from './event-stream.ts'
import { deskFiles } from './files.ts'
import { moreList, renderLayout, type Tab } from './layout.ts'
import {
  downloadReply,
  jsonReply,
  plainReply,
  screenReply,
  seeOther,
  unavailableReply,
} from './replies.ts'
import { isAllowedHost, isSameOrigin } from './same-origin.ts'
import type { Screen, ScreenPage, ScreenRequest, ScreenResult } from './screen.ts'
import { accountScreens } from './screens/account.ts'
import { bookingScreen } from './screens/booking.ts'
import { bookingActions } from './screens/booking-actions.ts'
import { channelScreens } from './screens/channels.ts'
import { closedDayScreens } from './screens/closed-days.ts'
import { contentNotice, contentPath, contentScreens } from './screens/content.ts'
import { dayScreen } from './screens/day.ts'
import { inboxScreen } from './screens/inbox.ts'
import { leadScreens } from './screens/leads.ts'
import { orderScreens } from './screens/orders.ts'
import { privacyScreens } from './screens/privacy.ts'
import { quickEntryScreen } from './screens/quick-entry.ts'
import { reportScreens } from './screens/reports.ts'
import { searchScreen } from './screens/search.ts'
import { subscriberScreens } from './screens/subscribers.ts'
import { teamScreens } from './screens/team.ts'
import { timelineScreen } from './screens/timeline.ts'
import { createSignInRoutes } from './sign-in.ts'

export type DeskOptions = DeskContext & {
  hub: EventHub
  clientOf(request: Request): string
}

export function createDesk(context: DeskOptions): Handler {
  const { shop, store, now, staffAccess, hub, deskUrl } = context
  const tabs = createTabs(context)
  const urgentCountsFor = async (role: Role) =>
    role === 'owner' ? { '/guest-data': await countUrgent(store.read, now()) } : {}
  const screens: readonly Screen[] = [
    inboxScreen(context),
    timelineScreen(context),
    dayScreen(context),
    searchScreen(context),
    quickEntryScreen(context),
    bookingScreen(context),
    bookingActions(context),
    ...(shop.orders ? orderScreens(context) : []),
    ...leadScreens(context),
    ...subscriberScreens(context),
    ...closedDayScreens(context),
    ...(context.content ? contentScreens(context, context.content) : []),
    ...reportScreens(context),
    ...channelScreens(context),
    ...privacyScreens(context),
    ...teamScreens(context),
    ...accountScreens(context),
    {
      path: '/more',
      show: async ({ locale, member }) => ({
        title: words.more[locale],
        tab: '/more',
        body: html`<h1>${words.more[locale]}</h1>${moreList(tabs, locale, member.role === 'owner', await urgentCountsFor(member.role))}`,
      }),
    },
  ]
  const find = createRouter(
    screens.flatMap((screen): Route<Screen>[] => [
      { method: 'GET', path: screen.path, target: screen },
      ...(screen.submit ? [{ method: 'POST', path: screen.path, target: screen }] : []),
    ]),
  )
  const files = new Map(deskFiles(shop).map((file) => [file.path, file]))
  const fonts = [...files.keys()].filter((path) => path.startsWith('/fonts/'))
  const hasFavicon = files.has('/favicon.svg')
  const cookies = createCookies(deskUrl)

  const renderSignedOut = async (
    page: ScreenPage,
    locale: Locale,
    route: string,
  ): Promise<Reply> => {
    const text = renderLayout(
      {
        locale,
        shopName: shop.business.name,
        hasFavicon,
        fonts,
        tabs: [],
        waitingCount: 0,
        urgentCounts: {},
        lastEventId: '',
        quickEntryExample: '',
      },
      page,
    )
    return screenReply(page.status ?? 200, locale, text, route)
  }
  const signInRoutes = createSignInRoutes({ ...context, cookies, page: renderSignedOut })
  const actionLinks = createActionLinks(context, renderSignedOut)

  const renderSignedIn = async (
    page: ScreenPage,
    screenRequest: ScreenRequest,
    route: string,
  ): Promise<Reply> => {
    const { locale, member, lastEventId, token } = screenRequest
    const isOwner = member.role === 'owner'
    const text = renderLayout(
      {
        locale,
        shopName: shop.business.name,
        hasFavicon,
        fonts,
        tabs,
        member: { name: member.name, isOwner },
        waitingCount: await countBookingsAwaitingStaff(store.read, now()),
        urgentCounts: await urgentCountsFor(member.role),
        lastEventId,
        quickEntryExample: shop.booking.quickEntryExample[locale],
        ...(isOwner &&
          context.content &&
          page.tab !== contentPath && { banner: contentNotice(context.content, locale) }),
      },
      page,
    )
    const made = screenReply(page.status ?? 200, locale, text, route)
    // Who is here stays signed in: the cookie lasts as long as the session does.
    return { ...made, headers: { ...made.headers, 'Set-Cookie': cookies.write(token) } }
  }

  const toReply = async (
    shown: ScreenResult,
    screenRequest: ScreenRequest,
    route: string,
  ): Promise<Reply> => {
    if ('seeOther' in shown) return seeOther(shown.seeOther, route)
    if ('file' in shown) return downloadReply(shown.file, route)
    if ('json' in shown) return jsonReply(shown.status ?? 200, shown.json, route)
    return renderSignedIn(shown, screenRequest, route)
  }

  const signedIn = async (request: Request): Promise<Reply> => {
    const token = cookies.read(request.headers.cookie)
    const authenticated = token === undefined ? undefined : await staffAccess.authenticate(token)
    const isReadRequest = request.method === 'GET' || request.method === 'HEAD'
    if (!authenticated || token === undefined) {
      if (request.path === '/live') return plainReply(401, 'Sign in first.', '/live')
      const here = request.query === '' ? request.path : `${request.path}?${request.query}`
      const next = isReadRequest && here !== '/' ? `?next=${encodeURIComponent(here)}` : ''
      return seeOther(`/sign-in${next}`, '-', token === undefined ? undefined : cookies.clear)
    }
    const { member, session } = authenticated
    if (request.path === '/live') {
      if (!isReadRequest) return methodNotAllowedReply(request.method, '/live')
      return eventStreamReply(context, request, member.locale, () =>
        staffAccess.authenticate(token),
      )
    }
    const match = find(request.method, request.path)
    const screenRequest: ScreenRequest = {
      member,
      session,
      token,
      locale: member.locale,
      pathParams: match.found === 'route' ? match.parameters : {},
      query: new URLSearchParams(request.query),
      form: new URLSearchParams(request.isBodyTooLarge ? '' : request.body.toString()),
      request,
      lastEventId: await hub.lastEventId(),
    }
    if (match.found === 'path') return methodNotAllowedReply(request.method, match.path, true)
    if (match.found !== 'route')
      return renderSignedIn(notFoundPage(member.locale), screenRequest, 'lost')
    const { target, path } = match.route
    if (target.ownerOnly && member.role !== 'owner') {
      return renderSignedIn(ownerOnlyPage(member.locale), screenRequest, path)
    }
    const handler = isReadRequest ? target.show : target.submit
    return handler
      ? toReply(await handler(screenRequest), screenRequest, path)
      : methodNotAllowedReply(request.method, path, true)
  }

  const handle = async (request: Request): Promise<Reply> => {
    if (request.path === '/healthz') return healthReply(request.method)
    if (request.path === '/readyz') return readyReply(request.method, store.ready)
    if (!isAllowedHost(request, deskUrl)) return plainReply(421, wrongHostText(deskUrl), '-')
    const isReadRequest = request.method === 'GET' || request.method === 'HEAD'
    const file = isReadRequest ? files.get(request.path) : undefined
    if (file) return fileReply(file)
    if (!isReadRequest && !isSameOrigin(request)) return plainReply(403, words.foreign.en, '-')
    return (
      (await signInRoutes.handle(request)) ??
      (await actionLinks.handle(request)) ??
      (await calendarFeed(context, request)) ??
      signedIn(request)
    )
  }

  return {
    responseCache: createResponseCache(({ path }) => (files.has(path) ? path : undefined)),
    handle,
    onError: (_request, error) =>
      error instanceof StoreUnavailable
        ? unavailableReply(
            `${words.unavailable.vi} / ${words.unavailable.en}`,
            error.details.retryAfter,
          )
        : plainReply(500, `${words.broken.vi} / ${words.broken.en}`, '-'),
    onInvalidRequest: (status) => plainReply(status, words.unreadable.en, '-'),
  }
}

function createTabs({ shop, content }: DeskContext): Tab[] {
  return [
    ...(shop.orders
      ? [{ path: '/orders', title: { vi: 'Thẻ đã đặt', en: 'Card orders' }, icon: 'card' }]
      : []),
    { path: '/leads', title: { vi: 'Xin gọi lại', en: 'Call-backs' }, icon: 'phone' },
    {
      path: '/closed',
      title: { vi: 'Ngày nghỉ, khóa chỗ', en: 'Closed and blocked' },
      icon: 'closed',
    },
    ...(content
      ? [
          {
            path: contentPath,
            title: { vi: 'Nội dung trang', en: 'Content' },
            icon: 'text',
            ownerOnly: true,
          },
        ]
      : []),
    { path: '/numbers', title: { vi: 'Con số', en: 'Numbers' }, icon: 'chart' },
    {
      path: '/subscribers',
      title: { vi: 'Bản tin', en: 'Newsletter' },
      icon: 'mail',
      ownerOnly: true,
    },
    {
      path: '/channels',
      title: { vi: 'Kênh báo tin', en: 'Channels' },
      icon: 'channels',
      ownerOnly: true,
    },
    {
      path: '/guest-data',
      title: { vi: 'Dữ liệu của khách', en: 'Guests’ data' },
      icon: 'shield',
      ownerOnly: true,
    },
    { path: '/team', title: { vi: 'Nhân viên', en: 'Staff' }, icon: 'people', ownerOnly: true },
    { path: '/account', title: { vi: 'Tài khoản', en: 'Account' }, icon: 'account' },
  ]
}

/** Most likely whoever set it up wrote no address: so it says how. */
function wrongHostText(deskUrl: string): string {
  return `This desk answers as ${deskUrl}. To reach it by another name, set DESK_URL to that address.`
}

function notFoundPage(locale: Locale): ScreenPage {
  return {
    status: 404,
    title: words.notFound[locale],
    body: html`<h1>${words.notFound[locale]}</h1>`,
  }
}

function ownerOnlyPage(locale: Locale): ScreenPage {
  return {
    status: 403,
    title: words.ownerOnly[locale],
    body: html`<h1>${words.ownerOnly[locale]}</h1>`,
  }
}

const words = {
  more: { vi: 'Khác', en: 'More' },
  notFound: { vi: 'Không có trang này', en: 'There is no such page' },
  ownerOnly: { vi: 'Chỉ chủ mới xem được trang này', en: 'Only the owner may see this page' },
  foreign: {
    vi: 'Yêu cầu này không tới từ quầy.',
    en: 'This request does not come from a page of the desk.',
  },
  broken: { vi: 'Có lỗi; xin thử lại.', en: 'Something broke; please try again.' },
  unavailable: {
    vi: 'Sổ đặt chỗ đang tạm ngắt; chưa có gì thay đổi. Xin thử lại sau ít giây.',
    en: 'The book is out of reach for a moment; nothing was changed. Please try again shortly.',
  },
  unreadable: { vi: 'Không đọc được.', en: 'This request cannot be read.' },
} satisfies Record<string, LocalizedText>
