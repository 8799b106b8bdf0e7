/** "I am coming": the guest says so on the status page, and staff see it. Nothing about the booking changes. */
import { z } from 'zod'
import { formatCode, unknownCodeProblem } from '../../kernel/booking-code.ts'
import { writeOperation } from '../guard/write-operation.ts'
import { recordAction } from '../outbox/events.ts'
import { codeField } from '../scheduling/fields.ts'
import { isActionPossible } from './action-rules.ts'
import { bookingLifecycle } from './actions.ts'
import { tooLateProblem } from './change-request.ts'
import { type BookingParts, bookingCodeField, bookingGroup } from './fields.ts'
import { findBooking, isComing } from './rows.ts'

export type ComingOperation = ReturnType<typeof comingOperation>

/** Only the site has it: a program cannot know whether its user will come. */
export function comingOperation({ context, rules }: BookingParts) {
  return writeOperation(context, {
    name: 'confirmComing',
    group: bookingGroup,
    summary: { vi: 'Báo sẽ đến', en: 'Say that one is coming' },
    description: 'Records that the guest is coming, or takes it back.',
    http: { method: 'POST', path: '/api/booking/{code}/coming', status: 202 },
    dryRun: false,
    limit: 'changes',
    input: z.strictObject({ code: codeField(rules), coming: z.enum(['yes', 'no']) }),
    output: z.object({ code: bookingCodeField, coming: z.boolean() }),
    problems: ['not-found'],
    example: {},
    async evaluate({ code, coming }, { sql, now }) {
      const booking = await findBooking(sql, code, now)
      if (!booking) throw unknownCodeProblem()
      if (!isActionPossible('coming', booking, now) || booking.starts_at <= now)
        throw tooLateProblem()
      return { booking, isComing: coming === 'yes' }
    },
    async persist({ booking, isComing: isNowComing }, { sql, now, attempt }) {
      if (isComing(booking) === isNowComing) return
      await sql.run(
        'UPDATE bookings SET coming_for = ?, updated_at = ? WHERE id = ?',
        isNowComing ? booking.starts_at : null,
        now,
        booking.id,
      )
      const action = isNowComing ? 'coming' : 'coming_withdrawn'
      await recordAction(sql, now, attempt.source, {
        ...{ lifecycle: bookingLifecycle, action, id: booking.id },
      })
    },
    toResponse: ({ booking, isComing: isNowComing }) => ({
      code: formatCode(booking.code),
      coming: isNowComing,
    }),
  })
}
