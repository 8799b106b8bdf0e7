/** The routes for signing in and out, and for invitation and recovery links. */
import { type SignedIn, StaffAccessError } from '../domain/staff/staff.ts'
import type { Reply, Request } from '../http/message.ts'
import { createRouter } from '../http/router.ts'
import type { Locale } from '../kernel/locale.ts'
import type { DeskContext } from './context.ts'
import type { Cookies } from './cookie.ts'
import { setupPath } from './editor/paths.ts'
import { readJson, stringField } from './json-body.ts'
import type { RenderSignedOut } from './page-renderer.ts'
import { createRateLimiter } from './rate-limiter.ts'
import { jsonReply, redirectReply } from './replies.ts'
import { safePath } from './safe-path.ts'
import { isSampleShop } from './setup/state.ts'
import { invitationPage, signInPage } from './sign-in-pages.ts'

type SignInRoutes = {
  /** Resolves with undefined for other paths. */
  handle(request: Request): Promise<Reply | undefined>
}

type SignInOptions = DeskContext & {
  cookies: Cookies
  renderPage: RenderSignedOut
}

type SignInRequest = {
  request: Request
  locale: Locale
  token: string
  form: URLSearchParams
  route: string
}

type SignInHandler = (signInRequest: SignInRequest) => Promise<Reply>

export function createSignInRoutes(context: SignInOptions): SignInRoutes {
  const { staffAccess, cookies, relyingParty, renderPage } = context
  const isWithinRateLimit = createRateLimiter(30, context.now)

  const cookiesOf = ({ token, member }: SignedIn) => [
    cookies.write(token),
    cookies.writeDevice(staffAccess.createDeviceToken(member.name)),
  ]

  /** The owner of a shop that is still the sample sets it up first. */
  const homeOf = ({ member }: SignedIn) =>
    member.role === 'owner' && isSampleShop(context) ? setupPath : '/'

  const redirectSignedIn = (signedIn: SignedIn, { route, form }: SignInRequest) => {
    const next = safePath(form.get('next'), '/')
    return redirectReply(next === '/' ? homeOf(signedIn) : next, route, cookiesOf(signedIn))
  }

  /** The reply to a script, with the path to go to. */
  const jsonSignedIn = (signedIn: SignedIn, { route }: SignInRequest) =>
    jsonReply(200, { next: homeOf(signedIn) }, route, cookiesOf(signedIn))

  const showSignIn = async (signInRequest: SignInRequest, error?: StaffAccessError) => {
    const { request, form, locale, route } = signInRequest
    const query = new URLSearchParams(request.query)
    const page = signInPage(context.shop.business.name, locale, {
      next: safePath(form.get('next') ?? query.get('next'), '/'),
      name: form.get('name') ?? '',
      error,
    })
    return withRetryAfter(renderPage(page, locale, route), error)
  }

  const showJoin = async (signInRequest: SignInRequest, error?: StaffAccessError) => {
    const { token, form, locale, route } = signInRequest
    const page = invitationPage(context.shop.business.name, locale, {
      link: await staffAccess.readLink(token),
      token,
      name: form.get('name') ?? '',
      error,
    })
    return withRetryAfter(renderPage(page, locale, route), error)
  }

  const join = async (signInRequest: SignInRequest): Promise<Reply> => {
    const { token, form, locale } = signInRequest
    const device = describeDevice(signInRequest.request)
    const password = form.get('password') ?? ''
    try {
      const link = await staffAccess.readLink(token)
      const signedIn =
        link?.kind === 'returning'
          ? await staffAccess.recoverAccess(token, { device, password })
          : await staffAccess.join(token, {
              name: form.get('name') ?? '',
              locale,
              device,
              password,
            })
      return redirectSignedIn(signedIn, signInRequest)
    } catch (error) {
      if (error instanceof StaffAccessError) return showJoin(signInRequest, error)
      throw error
    }
  }

  const joinByPasskey = async (signInRequest: SignInRequest): Promise<Reply> => {
    const { token, locale, request } = signInRequest
    const input = readJson(request)
    const device = describeDevice(request)
    const link = await staffAccess.readLink(token)
    const signedIn =
      link?.kind === 'returning'
        ? await staffAccess.recoverByPasskey(token, relyingParty, {
            device,
            response: input.response,
          })
        : await staffAccess.joinByPasskey(token, relyingParty, {
            name: stringField(input, 'name'),
            locale,
            device,
            response: input.response,
          })
    return jsonSignedIn(signedIn, signInRequest)
  }

  const passwordSignIn = async (signInRequest: SignInRequest): Promise<Reply> => {
    const { form, request } = signInRequest
    try {
      const signedIn = await staffAccess.signInByPassword({
        name: form.get('name') ?? '',
        password: form.get('password') ?? '',
        client: context.clientOf(request),
        device: describeDevice(request),
        deviceToken: cookies.readDevice(request.headers.cookie),
      })
      return redirectSignedIn(signedIn, signInRequest)
    } catch (error) {
      if (error instanceof StaffAccessError) return showSignIn(signInRequest, error)
      throw error
    }
  }

  const route = createRouter<SignInHandler>([
    { method: 'GET', path: '/sign-in', target: (signInRequest) => showSignIn(signInRequest) },
    { method: 'POST', path: '/sign-in', target: passwordSignIn },
    {
      method: 'POST',
      path: '/sign-in/options',
      target: withJsonErrors(async ({ route, request }) => {
        if (!isWithinRateLimit(context.clientOf(request))) throw new StaffAccessError('busy', 60)
        return jsonReply(200, await staffAccess.passkeySignInOptions(relyingParty), route)
      }),
    },
    {
      method: 'POST',
      path: '/sign-in/passkey',
      target: withJsonErrors(async (signInRequest) => {
        const { request } = signInRequest
        const { response } = readJson(request)
        const clientInfo = { client: context.clientOf(request), device: describeDevice(request) }
        return jsonSignedIn(
          await staffAccess.signInByPasskey(relyingParty, response, clientInfo),
          signInRequest,
        )
      }),
    },
    {
      method: 'POST',
      path: '/sign-out',
      target: async ({ request, route }) => {
        const token = cookies.read(request.headers.cookie)
        if (token !== undefined) await staffAccess.signOut(token)
        return redirectReply('/sign-in', route, cookies.clear)
      },
    },
    { method: 'GET', path: '/join/{token}', target: (signInRequest) => showJoin(signInRequest) },
    { method: 'POST', path: '/join/{token}', target: join },
    {
      method: 'POST',
      path: '/join/{token}/options',
      target: withJsonErrors(async ({ token, request, route }) => {
        const name = stringField(readJson(request), 'name')
        return jsonReply(
          200,
          await staffAccess.passkeyOptionsForLink(token, relyingParty, name),
          route,
        )
      }),
    },
    { method: 'POST', path: '/join/{token}/passkey', target: withJsonErrors(joinByPasskey) },
  ])

  return {
    async handle(request) {
      const match = route(request.method, request.path)
      if (match.found !== 'route') return undefined
      const form = new URLSearchParams(request.body.toString())
      const requestedLocale = new URLSearchParams(request.query).get('lang') ?? form.get('lang')
      return match.route.target({
        request,
        locale: requestedLocale === 'en' ? 'en' : 'vi',
        token: match.parameters.token ?? '',
        form,
        route: match.route.path,
      })
    },
  }
}

