/** The service as lists and as a floor plan, and seating walk-ins on both. */
import type { Booking } from '../../domain/booking/request.ts'
import { findStayIn, walkInTime } from '../../domain/booking/walk-in.ts'
import { BookingActionError, formatActionError } from '../../kernel/action-errors.ts'
import type { LocalizedText } from '../../kernel/locale.ts'
import { html } from '../../ui/html.ts'
import { problemNotice } from '../components.ts'
import type { DeskContext } from '../context.ts'
import { flashNotice, withFlash } from '../flash.ts'
import { floorPage } from '../floor-page.ts'
import { floorPath, hasFloorPlan } from '../floor-path.ts'
import { parseOverrides } from '../refusal.ts'
import { chosenResources } from '../resources.ts'
import type { Screen, ScreenPage, ScreenRequest } from '../screen.ts'
import { createServiceCache, refusedRequest, type ServiceRequest } from '../service-cache.ts'
import { tonightPath } from '../tonight-lists.ts'
import { type ServicePageOptions, tonightPage } from '../tonight-page.ts'
import { readDoorEntry } from '../waitlist-entry.ts'
import { waitlistNotice, withWaitlistFlash } from '../waitlist-flash.ts'
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

type ShowPage = (request: ServiceRequest, options: ServicePageOptions) => Promise<ScreenPage>

function serviceScreens(context: DeskContext, path: string, renderPage: RenderPage): Screen[] {
  const cache = createServiceCache(context)
  const showPage: ShowPage = (request, options) => renderPage(context, cache, request, options)
  return [
    {
      path,
      async show(screenRequest) {
        const { query, locale } = screenRequest
        const notice =
          (await flashNotice(context, screenRequest)) ??
          (await waitlistNotice(context, query, path, locale))
        return showPage(screenRequest, { notice })
      },
    },
    walkInScreen(context, path, showPage),
    doorScreen(context, path, showPage),
  ]
}

/** Guests who wait at the door for the next place. After a refusal the sheet still has what was typed. */
function doorScreen(context: DeskContext, path: string, showPage: ShowPage): Screen {
  return {
    path: `${path}/door`,
    show: async () => ({ seeOther: path }),
    async submit({ form, locale, member }) {
      try {
        const entry = readDoorEntry(context, form, locale)
        const code = await context.waitlist.enter(entry, `staff:${member.id}`)
        return { seeOther: withWaitlistFlash(path, 'entered', code) }
      } catch (error) {
        if (!(error instanceof BookingActionError)) throw error
        if (error.code === 'sent_before') return { seeOther: path }
        const notice = problemNotice(html`<b>${formatActionError(error, locale)}</b>`)
        const query = new URLSearchParams({
          'walk-in': form.get('party') ?? '',
          offer: form.get('offerId') ?? '',
          name: form.get('name') ?? '',
          phone: form.get('phone') ?? '',
        })
        return showPage({ ...refusedRequest(locale), query }, { notice, status: 409 })
      }
    },
  }
}

/** Seats guests without a booking in the place that staff chose. */
function walkInScreen(context: DeskContext, path: string, showPage: ShowPage): Screen {
  return {
    path: `${path}/walk-in`,
    show: async () => ({ seeOther: path }),
    async submit(screenRequest) {
      const { form, locale } = screenRequest
      try {
        const booking = await seatWalkIn(context, screenRequest)
        return { seeOther: withFlash(path, 'seated', booking.code) }
      } catch (error) {
        if (!(error instanceof BookingActionError)) throw error
        if (error.code === 'sent_before') return { seeOther: path }
        const refused = { action: `${path}/walk-in`, form }
        const instead = { refused, proposals: [] }
        const notice = await actionErrorNotice(context, error, undefined, locale, instead)
        return showPage(refusedRequest(locale), { notice, status: 409 })
      }
    },
  }
}

/** `waiting` in the form: the guests at the door who sit down. */
async function seatWalkIn(
  context: DeskContext,
  { form, locale, member }: ScreenRequest,
): Promise<Booking> {
  const { store, bookingContext, staffActions, waitlist, now } = context
  const size = form.get('party') ?? ''
  const details = walkInDetails(context, { size, offerId: form.get('offerId') ?? '' })
  if (!details) throw new BookingActionError('not_possible')
  const resources = chosenResources(form)
  const stay = form.has('stay')
    ? Number(form.get('stay'))
    : await findStayIn(store.read, bookingContext, details, resources, now())
  const isPossible = stay !== undefined && stay >= 15 && stay % 15 === 0 && stay <= 1440
  if (!isPossible) throw new BookingActionError(stay === undefined ? 'not_free' : 'not_possible')
  const walkIn = {
    ...{ details, ...walkInTime(now()), answers: {} },
    ...({ locale: 'vi', source: 'door', client: 'desk' } as const),
  }
  const actor = `staff:${member.id}`
  const choice = {
    ...{ resources, overrides: parseOverrides(form), seatedForMinutes: stay },
    formId: form.get('id') || undefined,
  }
  const waiting = form.get('waiting') ?? ''
  if (waiting !== '') return waitlist.seat(waiting, walkIn, actor, choice)
  const guest = { name: walkInName[locale], phone: '', email: null, note: null }
  const consent = { version: 'spoken', text: words.consent.vi }
  return staffActions.createByStaff({ ...walkIn, guest, consent }, actor, choice)
}

const words = {
  consent: {
    vi: 'Khách tới trực tiếp, không để lại tên hay số điện thoại.',
    en: 'The guest came in person and left no name or phone number.',
  },
} satisfies Record<string, LocalizedText>
