/** The routes of the register of data requests. */

import {
  applyRequestStep,
  registerDataRequest,
  requestSteps,
} from '../../domain/privacy/data-request-actions.ts'
import {
  findDataRequest,
  type NewDataRequest,
  requestChannels,
  requestKinds,
} from '../../domain/privacy/data-requests.ts'
import { PrivacyError, privacyErrorTexts } from '../../domain/privacy/errors.ts'
import { parseGuestQuery } from '../../domain/privacy/find-guest.ts'
import { BookingActionError, bookingActionTexts } from '../../kernel/action-errors.ts'
import type { Locale, LocalizedText } from '../../kernel/locale.ts'
import { addDays, dateAt, isDate } from '../../kernel/time.ts'
import { truncate } from '../../kernel/truncate.ts'
import { problemNotice } from '../components.ts'
import type { DeskContext } from '../context.ts'
import type { Screen, ScreenPage } from '../screen.ts'
import { requestPage, type Typed } from './data-request.ts'
import { describeLastChange } from './history.ts'
import type { RenderHome } from './privacy-components.ts'

export function dataRequestScreens(context: DeskContext, home: RenderHome): Screen[] {
  const { store, now, shop } = context
  return [
    {
      path: '/guest-data/requests',
      needsFreshSignIn: true,
      show: async () => ({ seeOther: '/guest-data' }),
      async submit({ form, member, locale }) {
        const parsed = parseDataRequest(form, dateAt(now()))
        if ('error' in parsed) {
          const notice = problemNotice(parsed.error[locale])
          return home(locale, { notice, status: 400, typed: form })
        }
        const id = await registerDataRequest(context, shop.business, parsed, `staff:${member.id}`)
        return { seeOther: `/guest-data/requests/${id}` }
      },
    },
    {
      path: '/guest-data/requests/{id}',
      async show({ pathParams: { id = '' }, locale }) {
        const request = await findDataRequest(store.read, id)
        return request ? requestPage(context, request, locale) : unknownRequest(home, locale)
      },
    },
    {
      path: '/guest-data/requests/{id}/{step}',
      needsFreshSignIn: true,
      show: async ({ pathParams: { id = '' } }) => ({
        seeOther: `/guest-data/requests/${encodeURIComponent(id)}`,
      }),
      async submit({ pathParams: { id = '', step: name = '' }, form, member, locale }) {
        const step = requestSteps.find((one) => one === name)
        const current = await findDataRequest(store.read, id)
        if (!current || !step) return unknownRequest(home, locale)
        const due = form.get('due_on') ?? ''
        try {
          await applyRequestStep(context, step, {
            id,
            version: Number(form.get('version')),
            actor: `staff:${member.id}`,
            note: form.has('note') ? parseNote(form) : current.note,
            dueOn: isDate(due) ? due : current.due_on,
          })
        } catch (error) {
          if (!(error instanceof BookingActionError)) throw error
          const lastChange =
            error.code === 'changed_meanwhile'
              ? await describeLastChange(context, `request:${id}`, locale)
              : ''
          const notice = problemNotice(`${bookingActionTexts[error.code][locale]} ${lastChange}`)
          const request = (await findDataRequest(store.read, id)) ?? current
          const typed = editedFields(form)
          return { ...(await requestPage(context, request, locale, typed)), notice, status: 409 }
        }
        return { seeOther: step === 'finish' ? '/guest-data' : `/guest-data/requests/${id}` }
      },
    },
  ]
}

function unknownRequest(home: RenderHome, locale: Locale): Promise<ScreenPage> {
  const notice = problemNotice(bookingActionTexts.not_found[locale])
  return home(locale, { notice, status: 404, typed: new URLSearchParams() })
}

/** A request cannot be registered later than this. */
const maxAgeDays = 365

function parseDataRequest(
  form: URLSearchParams,
  today: string,
): NewDataRequest | { error: LocalizedText } {
  const kind = requestKinds.find((one) => one === form.get('kind'))
  const way = requestChannels.find((one) => one === form.get('way'))
  const came_on = form.get('came_on') ?? ''
  if (!kind || !way) return { error: words.unknownKind }
  if (!isDate(came_on) || came_on > today || came_on < addDays(today, -maxAgeDays)) {
    return { error: words.wrongDay }
  }
  try {
    const { value: contact } = parseGuestQuery(form.get('contact') ?? '')
    const name = truncate((form.get('name') ?? '').trim(), 80) || null
    return { kind, way, contact, name, note: parseNote(form), came_on }
  } catch (error) {
    if (!(error instanceof PrivacyError)) throw error
    return { error: privacyErrorTexts[error.code] }
  }
}

function parseNote(form: URLSearchParams, field = 'note'): string | null {
  return truncate((form.get(field) ?? '').replace(/\r\n?/g, '\n').trim(), 1000) || null
}

/** The fields that the staff member has changed compared with the page they saw. */
function editedFields(form: URLSearchParams): Typed {
  const [note, due] = [parseNote(form), form.get('due_on') ?? '']
  return {
    ...(note !== parseNote(form, 'seen_note') && { note: note ?? '' }),
    ...(isDate(due) && due !== form.get('seen_due') && { dueOn: due }),
  }
}

const words = {
  unknownKind: {
    vi: 'Chọn khách xin gì và đến qua đâu trong danh sách.',
    en: 'Choose the request and how it was received from the lists.',
  },
  wrongDay: {
    vi: 'Ngày nhận phải là hôm nay hoặc trong vòng một năm trước.',
    en: 'The date received must be today or within the last year.',
  },
} satisfies Record<string, LocalizedText>
