/** The desk: everything behind its own door, on its own port. The screens are listed here. */

import { countWaiting } from '../domain/booking/queries.ts'
import { countPressing } from '../domain/privacy/data-requests.ts'
import type { Role } from '../domain/staff/staff.ts'
import { healthReply, onlyReading, readyReply } from '../http/health.ts'
import type { Reply, Request } from '../http/message.ts'
import { createAnswers } from '../http/response-cache.ts'
import { createRouter, type Route } from '../http/router.ts'
import type { Handler } from '../http/server.ts'
import { fileReply } from '../http/static-file.ts'
import type { Locale, Words } from '../kernel/locale.ts'
import { StoreUnavailable } from '../store/sql.ts'
import { html } from '../ui/html.ts'
import { createActionLinks } from './action-links.ts'
import { calendarFeed } from './calendar-feed.ts'
import type { DeskParts } from './context.ts'
import { cookiesFor } from './cookie.ts'
import type { Hub } from './event-hub.ts'
import { liveReply } from './event-stream.ts'
import { deskFiles } from './files.ts'
import { frame, moreList, type Tab } from './layout.ts'
import { awayReply, downloadReply, jsonReply, pageReply, plainReply, seeOther } from './replies.ts'
import { isMeantForUs, isOurOwn } from './same-origin.ts'
import type { Page, Screen, Shown, Visit } from './screen.ts'
import { accountScreens } from './screens/account.ts'
import { bookingScreen } from './screens/booking.ts'
import { bookingActs } from './screens/booking-actions.ts'
import { channelScreens } from './screens/channels.ts'
import { closedScreens } from './screens/closed-days.ts'
import { contentNotice, contentPath, contentScreens } from './screens/content.ts'
import { dayScreen } from './screens/day.ts'
import { inboxScreen } from './screens/inbox.ts'
import { leadScreens } from './screens/leads.ts'
import { orderScreens } from './screens/orders.ts'
import { privacyScreens } from './screens/privacy.ts'
import { entryScreen } from './screens/quick-entry.ts'
import { numbersScreens } from './screens/reports.ts'
import { searchScreen } from './screens/search.ts'
import { subscriberScreens } from './screens/subscribers.ts'
import { teamScreens } from './screens/team.ts'
import { timelineScreen } from './screens/timeline.ts'
import { createDoor } from './sign-in.ts'

export type DeskOptions = DeskParts & {
  hub: Hub
  clientOf(request: Request): string
}