function withRetryAfter(reply: Reply, error: StaffAccessError | undefined): Reply {
  if (error?.retryAfterSeconds === undefined) return reply
  return { ...reply, headers: { ...reply.headers, 'Retry-After': String(error.retryAfterSeconds) } }
}

/** Replies with the error text, which the page's script shows. */
function withJsonErrors(handler: SignInHandler): SignInHandler {
  return async (signInRequest) => {
    try {
      return await handler(signInRequest)
    } catch (error) {
      if (error instanceof StaffAccessError) {
        return jsonReply(
          403,
          { detail: error.localizedMessage[signInRequest.locale] },
          signInRequest.route,
        )
      }
      throw error
    }
  }
}

/** "Chrome, Android", for the list of sessions. */
function describeDevice({ headers }: Request): string {
  const agent = headers['user-agent'] ?? ''
  const browser =
    [
      ['Edg', 'Edge'],
      ['Firefox', 'Firefox'],
      ['Chrome', 'Chrome'],
      ['Safari', 'Safari'],
    ].find(([marker = '']) => agent.includes(marker))?.[1] ?? 'Browser'
  const system =
    ['Android', 'iPhone', 'iPad', 'Windows', 'Mac', 'Linux'].find((one) => agent.includes(one)) ??
    ''
  return [browser, system].filter((part) => part !== '').join(', ')
}
