/** Dependencies of the booking pages. */
import type { Business } from '../../../content/shop.ts'
import type { LocalizedText } from '../../../kernel/locale.ts'
import type { Clock } from '../../../kernel/time.ts'
import type { BookingOperations } from '../../booking/operations.ts'
import type { Offer } from '../../catalogue/offer.ts'
import type { BookingForm } from '../../forms/booking-form.ts'
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
}

/** What the panel needs, also on pages that are not made per request. */
export type PanelContext = Pick<
  BookingPageContext,
  'form' | 'rules' | 'business' | 'now' | 'offerName'
>
