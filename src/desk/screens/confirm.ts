/** The routes on which a signed-in member confirms the sign-in before a privileged action. */
import { isFreshSignIn, StaffAccessError } from '../../domain/staff/staff.ts'
import { problemNotice } from '../components.ts'
import { confirmationPage, confirmPath, continuePage, parsePendingAction } from '../confirmation.ts'
import type { DeskContext } from '../context.ts'
import { createCookies } from '../cookie.ts'
import { readJson } from '../json-body.ts'
import { safePath } from '../safe-path.ts'
import type { Screen, ScreenRequest, ScreenResult } from '../screen.ts'

export function confirmScreens(context: DeskContext): Screen[] {
  const { staffAccess, relyingParty, now, clientOf, deskUrl } = context
  const cookies = createCookies(deskUrl)

  /** The new token, or undefined if the member has just confirmed with a passkey. */
  const confirm = async ({ member, session, form, request }: ScreenRequest) => {
    const password = form.get('password') ?? ''
    if (password === '' && isFreshSignIn(session, now())) return undefined
    return staffAccess.confirmByPassword(member, session.hash, {
      password,
      client: clientOf(request),
      deviceToken: cookies.readDevice(request.headers.cookie),
    })
  }

  const jsonScreen = (
    path: string,
    handler: (screenRequest: ScreenRequest) => Promise<ScreenResult>,
  ): Screen => ({
    path,
    show: async () => ({ seeOther: confirmPath }),
    async submit(screenRequest) {
      try {
        return await handler(screenRequest)
      } catch (error) {
        if (!(error instanceof StaffAccessError)) throw error
        return { json: { detail: error.localizedMessage[screenRequest.locale] }, status: 403 }
      }
    },
  })

  return [
    {
      path: confirmPath,
      async show(screenRequest) {
        const next = safePath(screenRequest.query.get('next'), '/')
        if (isFreshSignIn(screenRequest.session, now())) return { seeOther: next }
        return confirmationPage(screenRequest, { path: next, back: '/' })
      },
      async submit(screenRequest) {
        const { form, locale } = screenRequest
        const pending = parsePendingAction(form)
        try {
          const newToken = await confirm(screenRequest)
          const result = pending.fields ? continuePage(pending, locale) : { seeOther: pending.path }
          return { ...result, ...(newToken !== undefined && { newToken }) }
        } catch (error) {
          if (!(error instanceof StaffAccessError)) throw error
          const { retryAfterSeconds } = error
          return {
            ...confirmationPage(screenRequest, pending),
            status: retryAfterSeconds === undefined ? 403 : 429,
            retryAfterSeconds,
            notice: problemNotice(error.localizedMessage[locale]),
          }
        }
      },
    },
    jsonScreen(`${confirmPath}/options`, async ({ member }) => ({
      json: await staffAccess.passkeyConfirmationOptions(member, relyingParty),
    })),
    jsonScreen(`${confirmPath}/passkey`, async ({ member, session, request }) => {
      const { response } = readJson(request)
      return {
        json: { next: '/' },
        newToken: await staffAccess.confirmByPasskey(member, session.hash, relyingParty, response),
      }
    }),
  ]
}
