/** The service as lists and as a floor plan, and seating walk-ins on both. */
import type { Booking } from '../../domain/booking/request.ts'
import { findStayIn, walkInTime } from '../../domain/booking/walk-in.ts'
import { findEntry, isOpenEntry, type WaitlistEntry } from '../../domain/waitlist/rows.ts'
import { BookingActionError } from '../../kernel/action-errors.ts'
import type { LocalizedText } from '../../kernel/locale.ts'
import type { DeskContext } from '../context.ts'
import { flashNotice, withFlash } from '../flash.ts'
import { floorPage } from '../floor-page.ts'
import { floorPath, hasFloorPlan } from '../floor-path.ts'
import { parseOverrides } from '../refusal.ts'
import { chosenResources } from '../resources.ts'
import type { Screen, ScreenRequest } from '../screen.ts'
import { createServiceCache } from '../service-cache.ts'
import { tonightPath } from '../tonight-lists.ts'
import { tonightPage } from '../tonight-page.ts'
import { walkInDetails } from '../walk-in-sheet.ts'
import { actionErrorNotice } from './booking-actions.ts'
import { walkInName } from './quick-entry-form.ts'

export function tonightScreens(context: DeskContext): Screen[] {
  return [
    ...serviceScreens(context, tonightPath, tonightPage),
    ...(hasFloorPlan(context) ? serviceScreens(context, floorPath, floorPage) : []),
  ]
}

type RenderPage = typeof tonightPage

function serviceScreens(context: DeskContext, path: string, renderPage: RenderPage): Screen[] {
  const cache = createServiceCache()
  return [
    {
      path,
      async show(screenRequest) {
        const notice = await flashNotice(context, screenRequest)
        return renderPage(context, screenRequest, { notice, cache })
      },
    },
    walkInScreen(context, path, renderPage),
  ]
}

/** Seats guests without a booking in the place that staff chose. */
function walkInScreen(context: DeskContext, path: string, renderPage: RenderPage): Screen {
  return {
    path: `${path}/walk-in`,
    show: async () => ({ seeOther: path }),
    async submit(screenRequest) {
      const { form, locale, lastEventId } = screenRequest
      try {
        const waiting = await findWaiting(context, form)
        const booking = await seatWalkIn(context, screenRequest, waiting)
        const actor = `staff:${screenRequest.member.id}`
        if (waiting) await context.waitlist.seated(waiting.code, booking.id, actor)
        return { seeOther: withFlash(path, 'seated', booking.code) }
      } catch (error) {
        if (!(error instanceof BookingActionError)) throw error
        if (error.code === 'sent_before') return { seeOther: path }
        const refused = { action: `${path}/walk-in`, form }
        const instead = { refused, proposals: [] }
        const notice = await actionErrorNotice(context, error, undefined, locale, instead)
        const query = new URLSearchParams()
        return renderPage(context, { query, locale, lastEventId }, { notice, status: 409 })
      }
    },
  }
}

/** The guests at the door who sit down, if they still wait. */
async function findWaiting(
  { store, now }: DeskContext,
  form: URLSearchParams,
): Promise<WaitlistEntry | undefined> {
  const entry = await findEntry(store.read, form.get('waiting') ?? '')
  return entry && isOpenEntry(entry, now()) ? entry : undefined
}

async function seatWalkIn(
  context: DeskContext,
  { form, locale, member }: ScreenRequest,
  waiting: WaitlistEntry | undefined,
): Promise<Booking> {
  const { store, bookingContext, staffActions, now } = context
  const size = form.get('party') ?? ''
  const details = walkInDetails(context, { size, offerId: form.get('offerId') ?? '' })
  if (!details) throw new BookingActionError('not_possible')
  const resources = chosenResources(form)
  const stay = form.has('stay')
    ? Number(form.get('stay'))
    : await findStayIn(store.read, bookingContext, details, resources, now())
  const isPossible = stay !== undefined && stay >= 15 && stay % 15 === 0 && stay <= 1440
  if (!isPossible) throw new BookingActionError(stay === undefined ? 'not_free' : 'not_possible')
  return staffActions.createByStaff(
    {
      details,
      ...walkInTime(now()),
      guest: {
        name: waiting?.name ?? walkInName[locale],
        phone: waiting?.phone ?? '',
        email: null,
        note: null,
      },
      answers: {},
      consent: { version: 'spoken', text: waiting?.consent_text ?? words.consent.vi },
      locale: 'vi',
      source: 'door',
      client: 'desk',
    },
    `staff:${member.id}`,
    {
      ...{ resources, overrides: parseOverrides(form), seatedForMinutes: stay },
      formId: form.get('id') || undefined,
    },
  )
}

const words = {
  consent: {
    vi: 'Khách tới quán, không để lại tên hay số điện thoại.',
    en: 'The guest came in person and left no name or phone number.',
  },
} satisfies Record<string, LocalizedText>
