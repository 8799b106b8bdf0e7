/** Commands of the owner on guest data: data requests, export and erasure. */
import { privacyErrorTexts } from '../../src/domain/privacy/errors.ts'
import { bookingActionTexts } from '../../src/kernel/action-errors.ts'
import { noticeOf } from '../../test/support/screen.ts'
import type { ClientResponse } from '../support/http-client.ts'
import { ModelMismatch } from './allowed-resources.ts'
import type { Command } from './commands.ts'
import { guestAt } from './guest-fixtures.ts'
import {
  eraseGuest,
  exportGuestData,
  findGuestRecords,
  processDataRequest,
} from './privacy-rules.ts'
import { assertSameOutcome } from './record-outcome.ts'
import type { ModelSetup } from './setup.ts'
import { dateOfMinutes, type Rejection, reject } from './shop-model.ts'

type CommandOf<Name extends Command['type']> = Extract<Command, { type: Name }>

export async function registerDataRequest(
  { model, postToDesk, actor }: ModelSetup,
  { guest, kind }: CommandOf<'register_data_request'>,
): Promise<undefined> {
  const { name, phone } = guestAt(guest)
  const formFields = {
    kind,
    way: 'phone',
    contact: phone,
    name,
    came_on: dateOfMinutes(model.now),
    note: '',
  }
  const response = await postToDesk('/guest-data/requests', formFields)
  const [, id] = /requests\/(\w+)$/.exec(String(response.headers.location)) ?? []
  if (id === undefined)
    throw new ModelMismatch(`the form of the data requests got status ${response.status}`)
  model.dataRequests.push({
    ...{ id, kind, phone, note: null, version: 1 },
    ...{ replied: false, done: false, answered: false },
    history: [`${actor} registered`],
    events: ['request.registered'],
  })
}

export async function handleDataRequest(
  { model, postToDesk, actor }: ModelSetup,
  { requestIndex, step, late }: CommandOf<'handle_data_request'>,
): Promise<Rejection | undefined> {
  const one = model.dataRequests[requestIndex % model.dataRequests.length]
  const version = String((one?.version ?? 1) - (late ? 1 : 0))
  const note = `gọi lại lần ${requestIndex}`
  const path = `/guest-data/requests/${one?.id ?? 'none'}/${step}`
  const actual = rejectionIn(await postToDesk(path, { version, note }))
  const expected = one ? processDataRequest(one, step, { note, late, actor }) : reject('not_found')
  return assertSameOutcome(actual, expected)
}

export async function exportGuest(
  { model, postToDesk, actor }: ModelSetup,
  { guest }: CommandOf<'export'>,
): Promise<Rejection | undefined> {
  const { phone } = guestAt(guest)
  const response = await postToDesk('/guest-data/export', { guest: phone })
  const records = findGuestRecords(model, phone)
  const expected = assertSameOutcome(rejectionIn(response), exportGuestData(model, phone, actor))
  if (expected) return expected
  // The export contains all data of the guest, and none of other guests.
  const exported = JSON.parse(response.text) as Record<ExportedKind, { code?: string }[]>
  const codes = exported.bookings.map(({ code }) => code).sort()
  const [is, should] = [
    codes.join(),
    records.bookings
      .map(({ code }) => code)
      .sort()
      .join(),
  ]
  if (is !== should) throw new ModelMismatch(`the export contains ${is} instead of ${should}`)
  if (exported.requests.length !== records.requests.length) {
    throw new ModelMismatch(
      `the export contains ${exported.requests.length} of ${records.requests.length} requests`,
    )
  }
  if (exported.waitlist.length !== records.waitlist.length) {
    throw new ModelMismatch(
      `the export contains ${exported.waitlist.length} of ${records.waitlist.length} entries of the waitlist`,
    )
  }
  return undefined
}

type ExportedKind = 'bookings' | 'requests' | 'waitlist'

export async function eraseGuestAtDesk(
  { app, model, postToDesk, actor }: ModelSetup,
  { guest, cancel }: CommandOf<'erase'>,
): Promise<Rejection | undefined> {
  const { phone } = guestAt(guest)
  const formFields = { guest: phone, ...(cancel && { cancel: '1' }) }
  const actual = rejectionIn(await postToDesk('/guest-data/erase/now', formFields))
  const expected = assertSameOutcome(actual, eraseGuest(model, phone, { cancel, actor }))
  // The vacuum has a history row, and a second one records the file names if another role may have to run it.
  if (!expected) model.auditOnlyRows += app.store.relationFiles ? 2 : 1
  return expected
}

const rejectionTexts = Object.entries({ ...bookingActionTexts, ...privacyErrorTexts })

/** The error code of the text on the page. */
function rejectionIn({ status, text }: ClientResponse): Rejection | undefined {
  if (status === 303 || status === 200) return undefined
  const notice = noticeOf(text)
  const found = rejectionTexts.find(([, words]) => notice.includes(words.vi))
  if ((status !== 409 && status !== 404) || !found) {
    throw new ModelMismatch(`the form got status ${status}: ${notice}`)
  }
  return { code: found[0] }
}