export function createDesk(parts: DeskOptions): Handler {
  const { shop, store, now, room, hub, deskUrl } = parts
  const tabs = tabsOf(parts)
  const pressingFor = async (role: Role) =>
    role === 'owner' ? { '/guest-data': await countPressing(store.read, now()) } : {}
  const screens: readonly Screen[] = [
    inboxScreen(parts),
    timelineScreen(parts),
    dayScreen(parts),
    searchScreen(parts),
    entryScreen(parts),
    bookingScreen(parts),
    bookingActs(parts),
    ...(shop.orders ? orderScreens(parts) : []),
    ...leadScreens(parts),
    ...subscriberScreens(parts),
    ...closedScreens(parts),
    ...(parts.content ? contentScreens(parts, parts.content) : []),
    ...numbersScreens(parts),
    ...channelScreens(parts),
    ...privacyScreens(parts),
    ...teamScreens(parts),
    ...accountScreens(parts),
    {
      path: '/more',
      show: async ({ locale, member }) => ({
        title: words.more[locale],
        tab: '/more',
        body: html`<h1>${words.more[locale]}</h1>${moreList(tabs, locale, member.role === 'owner', await pressingFor(member.role))}`,
      }),
    },
  ]
  const find = createRouter(
    screens.flatMap((screen): Route<Screen>[] => [
      { method: 'GET', path: screen.path, target: screen },
      ...(screen.act ? [{ method: 'POST', path: screen.path, target: screen }] : []),
    ]),
  )
  const files = new Map(deskFiles(shop).map((file) => [file.path, file]))
  const fonts = [...files.keys()].filter((path) => path.startsWith('/fonts/'))
  const hasSign = files.has('/favicon.svg')
  const cookies = cookiesFor(deskUrl)

  const atTheDoor = async (page: Page, locale: Locale, route: string): Promise<Reply> => {
    const text = frame(
      {
        locale,
        shopName: shop.business.name,
        hasSign,
        fonts,
        tabs: [],
        waiting: 0,
        pressing: {},
        newest: '',
        lineExample: '',
      },
      page,
    )
    return pageReply(page.status ?? 200, locale, text, route)
  }
  const door = createDoor({ ...parts, cookies, page: atTheDoor })
  const actionLinks = createActionLinks(parts, atTheDoor)

  const framed = async (page: Page, visit: Visit, route: string): Promise<Reply> => {
    const { locale, member, newest, token } = visit
    const owner = member.role === 'owner'
    const text = frame(
      {
        locale,
        shopName: shop.business.name,
        hasSign,
        fonts,
        tabs,
        person: { name: member.name, owner },
        waiting: await countWaiting(store.read, now()),
        pressing: await pressingFor(member.role),
        newest,
        lineExample: shop.booking.lineExample[locale],
        ...(owner &&
          parts.content &&
          page.tab !== contentPath && { told: contentNotice(parts.content, locale) }),
      },
      page,
    )
    const made = pageReply(page.status ?? 200, locale, text, route)
    // Who is here stays signed in: the cookie lasts as long as the session does.
    return { ...made, headers: { ...made.headers, 'Set-Cookie': cookies.write(token) } }
  }

  const reply = async (shown: Shown, visit: Visit, route: string): Promise<Reply> => {
    if ('seeOther' in shown) return seeOther(shown.seeOther, route)
    if ('file' in shown) return downloadReply(shown.file, route)
    if ('json' in shown) return jsonReply(shown.status ?? 200, shown.json, route)
    return framed(shown, visit, route)
  }

  const signedIn = async (request: Request): Promise<Reply> => {
    const token = cookies.read(request.headers.cookie)
    const present = token === undefined ? undefined : await room.whoHas(token)
    const reading = request.method === 'GET' || request.method === 'HEAD'
    if (!present || token === undefined) {
      if (request.path === '/live') return plainReply(401, 'Sign in first.', '/live')
      const here = request.query === '' ? request.path : `${request.path}?${request.query}`
      const next = reading && here !== '/' ? `?next=${encodeURIComponent(here)}` : ''
      return seeOther(`/sign-in${next}`, '-', token === undefined ? undefined : cookies.clear)
    }
    const { member, session } = present
    if (request.path === '/live') {
      if (!reading) return onlyReading(request.method, '/live')
      return liveReply(parts, request, member.locale, () => room.whoHas(token))
    }
    const match = find(request.method, request.path)
    const visit: Visit = {
      member,
      session,
      token,
      locale: member.locale,
      at: match.found === 'route' ? match.parameters : {},
      query: new URLSearchParams(request.query),
      form: new URLSearchParams(request.tooLarge ? '' : request.body.toString()),
      request,
      newest: await hub.newest(),
    }
    if (match.found === 'path') return onlyReading(request.method, match.path, true)
    if (match.found !== 'route') return framed(lost(member.locale), visit, 'lost')
    const { target, path } = match.route
    if (target.ownerOnly && member.role !== 'owner') {
      return framed(notYours(member.locale), visit, path)
    }
    const act = reading ? target.show : target.act
    return act ? reply(await act(visit), visit, path) : onlyReading(request.method, path, true)
  }

  const answer = async (request: Request): Promise<Reply> => {
    if (request.path === '/healthz') return healthReply(request.method)
    if (request.path === '/readyz') return readyReply(request.method, store.ready)
    if (!isMeantForUs(request, deskUrl)) return plainReply(421, notHere(deskUrl), '-')
    const reading = request.method === 'GET' || request.method === 'HEAD'
    const file = reading ? files.get(request.path) : undefined
    if (file) return fileReply(file)
    if (!reading && !isOurOwn(request)) return plainReply(403, words.foreign.en, '-')
    return (
      (await door.answer(request)) ??
      (await actionLinks.answer(request)) ??
      (await calendarFeed(parts, request)) ??
      signedIn(request)
    )
  }

  return {
    answers: createAnswers(({ path }) => (files.has(path) ? path : undefined)),
    answer,
    broken: (_request, error) =>
      error instanceof StoreUnavailable
        ? awayReply(`${words.away.vi} / ${words.away.en}`, error.details.retryAfter)
        : plainReply(500, `${words.broken.vi} / ${words.broken.en}`, '-'),
    unreadable: (status) => plainReply(status, words.unreadable.en, '-'),
  }
}

function tabsOf({ shop, content }: DeskParts): Tab[] {
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
function notHere(deskUrl: string): string {
  return `This desk answers as ${deskUrl}. To reach it by another name, set DESK_URL to that address.`
}

function lost(locale: Locale): Page {
  return { status: 404, title: words.lost[locale], body: html`<h1>${words.lost[locale]}</h1>` }
}

function notYours(locale: Locale): Page {
  return {
    status: 403,
    title: words.ownerOnly[locale],
    body: html`<h1>${words.ownerOnly[locale]}</h1>`,
  }
}

const words = {
  more: { vi: 'Khác', en: 'More' },
  lost: { vi: 'Không có trang này', en: 'There is no such page' },
  ownerOnly: { vi: 'Chỉ chủ mới xem được trang này', en: 'Only the owner may see this page' },
  foreign: {
    vi: 'Yêu cầu này không tới từ quầy.',
    en: 'This request does not come from a page of the desk.',
  },
  broken: { vi: 'Có lỗi; xin thử lại.', en: 'Something broke; please try again.' },
  away: {
    vi: 'Sổ đặt chỗ đang tạm ngắt; chưa có gì thay đổi. Xin thử lại sau ít giây.',
    en: 'The book is out of reach for a moment; nothing was changed. Please try again shortly.',
  },
  unreadable: { vi: 'Không đọc được.', en: 'This request cannot be read.' },
} satisfies Record<string, Words>
