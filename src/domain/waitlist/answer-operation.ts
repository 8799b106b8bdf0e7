/**
 * What a guest on the waitlist does on the status page: accept or decline an offered place, or leave the list. Only the
 * site has it: no program accepts a place for its user.
 */
import { z } from 'zod'
import { BookingActionError } from '../../kernel/action-errors.ts'
import { formatCode, unknownCodeProblem } from '../../kernel/booking-code.ts'
import type { BookingParts } from '../booking/fields.ts'
import { endedOfferProblem } from '../booking/place-offer/ended-offer.ts'
import { findPlaceOffer } from '../booking/place-offer/rows.ts'
import { writeOperation } from '../guard/write-operation.ts'
import { findEntry, type WaitlistEntry } from './rows.ts'
import { acceptWaitlistOffer, declineOffer, entryAsOwner, leaveWaitlist } from './transitions.ts'

export type AnswerOperation = ReturnType<typeof answerOperation>

type Answer = { entry: WaitlistEntry; answer: 'accept' | 'decline' | 'leave'; offerId: string }

export function answerOperation(parts: BookingParts) {
  return writeOperation(parts.context, {
    name: 'answerWaitlist',
    group: { name: 'Waitlist', description: 'The guest’s own entry.' },
    summary: { vi: 'Trả lời lời mời', en: 'Answer an offered place' },
    description: 'Accepts or declines an offered place, or leaves the list.',
    http: { method: 'POST', path: '/api/waitlist/{code}/answer', status: 202 },
    dryRun: false,
    limit: 'changes',
    input: z.strictObject({
      code: z.string(),
      answer: z.enum(['accept', 'decline', 'leave']),
      offer: z.string().max(60).optional(),
    }),
    output: z.object({ code: z.string() }),
    problems: ['not-found', 'slot-taken'],
    example: {},
    async evaluate({ code, answer, offer: offerId = '' }, { sql }): Promise<Answer> {
      const entry = await findEntry(sql, code)
      if (!entry) throw unknownCodeProblem()
      if (answer === 'leave') return { entry, answer, offerId }
      const offer = await findPlaceOffer(sql, offerId)
      if (offer?.owner !== entryAsOwner(entry)) throw unknownCodeProblem()
      return { entry, answer, offerId }
    },
    async persist({ entry, answer, offerId }, { sql, now, attempt: { source: actor } }) {
      try {
        if (answer === 'accept') await acceptWaitlistOffer(sql, parts, { offerId, actor }, now)
        else if (answer === 'decline') await declineOffer(sql, parts, { offerId, actor }, now)
        else await leaveWaitlist(sql, parts, { code: entry.code, actor }, now)
      } catch (error) {
        if (!(error instanceof BookingActionError)) throw error
        const offer = await findPlaceOffer(sql, offerId)
        throw await endedOfferProblem(sql, parts, entry.details, offer, now)
      }
    },
    toResponse: ({ entry }) => ({ code: formatCode(entry.code) }),
  })
}
