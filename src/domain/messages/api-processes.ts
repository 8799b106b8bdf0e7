/** What the documentation of the API says about consent, states, events and times. */
import type { Business } from '../../content/shop.ts'
import type { LocalizedText } from '../../kernel/locale.ts'
import { bookingLifecycle } from '../booking/actions.ts'
import { depositLifecycle } from '../booking/deposit/state.ts'
import { bookingConsent, changeConsent, waitlistConsent } from '../guest/consent.ts'
import { orderLifecycle } from '../orders/actions.ts'
import type { CreateQuote } from '../pricing/quote.ts'
import type { Example } from '../scheduling/example.ts'
import type { BookingRules } from '../scheduling/rules.ts'
import { waitlistLifecycle } from '../waitlist/actions.ts'
import { guestDelayMs } from './routes.ts'
import { describeWebhooks } from './webhook-events.ts'

type DocumentedShop = {
  business: Business
  rules: BookingRules
  offerName(id: string): LocalizedText
  quote: CreateQuote
  orders: { codePrefix: string; kinds: readonly string[] } | undefined
  /** A bookable date and time for the examples. */
  bookable: Example | undefined
}

export function describeProcesses(shop: DocumentedShop) {
  const { business, rules, offerName, quote, orders, bookable } = shop
  return {
    consents: {
      ...business.consent,
      booking: bookingConsent(business, rules.questions),
      change: changeConsent(business),
      waitlist: waitlistConsent(business),
    },
    lifecycles: [
      bookingLifecycle,
      ...(business.bank ? [depositLifecycle] : []),
      ...(orders ? [orderLifecycle] : []),
      waitlistLifecycle,
    ],
    webhooks: describeWebhooks({ rules, offerName, quote }, orders, bookable),
    horizonDays: rules.horizonDays,
    undoSeconds: guestDelayMs / 1000,
    bookable,
  }
}
