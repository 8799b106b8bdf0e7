/** Commands of the waitlist, on the shop and on the model. */
import { createBookingContext } from '../../src/domain/booking/context.ts'
import { issueFormToken } from '../../src/domain/guard/form-token.ts'
import { createWaitlistActions } from '../../src/domain/waitlist/staff.ts'
import { formatCode } from '../../src/kernel/booking-code.ts'
import { secret } from '../../test/support/shop.ts'
import { isRejection, ModelMismatch } from './allowed-resources.ts'
import {
  type ActualOutcome,
  assertSameOutcome,
  catchActionError,
  recordBooking,
} from './record-outcome.ts'
import { directActor, type ModelSetup } from './setup.ts'
import {
  epochMinutes,
  type ModelEntry,
  type ModelPlaceOffer,
  type Rejection,
  reject,
  release,
  toEpochMs,
} from './shop-model.ts'
import { formatClockTime } from './trade.ts'
import type { PlaceAnswer, WaitlistCommand } from './waitlist-commands.ts'
import { joinList } from './waitlist-join.ts'
import {
  answerDeadline,
  expireEntries,
  findAnswerRejection,
  findOfferPlacement,
  isWaiting,
  putBackOnList,
  recordAcceptance,
  recordClosedOffer,
  recordEnd,
  recordOffer,
} from './waitlist-rules.ts'

type CommandOf<Name extends WaitlistCommand['type']> = Extract<WaitlistCommand, { type: Name }>

const actionsOf = ({ app }: ModelSetup) =>
  createWaitlistActions(app.store, createBookingContext(app.appHost.shop()), () => app.clock.now)

export async function runWaitlistCommand(
  setup: ModelSetup,
  command: WaitlistCommand,
): Promise<Rejection | undefined> {
  if (command.type === 'join') return joinList(setup, command)
  if (command.type === 'join_again') {
    const { lastJoin } = setup.model
    if (!lastJoin) return reject('no_request')
    return joinList(setup, { ...lastJoin, face: command.face, isDryRun: false })
  }
  const entry = pickEntry(setup, command)
  if (!entry) return reject('no_entry')
  switch (command.type) {
    case 'offer_place':
      return offerPlace(setup, entry, command)
    case 'leave':
      return leaveList(setup, entry, command.by)
    case 'put_back': {
      const actual = await catchActionError(actionsOf(setup).putBack(entry.code, directActor))
      return assertSameOutcome(actual, putBackOnList(setup.model, entry, directActor))
    }
    default:
      return answerOffer(setup, entry, command)
  }
}

/** Numbers from here on mean any entry. */
const anyEntryFrom = 34

/** Mostly an entry that allows the command. */
function pickEntry(
  { model }: ModelSetup,
  { type, entryNumber }: Extract<WaitlistCommand, { entryNumber: number }>,
): ModelEntry | undefined {
  const isSuitable = (entry: ModelEntry): boolean => {
    if (type === 'put_back') return entry.status === 'left'
    if (type === 'leave') return isWaiting(model, entry)
    if (type === 'offer_place') return findOfferedStart({ model }, entry) !== undefined
    return entry.offers.some(({ status }) => status === 'open')
  }
  const suitable = model.waitlist.filter(isSuitable)
  const isAny = entryNumber >= anyEntryFrom || suitable.length === 0
  const candidates = isAny ? model.waitlist : suitable
  return candidates[entryNumber % candidates.length]
}

/** The first start that staff can offer. */
function findOfferedStart(
  { model }: Pick<ModelSetup, 'model'>,
  entry: ModelEntry,
): number | undefined {
  return startsOf({ model }, entry).find(
    (at) => !isRejection(findOfferPlacement(model, entry, at, undefined)),
  )
}

function startsOf({ model }: Pick<ModelSetup, 'model'>, entry: ModelEntry): readonly number[] {
  const starts = model.trade.starts(entry.details, entry.date) ?? []
  return starts.filter((at) => at >= entry.from && at <= entry.to)
}

async function offerPlace(
  setup: ModelSetup,
  entry: ModelEntry,
  { startNumber, byForm }: CommandOf<'offer_place'>,
): Promise<Rejection | undefined> {
  const { app, model } = setup
  const { code, date } = entry
  const starts = startsOf(setup, entry)
  const possible = startNumber < anyEntryFrom ? findOfferedStart(setup, entry) : undefined
  const at = possible ?? starts[startNumber % starts.length] ?? entry.from - 30
  const place = { code, date, time: formatClockTime(at) }
  const actor = byForm ? setup.actor : directActor
  const attempt = byForm
    ? postForm(setup, `/waitlist/${code}/offer`, { date, time: place.time })
    : catchActionError(actionsOf(setup).offer(place, actor))
  const actual = await attempt
  const row = actual ? undefined : await loadNewOffer(setup, entry)
  const assigned = row && model.trade.resourcesOf(JSON.parse(row.assignment))
  const placement = findOfferPlacement(model, entry, at, assigned)
  if (isRejection(placement)) return assertSameForm(actual, placement, byForm)
  assertSameOutcome(actual, undefined)
  if (!row) throw new ModelMismatch('the offer was not stored')
  const { option, length } = placement
  const holdMinutes = app.shop.business.waitlist.offer_minutes
  const answerBy = answerDeadline(model, epochMinutes(date, at), holdMinutes)
  if (row.expires_at !== toEpochMs(answerBy))
    throw new ModelMismatch(`held until ${row.expires_at} instead of ${toEpochMs(answerBy)}`)
  const offer: ModelPlaceOffer = {
    ...{ id: row.id, holder: `offer:${row.id}`, at, option, length, status: 'open', answerBy },
  }
  recordOffer(model, entry, offer, actor)
  return undefined
}

