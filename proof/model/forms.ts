/** Forms of the desk as a browser sends them, and their outcomes. */
import { bookingActionTexts } from '../../src/kernel/action-errors.ts'
import { noticeOf } from '../../test/support/screen.ts'
import type { ClientResponse } from '../support/http-client.ts'
import { ModelMismatch } from './allowed-resources.ts'
import type { ModelGuest } from './guest-fixtures.ts'
import type { Time } from './guest-rules.ts'
import type { ActualOutcome } from './record-outcome.ts'
import type { ModelSetup } from './setup.ts'
import type { ModelBooking } from './shop-model.ts'
import type { IntendedAction, ModelBlock } from './staff-rules.ts'
import { untilOf } from './stays.ts'
import { formatClockTime, type RequestDetails } from './trade.ts'

/** A list is a field that is sent several times. */
type FieldValue = string | number | readonly string[] | undefined

type Entry = Time & { details: RequestDetails; resource: string | undefined; guest: ModelGuest }

type SeatNow = {
  details: RequestDetails
  resources: readonly string[]
  overrides: readonly string[]
}

export function createForms({ postToDesk }: ModelSetup) {
  const post = async (path: string, fields: Record<string, FieldValue>) => {
    const pairs = Object.entries(fields).flatMap(([name, value]) =>
      [value ?? []].flat().map((one) => [name, String(one)] as [string, string]),
    )
    const response = await postToDesk(path, pairs)
    return { response, rejection: rejectionIn(response) }
  }
  const done = async (path: string, fields: Record<string, FieldValue>) =>
    (await post(path, fields)).rejection

  return {
    apply: (one: ModelBooking, version: number, intended: IntendedAction) =>
      done(`/bookings/${one.code}/${actionPath(intended)}`, {
        version,
        ...actionFields(one, intended),
      }),

    async createWalkIn(
      { details, date, at, resource, guest }: Entry,
      onCreated: (code: string) => void,
    ) {
      const { party_size, offerId, ...tradeFields } = details
      const prefixedFields = Object.entries(tradeFields).map(([name, value]) => [
        `field.${name}`,
        value,
      ])
      const { response, rejection } = await post('/entry', {
        date,
        time: formatClockTime(at),
        party: party_size,
        offerId,
        ...Object.fromEntries(prefixedFields),
        resource,
        ...guest,
      })
      if (!rejection) onCreated(codeIn(response))
      return rejection
    },

    async sitDown({ details, resources, overrides }: SeatNow, onCreated: (code: string) => void) {
      const { response, rejection } = await post('/tonight/walk-in', {
        party: details.party_size,
        offerId: details.offerId,
        ...{ resource: resources, override: overrides.join(',') },
      })
      if (!rejection) onCreated(codeIn(response))
      return rejection
    },

    block: ({ resources: [resource], date, at, minutes }: ModelBlock) =>
      done('/closed/block', {
        resource,
        date,
        from: formatClockTime(at),
        to: formatClockTime((at + minutes) % 1440),
        reason: 'sơn lại',
      }),
    unblock: (id: string) => done('/closed/unblock', { id }),
    close: (date: string) => done('/closed/close', { date, reason: 'Mất điện.' }),
    reopen: (date: string) => done('/closed/open', { date }),
  }
}

/** The code of the booking that the desk shows next. */
function codeIn({ headers }: ClientResponse): string {
  return /of=([\w-]+)/.exec(String(headers.location))?.[1] ?? ''
}

function actionPath(intended: IntendedAction): string {
  return intended.type === 'deposit' ? `deposit_${intended.state}` : intended.type
}

function actionFields(one: ModelBooking, intended: IntendedAction): Record<string, FieldValue> {
  switch (intended.type) {
    case 'decline':
    case 'cancel':
      return { own: 'kín chỗ' }
    case 'deposit':
      return { amount: intended.amount }
    case 'correct':
      return { name: intended.name, phone: intended.phone }
    case 'change_offer':
      return { offerId: intended.service, override: intended.overrides?.join(',') }
    case 'note':
      return { note: 'khách quen' }
    case 'offer':
      return {
        times: intended.times.map(({ date, at }) => `${date} ${formatClockTime(at)}`),
      }
    case 'move': {
      const { date = one.date, at = one.at, resources, overrides, party, confirm } = intended
      return {
        ...{ date, time: formatClockTime(at), party, agreed: confirm ? '1' : undefined },
        ...{ resource: resources, override: overrides?.join(','), until: untilOf(one, intended) },
      }
    }
    default:
      return {}
  }
}

/** The error code of the text on the page. */
function rejectionIn({ status, text }: ClientResponse): ActualOutcome {
  if (status === 303) return undefined
  const notice = noticeOf(text)
  const found = Object.entries(bookingActionTexts).find(([, words]) => notice.includes(words.vi))
  if (status !== 409 || notice === '') {
    throw new ModelMismatch(`the form got status ${status}: ${notice}`)
  }
  // Only `not_possible` has varying texts, with the day, the hours or the number of guests.
  const [, again = ''] = /class="override">([\s\S]*?)<\/form>/.exec(text) ?? []
  const [, list = ''] = /name="override" value="([\w,]+)"/.exec(again) ?? []
  const rules = list.split(',').filter((rule) => rule !== '')
  return { code: found?.[0] ?? 'not_possible', rules }
}
