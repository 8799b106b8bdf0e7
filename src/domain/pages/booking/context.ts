/** Dependencies of the booking pages. */
import type { Business } from '../../../content/shop.ts'
import type { LocalizedText } from '../../../kernel/locale.ts'
import type { Clock } from '../../../kernel/time.ts'
import type { changeOperation } from '../../booking/change-operation.ts'
import type { ChangeTimes } from '../../booking/change-times.ts'
import type { ComingOperation } from '../../booking/coming.ts'
import type { BookingOperations } from '../../booking/operations.ts'
import type { AnswerOffersOperation } from '../../booking/place-offer/answer-operation.ts'
import type { Offer } from '../../catalogue/offer.ts'
import type { BookingForm, Chosen } from '../../forms/booking-form.ts'
import type { AddressConfirmation } from '../../guest/confirmed-addresses.ts'
import type { BookingRules } from '../../scheduling/rules.ts'

export type BookingPageContext = {
  operations: BookingOperations
  form: BookingForm
  rules: BookingRules
  business: Business
  addresses: AddressConfirmation
  now: Clock
  base: string
  offerName(id: string): LocalizedText
  /** `undefined` if the owner has removed the offer. */
  findOffer(id: string): Offer | undefined
  /** The same with the price of a service day. */
  findOfferOn(id: string, day: string): Offer | undefined
  /** Title of the owner's policy page. */
  policyTitle: LocalizedText
  /** The URL of the panel with these choices. */
  linkTo(chosen: Chosen): string
  /** A change request for which the code of the booking is enough; the page only tries it. */
  tryChange: ReturnType<typeof changeOperation>
  changeTimes: ChangeTimes
  coming: ComingOperation
  answerOffers: AnswerOffersOperation
}

/** What the panel needs, also on pages that are not made per request. */
export type PanelContext = Pick<
  BookingPageContext,
  'form' | 'rules' | 'business' | 'now' | 'offerName' | 'linkTo'
>
