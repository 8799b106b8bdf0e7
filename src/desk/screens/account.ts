/** The routes of the signed-in member's own account. */
import { StaffAccessError } from '../../domain/staff/staff.ts'
import { problemNotice } from '../components.ts'
import type { DeskContext } from '../context.ts'
import { readJson } from '../json-body.ts'
import { safePath } from '../safe-path.ts'
import type { Screen, ScreenRequest, ScreenResult } from '../screen.ts'
import { accountPage, calendarPage, calendarPath } from './account-page.ts'

export function accountScreens(context: DeskContext): Screen[] {
  const { staffAccess, relyingParty } = context

  const attempt = async (
    screenRequest: ScreenRequest,
    action: () => Promise<unknown>,
    next: string,
  ): Promise<ScreenResult> => {
    try {
      await action()
      return { seeOther: next }
    } catch (error) {
      if (!(error instanceof StaffAccessError)) throw error
      const notice = problemNotice(error.localizedMessage[screenRequest.locale])
      return { ...(await accountPage(context, screenRequest)), notice, status: 409 }
    }
  }
  /** On an unattended device, another person must not be able to take over the account. */
  const actionScreen = (
    path: string,
    action: (screenRequest: ScreenRequest, actor: string) => Promise<unknown>,
    next = '/account',
  ): Screen => ({
    path,
    needsFreshSignIn: true,
    show: async () => ({ seeOther: '/account' }),
    submit: (screenRequest) =>
      attempt(screenRequest, () => action(screenRequest, `staff:${screenRequest.member.id}`), next),
  })
  const jsonScreen = (
    path: string,
    handler: (screenRequest: ScreenRequest) => Promise<unknown>,
  ): Screen => ({
    path,
    needsFreshSignIn: true,
    show: async () => ({ seeOther: '/account' }),
    async submit(screenRequest) {
      try {
        return { json: (await handler(screenRequest)) ?? { next: '/account' } }
      } catch (error) {
        if (!(error instanceof StaffAccessError)) throw error
        return { json: { detail: error.localizedMessage[screenRequest.locale] }, status: 403 }
      }
    },
  })

  return [
    { path: '/account', show: (screenRequest) => accountPage(context, screenRequest) },
    {
      path: '/account/language',
      show: async () => ({ seeOther: '/account' }),
      async submit({ member, form }) {
        const locale = form.get('locale') === 'en' ? 'en' : 'vi'
        await staffAccess.setLocale(member.id, locale, `staff:${member.id}`)
        return { seeOther: safePath(form.get('next'), '/account') }
      },
    },
    actionScreen(
      '/account/password',
      ({ member, form, session }) =>
        staffAccess.setPassword(member.id, form.get('password') ?? '', session.hash),
      '/account?done=password',
    ),
    actionScreen('/account/password/remove', ({ member }, actor) =>
      staffAccess.removePassword(member.id, actor),
    ),
    actionScreen('/account/passkeys/{id}/remove', ({ member, pathParams: { id = '' } }, actor) =>
      staffAccess.removePasskey(member.id, id, actor),
    ),
    actionScreen(
      '/account/sessions/{hash}/end',
      async ({ member, pathParams: { hash = '' } }, actor) => {
        const own = await staffAccess.listSessions(member.id)
        if (own.some((session) => session.hash === hash)) await staffAccess.endSession(hash, actor)
      },
      '/account?done=device',
    ),
    {
      path: calendarPath,
      needsFreshSignIn: true,
      show: async (screenRequest) => calendarPage(context, screenRequest),
    },
    actionScreen(
      '/account/feed',
      ({ member }, actor) => staffAccess.renewFeed(member.id, actor),
      calendarPath,
    ),
    jsonScreen('/account/options', ({ member }) =>
      staffAccess.passkeyRegistrationOptions(member, relyingParty),
    ),
    jsonScreen('/account/passkey', async ({ member, request }) => {
      const { response } = readJson(request)
      await staffAccess.addPasskey(member, relyingParty, response)
      return undefined
    }),
  ]
}