async function loadNewOffer({ app }: ModelSetup, { id, offers }: ModelEntry) {
  const known = new Set(offers.map((offer) => offer.id))
  const rows = await app.store.read.all<{ id: string; assignment: string; expires_at: number }>(
    'SELECT id, given AS assignment, expires_at FROM place_offers WHERE owner = ?',
    `waitlist:${id}`,
  )
  return rows.find((row) => !known.has(row.id))
}

async function postForm(
  { postToDesk }: ModelSetup,
  path: string,
  fields: Record<string, string>,
): Promise<ActualOutcome> {
  const { status } = await postToDesk(path, fields)
  return status === 303 ? undefined : reject(`status ${status}`)
}

/** The page of a rejected form shows a text, which other tests read. */
function assertSameForm(
  actual: ActualOutcome,
  expected: Rejection,
  byForm: boolean,
): Rejection | undefined {
  if (!byForm) return assertSameOutcome(actual, expected)
  assertSameOutcome(actual, reject('status 409'))
  return expected
}

async function answerOffer(
  setup: ModelSetup,
  entry: ModelEntry,
  { type, offerNumber, by }: CommandOf<PlaceAnswer>,
): Promise<Rejection | undefined> {
  const { model } = setup
  const open = entry.offers.filter(({ status }) => status === 'open')
  const candidates = offerNumber < anyEntryFrom && open.length > 0 ? open : entry.offers
  const offer = candidates[offerNumber % candidates.length]
  if (!offer) return reject('no_offer')
  const isByGuest = by === 'guest' && type !== 'withdraw_place'
  const actor = isByGuest ? 'web' : directActor
  const actual = isByGuest
    ? await answerOnPage(setup, entry, { answer: pageAnswers[type], offer: offer.id })
    : await catchActionError(answerAtDesk(setup, type, offer.id))
  const rejection = findAnswerRejection(model, entry, offer)
  assertSameOutcome(actual, rejection)
  if (rejection) return rejection
  if (type !== 'accept_place') {
    const status = type === 'decline_place' ? 'declined' : 'withdrawn'
    recordClosedOffer(model, entry, offer, status, actor)
    return undefined
  }
  release(model, offer.holder)
  await recordAcceptedBooking(setup, entry, offer, actor)
  recordAcceptance(model, entry, offer, actor)
  return undefined
}

const pageAnswers: Record<PlaceAnswer, string> = {
  accept_place: 'accept',
  decline_place: 'decline',
  withdraw_place: '',
}

function answerAtDesk(setup: ModelSetup, type: PlaceAnswer, offerId: string): Promise<unknown> {
  const actions = actionsOf(setup)
  if (type === 'accept_place') return actions.accept(offerId, directActor)
  return type === 'decline_place'
    ? actions.decline(offerId, directActor)
    : actions.withdraw(offerId, directActor)
}

/** The form of the status page, with a token that was issued five seconds ago. */
async function answerOnPage(
  { app, send }: ModelSetup,
  { code }: ModelEntry,
  fields: { answer: string; offer?: string },
): Promise<ActualOutcome> {
  const body = new URLSearchParams(fields)
  body.set('form_token', issueFormToken(secret, 'answerWaitlist', app.clock.now - 5_000))
  const { status, headers } = await send('POST', `/waitlist/${code}/answer`, body, {
    origin: `http://127.0.0.1:${app.port}`,
  })
  const location = String(headers.location ?? '')
  if (status !== 303) throw new ModelMismatch(`the answer got status ${status}`)
  return location.includes('late=') ? reject('wrong_state') : undefined
}

async function recordAcceptedBooking(
  setup: ModelSetup,
  entry: ModelEntry,
  { at, option, length }: ModelPlaceOffer,
  actor: string,
): Promise<void> {
  const { id, details, date, name, phone } = entry
  const row = await setup.app.store.read.get<{ code: string }>(
    'SELECT bookings.code FROM waitlist JOIN bookings ON bookings.id = booking_id WHERE waitlist.id = ?',
    id,
  )
  if (!row) throw new ModelMismatch('the booking of an accepted place is missing')
  entry.bookingCode = formatCode(row.code)
  const guest = { name, phone, client: 'guest' as const }
  const placement = { option, length }
  await recordBooking(setup, formatCode(row.code), { details, date, at }, placement, {
    ...{ status: 'confirmed', actor, ...guest },
  })
}

async function leaveList(
  setup: ModelSetup,
  entry: ModelEntry,
  by: 'guest' | 'staff',
): Promise<Rejection | undefined> {
  const { model } = setup
  const actual =
    by === 'guest'
      ? await answerOnPage(setup, entry, { answer: 'leave' })
      : await catchActionError(actionsOf(setup).remove(entry.code, directActor))
  const expected = isWaiting(model, entry) ? undefined : reject('wrong_state')
  assertSameOutcome(actual, expected)
  if (!expected) recordEnd(model, entry, 'left', by === 'guest' ? 'web' : directActor)
  return expected
}

export async function expireWaitlist(setup: ModelSetup): Promise<void> {
  const ended = await actionsOf(setup).expire()
  const expected = expireEntries(setup.model)
  if (ended !== expected)
    throw new ModelMismatch(`${ended} offers and entries expired instead of ${expected}`)
}
