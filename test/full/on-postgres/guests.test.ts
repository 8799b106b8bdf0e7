import { onPostgresTogether } from '../../support/database.ts'

onPostgresTogether(
  'booking-terms.test.ts',
  'data-requests-by-guests.test.ts',
  'desk-change-offer.test.ts',
  'erasure.test.ts',
  'newsletter-sending.test.ts',
  'offers-on-closed-days.test.ts',
  'place-offers.test.ts',
  'retention.test.ts',
  'waitlist-seating.test.ts',
  'waitlist.test.ts',
)
