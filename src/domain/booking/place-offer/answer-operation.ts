/**
 * The answer of a guest to the offers of staff, on the status page of the booking. Only the site has it: no program
 * accepts a place for its user.
 */
import { z } from 'zod'
import { BookingActionError } from '../../../kernel/action-errors.ts'
import { formatCode, unknownCodeProblem } from '../../../kernel/booking-code.ts'
import { writeOperation } from '../../guard/write-operation.ts'
import { codeField } from '../../scheduling/fields.ts'
import { type BookingParts, bookingCodeField, bookingGroup } from '../fields.ts'
import { findBooking } from '../rows.ts'
import { answerOffers } from './answers.ts'
import { bookingAsOwner } from './booking-offers.ts'
import { endedOfferProblem } from './ended-offer.ts'
import { findPlaceOffer } from './rows.ts'

export type AnswerOffersOperation = ReturnType<typeof answerOffersOperation>

export function answerOffersOperation(parts: BookingParts) {
  return writeOperation(parts.context, {
    name: 'answerOffers',
    group: bookingGroup,
    summary: { vi: 'Trả lời lời mời', en: 'Answer the offers' },
    description: 'Accepts one of the offers of staff, or declines all.',
    http: { method: 'POST', path: '/api/booking/{code}/offers', status: 202 },
    dryRun: false,
    limit: 'changes',
    input: z.strictObject({
      code: codeField(parts.rules),
      answer: z.enum(['accept', 'decline']),
      offer: z.string().max(60).optional(),
    }),
    output: z.object({ code: bookingCodeField }),
    problems: ['not-found', 'slot-taken'],
    example: {},
    async evaluate({ code, answer, offer: offerId = '' }, { sql, now }) {
      const booking = await findBooking(sql, code, now)
      if (!booking) throw unknownCodeProblem()
      return { booking, answer, offerId }
    },
    async persist({ booking, answer, offerId }, { sql, now, attempt }) {
      const guestAnswer = { bookingId: booking.id, answer, offerId }
      try {
        await answerOffers(sql, parts, guestAnswer, attempt.source, now)
      } catch (error) {
        if (!(error instanceof BookingActionError)) throw error
        const found = await findPlaceOffer(sql, offerId)
        const offer = found?.owner === bookingAsOwner(booking) ? found : undefined
        throw await endedOfferProblem(sql, parts, booking.details, offer, now)
      }
    },
    toResponse: ({ booking }) => ({ code: formatCode(booking.code) }),
  })
}
