/** Dependencies of the pages of the waitlist. */
import type { AnswerOperation } from '../../waitlist/answer-operation.ts'
import type { WaitlistOperations } from '../../waitlist/operations.ts'
import type { BookingPageContext } from '../booking/context.ts'

export type WaitlistPageContext = Pick<
  BookingPageContext,
  'operations' | 'form' | 'rules' | 'business' | 'addresses' | 'now' | 'offerName'
> & {
  join: WaitlistOperations['joinWaitlist']
  getEntry: WaitlistOperations['getWaitlistEntry']
  answer: AnswerOperation
}
