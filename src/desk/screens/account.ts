/** The routes of the signed-in member's own account. */
import { StaffAccessError } from '../../domain/staff/staff.ts'
import { hour } from '../../kernel/time.ts'
import { problemNotice } from '../components.ts'
import type { DeskContext } from '../context.ts'
import { readJson } from '../json-body.ts'
import { safePath } from '../safe-path.ts'
import type { Screen, ScreenRequest, ScreenResult } from '../screen.ts'
import { accountPage } from './account-page.ts'

export function accountScreens(context: DeskContext): Screen[] {
  const { staffAccess, relyingParty } = context

  const attempt = async (
    screenRequest: ScreenRequest,
    action: () => Promise<unknown>,
  ): Promise<ScreenResult> => {
    try {
      await action()
      return { seeOther: '/account' }
    } catch (error) {
      if (!(error instanceof StaffAccessError)) throw error
      const notice = problemNotice(error.localizedMessage[screenRequest.locale])
      return { ...(await accountPage(context, screenRequest)), notice, status: 409 }
    }
  }
  /** On an unattended device, another person must not be able to take over the account. */
  const assertRecentSignIn = ({ session }: ScreenRequest) => {
    if (context.now() - session.createdAt > hour) throw new StaffAccessError('sign_in_again')
  }
  const actionScreen = (
    path: string,
    action: (screenRequest: ScreenRequest, actor: string) => Promise<unknown>,
  ): Screen => ({
    path,
    show: async () => ({ seeOther: '/account' }),
    submit: (screenRequest) =>
      attempt(screenRequest, () => action(screenRequest, `staff:${screenRequest.member.id}`)),
  })
  const jsonScreen = (
    path: string,
    handler: (screenRequest: ScreenRequest) => Promise<unknown>,
  ): Screen => ({
    path,
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
    actionScreen('/account/password', async (screenRequest) => {
      assertRecentSignIn(screenRequest)
      const { member, form, session } = screenRequest
      await staffAccess.setPassword(member.id, form.get('password') ?? '', session.hash)
    }),
    actionScreen('/account/password/remove', async (screenRequest, actor) => {
      assertRecentSignIn(screenRequest)
      await staffAccess.removePassword(screenRequest.member.id, actor)
    }),
    actionScreen('/account/passkeys/{id}/remove', async (screenRequest, actor) => {
      assertRecentSignIn(screenRequest)
      const { member, pathParams } = screenRequest
      await staffAccess.removePasskey(member.id, pathParams.id ?? '', actor)
    }),
    actionScreen(
      '/account/sessions/{hash}/end',
      async ({ member, pathParams: { hash = '' } }, actor) => {
        const own = await staffAccess.listSessions(member.id)
        if (own.some((session) => session.hash === hash)) await staffAccess.endSession(hash, actor)
      },
    ),
    actionScreen('/account/feed', ({ member }, actor) => staffAccess.renewFeed(member.id, actor)),
    jsonScreen('/account/options', async (screenRequest) => {
      assertRecentSignIn(screenRequest)
      return staffAccess.passkeyRegistrationOptions(screenRequest.member, relyingParty)
    }),
    jsonScreen('/account/passkey', async (screenRequest) => {
      assertRecentSignIn(screenRequest)
      const { response } = readJson(screenRequest.request)
      await staffAccess.addPasskey(screenRequest.member, relyingParty, response)
      return undefined
    }),
  ]
}
