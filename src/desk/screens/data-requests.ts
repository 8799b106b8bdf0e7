/** The register of guests' requests about their data: entered, answered, done. */

import {
  actOnRequest,
  registerRequest,
  requestSteps,
} from '../../domain/privacy/data-request-actions.ts'
import {
  type NewRequest,
  requestById,
  requestKinds,
  requestWays,
} from '../../domain/privacy/data-requests.ts'
import { GuestObstacle, guestObstacleWords } from '../../domain/privacy/errors.ts'
import { readGuest } from '../../domain/privacy/find-guest.ts'
import { obstacleWords, StaffObstacle } from '../../kernel/action-errors.ts'
import type { Locale, Words } from '../../kernel/locale.ts'
import { addDays, dateAt, isDate } from '../../kernel/time.ts'
import { shorten } from '../../kernel/truncate.ts'
import type { DeskParts } from '../context.ts'
import type { Page, Screen } from '../screen.ts'
import { requestPage, type Typed } from './data-request.ts'
import { whoWasFirst } from './history.ts'
import { type Home, problem } from './privacy-components.ts'

export function guestRequestScreens(parts: DeskParts, home: Home): Screen[] {
  const { store, now, shop } = parts
  return [
    {
      path: '/guest-data/requests',
      show: async () => ({ seeOther: '/guest-data' }),
      async act({ form, member, locale }) {
        const read = readRequest(form, dateAt(now()))
        if ('fault' in read) {
          return home(locale, { notice: problem(read.fault[locale]), status: 400, typed: form })
        }
        const id = await registerRequest(parts, shop.business, read, `staff:${member.id}`)
        return { seeOther: `/guest-data/requests/${id}` }
      },
    },
    {
      path: '/guest-data/requests/{id}',
      async show({ at: { id = '' }, locale }) {
        const request = await requestById(store.read, id)
        return request ? requestPage(parts, request, locale) : unknown(home, locale)
      },
    },
    {
      path: '/guest-data/requests/{id}/{step}',
      show: async ({ at: { id = '' } }) => ({
        seeOther: `/guest-data/requests/${encodeURIComponent(id)}`,
      }),
      async act({ at: { id = '', step: name = '' }, form, member, locale }) {
        const step = requestSteps.find((one) => one === name)
        const seen = await requestById(store.read, id)
        if (!seen || !step) return unknown(home, locale)
        const due = form.get('due_on') ?? ''
        try {
          await actOnRequest(parts, step, {
            id,
            version: Number(form.get('version')),
            actor: `staff:${member.id}`,
            note: form.has('note') ? readNote(form) : seen.note,
            dueOn: isDate(due) ? due : seen.due_on,
          })
        } catch (error) {
          if (!(error instanceof StaffObstacle)) throw error
          const first =
            error.obstacle === 'changed_meanwhile'
              ? await whoWasFirst(parts, `request:${id}`, locale)
              : ''
          const notice = problem(`${obstacleWords[error.obstacle][locale]} ${first}`)
          const request = (await requestById(store.read, id)) ?? seen
          const typed = typedIn(form)
          return { ...(await requestPage(parts, request, locale, typed)), notice, status: 409 }
        }
        return { seeOther: step === 'finish' ? '/guest-data' : `/guest-data/requests/${id}` }
      },
    },
  ]
}

function unknown(home: Home, locale: Locale): Promise<Page> {
  const notice = problem(obstacleWords.not_found[locale])
  return home(locale, { notice, status: 404, typed: new URLSearchParams() })
}

/** Nobody enters today what came longer ago than this. */
const oldest = 365

function readRequest(form: URLSearchParams, today: string): NewRequest | { fault: Words } {
  const kind = requestKinds.find((one) => one === form.get('kind'))
  const way = requestWays.find((one) => one === form.get('way'))
  const came_on = form.get('came_on') ?? ''
  if (!kind || !way) return { fault: words.unknownKind }
  if (!isDate(came_on) || came_on > today || came_on < addDays(today, -oldest)) {
    return { fault: words.wrongDay }
  }
  try {
    const { value: contact } = readGuest(form.get('contact') ?? '')
    const name = shorten((form.get('name') ?? '').trim(), 80) || null
    return { kind, way, contact, name, note: readNote(form), came_on }
  } catch (error) {
    if (!(error instanceof GuestObstacle)) throw error
    return { fault: guestObstacleWords[error.obstacle] }
  }
}

function readNote(form: URLSearchParams, field = 'note'): string | null {
  return shorten((form.get(field) ?? '').replace(/\r\n?/g, '\n').trim(), 1000) || null
}

/** What was not so on the page that somebody had before him, and is his own therefore. */
function typedIn(form: URLSearchParams): Typed {
  const [note, due] = [readNote(form), form.get('due_on') ?? '']
  return {
    ...(note !== readNote(form, 'seen_note') && { note: note ?? '' }),
    ...(isDate(due) && due !== form.get('seen_due') && { dueOn: due }),
  }
}

const words = {
  unknownKind: {
    vi: 'Chọn khách xin gì và đến qua đâu trong danh sách.',
    en: 'Choose what is asked and how it came from the lists.',
  },
  wrongDay: {
    vi: 'Ngày nhận phải là hôm nay hoặc trong vòng một năm trước.',
    en: 'It must have come today, or within the last year.',
  },
} satisfies Record<string, Words>
