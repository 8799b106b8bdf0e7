/** Answers to the offers of a booking: on its page, or by staff for a guest who calls, on the shop and on the model. */
import { issueFormToken } from '../../src/domain/guard/form-token.ts'
import { secret } from '../../test/support/shop.ts'
import type { Random } from '../support/random.ts'
import { ModelMismatch } from './allowed-resources.ts'
import {
  expireBookingOffers,
  findOfferRejection,
  recordAcceptedOffer,
  recordClosedOffers,
} from './booking-offers.ts'
import { type ActualOutcome, assertSameOutcome, catchActionError } from './record-outcome.ts'
import { directActor, type ModelSetup } from './setup.ts'
import { type ModelBooking, type Rejection, reject } from './shop-model.ts'

export type OfferAnswerCommand = {
  type: 'accept_offer' | 'decline_offers' | 'withdraw_offers'
  bookingNumber: number
  offerNumber: number
  by: 'guest' | 'staff'
}

export const answerOffers = (random: Random): OfferAnswerCommand => ({
  type: random.pick([
    'accept_offer',
    'accept_offer',
    'accept_offer',
    'decline_offers',
    'withdraw_offers',
  ]),
  bookingNumber: random.below(40),
  offerNumber: random.below(40),
  by: random.pick(['guest', 'staff']),
})

/** Numbers from here on mean any offer, also one that has ended. */
const anyOfferFrom = 34

export async function runOfferAnswer(
  setup: ModelSetup,
  one: ModelBooking,
  { type, offerNumber, by }: OfferAnswerCommand,
): Promise<Rejection | undefined> {
  const { model } = setup
  const open = one.offers.filter(({ status }) => status === 'open')
  const candidates = offerNumber < anyOfferFrom && open.length > 0 ? open : one.offers
  const offer = candidates[offerNumber % candidates.length]
  if (type === 'accept_offer') {
    if (!offer) return reject('no_offer')
    const isByGuest = by === 'guest'
    const actual = isByGuest
      ? await answerOnPage(setup, one, { answer: 'accept', offer: offer.id })
      : await catchActionError(setup.app.desk.acceptOffer({ ...seen(one), offerId: offer.id }))
    const rejection = findOfferRejection(model, one, (all) => all.some(({ id }) => id === offer.id))
    assertSameOutcome(actual, rejection)
    if (!rejection) recordAcceptedOffer(model, one, offer, isByGuest ? 'web' : directActor)
    return rejection
  }
  const isDeclined = type === 'decline_offers'
  const actual = isDeclined
    ? await answerOnPage(setup, one, { answer: 'decline' })
    : await catchActionError(setup.app.desk.withdrawOffers(seen(one)))
  const rejection = findOfferRejection(model, one, (all) => all.length > 0)
  assertSameOutcome(actual, rejection)
  if (rejection) return rejection
  const [status, actor] = isDeclined
    ? (['declined', 'web'] as const)
    : (['withdrawn', directActor] as const)
  recordClosedOffers(model, one, status, actor)
  return undefined
}

const seen = ({ code, version }: ModelBooking) => ({ code, version, actor: directActor })

/** The form of the status page, with a token that was issued five seconds ago. */
async function answerOnPage(
  { app, send }: ModelSetup,
  { code }: ModelBooking,
  fields: { answer: string; offer?: string },
): Promise<ActualOutcome> {
  const body = new URLSearchParams(fields)
  body.set('form_token', issueFormToken(secret, 'answerOffers', app.clock.now - 5_000))
  const { status, headers } = await send('POST', `/booking/${code}/offers`, body, {
    origin: `http://127.0.0.1:${app.port}`,
  })
  if (status !== 303) throw new ModelMismatch(`the answer got status ${status}`)
  return String(headers.location ?? '').includes('late=') ? reject('wrong_state') : undefined
}

export async function expireOffers({ app, model }: ModelSetup): Promise<void> {
  const ended = await app.desk.expireOffers()
  const expected = expireBookingOffers(model)
  if (ended !== expected)
    throw new ModelMismatch(`the offers of ${ended} bookings expired instead of ${expected}`)
}
