/** The door: signing in and out, and the links that let somebody in for the first time. */
import { type Entered, StaffRefusal } from '../domain/staff/staff.ts'
import type { Reply, Request } from '../http/message.ts'
import { createRouter } from '../http/router.ts'
import type { Locale } from '../kernel/locale.ts'
import type { DeskParts } from './context.ts'
import type { Cookies } from './cookie.ts'
import { readJson, textIn } from './json-body.ts'
import { createPace } from './rate-limiter.ts'
import { jsonReply, seeOther } from './replies.ts'
import type { Page } from './screen.ts'
import { joinPage, signInPage } from './sign-in-pages.ts'

export type Door = {
  /** The answer, where the address is one of the door's. */
  answer(request: Request): Promise<Reply | undefined>
}

export type DoorParts = DeskParts & {
  cookies: Cookies
  /** The keyed hash of the caller's address, for counting wrong tries. */
  clientOf(request: Request): string
  page(page: Page, locale: Locale, route: string): Promise<Reply>
}

type Knock = {
  request: Request
  locale: Locale
  token: string
  form: URLSearchParams
  route: string
}

type Answer = (knock: Knock) => Promise<Reply>

export function createDoor(parts: DoorParts): Door {
  const { room, cookies, site, page } = parts
  const mayAsk = createPace(30, parts.now)

  const letIn = ({ token }: Entered, { route, form }: Knock) =>
    seeOther(ownPath(form.get('next')), route, cookies.write(token))

  /** For pages with a script: the same, and where to go. */
  const letInByJson = ({ token }: Entered, { route }: Knock) =>
    jsonReply(200, { next: '/' }, route, cookies.write(token))

  const showSignIn = async (knock: Knock, refusal?: StaffRefusal) => {
    const asked = new URLSearchParams(knock.request.query)
    const shown = signInPage(parts.shop.business.name, knock.locale, {
      next: ownPath(knock.form.get('next') ?? asked.get('next')),
      name: knock.form.get('name') ?? '',
      refusal,
    })
    return waiting(await page(shown, knock.locale, knock.route), refusal)
  }

  const showJoin = async (knock: Knock, refusal?: StaffRefusal) => {
    const link = await room.readLink(knock.token)
    const shown = joinPage(parts.shop.business.name, knock.locale, {
      link,
      token: knock.token,
      name: knock.form.get('name') ?? '',
      refusal,
    })
    return waiting(await page(shown, knock.locale, knock.route), refusal)
  }

  const join = async (knock: Knock): Promise<Reply> => {
    const { token, form, locale } = knock
    const device = deviceOf(knock.request)
    const password = form.get('password') ?? ''
    try {
      const link = await room.readLink(token)
      const entered =
        link?.kind === 'returning'
          ? await room.comeBack(token, { device, password })
          : await room.join(token, { name: form.get('name') ?? '', locale, device, password })
      return letIn(entered, knock)
    } catch (error) {
      if (error instanceof StaffRefusal) return showJoin(knock, error)
      throw error
    }
  }

  const joinByPasskey = async (knock: Knock): Promise<Reply> => {
    const { token, locale, request } = knock
    const given = readJson(request)
    const device = deviceOf(request)
    const link = await room.readLink(token)
    const entered =
      link?.kind === 'returning'
        ? await room.comeBackByPasskey(token, site, { device, response: given.response })
        : await room.joinByPasskey(token, site, {
            name: textIn(given, 'name'),
            locale,
            device,
            response: given.response,
          })
    return letInByJson(entered, knock)
  }

  const passwordSignIn = async (knock: Knock): Promise<Reply> => {
    const { form, request } = knock
    try {
      const entered = await room.signInByPassword({
        name: form.get('name') ?? '',
        password: form.get('password') ?? '',
        client: parts.clientOf(request),
        device: deviceOf(request),
      })
      return letIn(entered, knock)
    } catch (error) {
      if (error instanceof StaffRefusal) return showSignIn(knock, error)
      throw error
    }
  }

  const route = createRouter<Answer>([
    { method: 'GET', path: '/sign-in', target: (knock) => showSignIn(knock) },
    { method: 'POST', path: '/sign-in', target: passwordSignIn },
    {
      method: 'POST',
      path: '/sign-in/options',
      target: asJson(async ({ route, request }) => {
        if (!mayAsk(parts.clientOf(request))) throw new StaffRefusal('busy', 60)
        return jsonReply(200, await room.passkeyChallenge(site), route)
      }),
    },
    {
      method: 'POST',
      path: '/sign-in/passkey',
      target: asJson(async (knock) => {
        const { request } = knock
        const { response } = readJson(request)
        const arrival = { client: parts.clientOf(request), device: deviceOf(request) }
        return letInByJson(await room.signInByPasskey(site, response, arrival), knock)
      }),
    },
    {
      method: 'POST',
      path: '/sign-out',
      target: async ({ request, route }) => {
        const token = cookies.read(request.headers.cookie)
        if (token !== undefined) await room.signOut(token)
        return seeOther('/sign-in', route, cookies.clear)
      },
    },
    { method: 'GET', path: '/join/{token}', target: (knock) => showJoin(knock) },
    { method: 'POST', path: '/join/{token}', target: join },
    {
      method: 'POST',
      path: '/join/{token}/options',
      target: asJson(async ({ token, request, route }) => {
        const name = textIn(readJson(request), 'name')
        return jsonReply(200, await room.passkeyForLink(token, site, name), route)
      }),
    },
    { method: 'POST', path: '/join/{token}/passkey', target: asJson(joinByPasskey) },
  ])

  return {
    async answer(request) {
      const match = route(request.method, request.path)
      if (match.found !== 'route') return undefined
      const form = new URLSearchParams(request.body.toString())
      const asked = new URLSearchParams(request.query).get('lang') ?? form.get('lang')
      return match.route.target({
        request,
        locale: asked === 'en' ? 'en' : 'vi',
        token: match.parameters.token ?? '',
        form,
        route: match.route.path,
      })
    },
  }
}

/** Who must wait is told how long, also where a program asks. */
function waiting(reply: Reply, refusal: StaffRefusal | undefined): Reply {
  if (refusal?.seconds === undefined) return reply
  return { ...reply, headers: { ...reply.headers, 'Retry-After': String(refusal.seconds) } }
}

/** A refusal is told in words that the page's script shows. */
function asJson(answer: Answer): Answer {
  return async (knock) => {
    try {
      return await answer(knock)
    } catch (error) {
      if (error instanceof StaffRefusal) {
        return jsonReply(403, { detail: error.words[knock.locale] }, knock.route)
      }
      throw error
    }
  }
}

/** What the owner sees in the list of open sessions: "Chrome, Android". */
export function deviceOf({ headers }: Request): string {
  const agent = headers['user-agent'] ?? ''
  const browser =
    [
      ['Edg', 'Edge'],
      ['Firefox', 'Firefox'],
      ['Chrome', 'Chrome'],
      ['Safari', 'Safari'],
    ].find(([mark = '']) => agent.includes(mark))?.[1] ?? 'Browser'
  const system =
    ['Android', 'iPhone', 'iPad', 'Windows', 'Mac', 'Linux'].find((one) => agent.includes(one)) ??
    ''
  return [browser, system].filter((part) => part !== '').join(', ')
}

/** Only an address of the desk's own: nobody is sent elsewhere by a link to the door. */
export function ownPath(path: string | null): string {
  return path !== null && /^\/(?![/\\])[\w\-/?=&.:%]*$/.test(path) ? path : '/'
}
