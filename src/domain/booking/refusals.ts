/** The errors with which an action of staff is refused. */
import { BookingActionError } from '../../kernel/action-errors.ts'
import type { LocalizedText } from '../../kernel/locale.ts'
import type { BrokenRule } from '../scheduling/staff-rules.ts'

export function notPossibleError(reason: LocalizedText): BookingActionError {
  return new BookingActionError('not_possible', { reason })
}

/** Names every rule; staff may repeat the action with these rules set aside. */
export function rulesBrokenError(
  broken: readonly BrokenRule[],
  resources: readonly string[] = [],
): BookingActionError {
  const reasons = [...new Map(broken.map((one) => [one.reason.vi, one.reason])).values()]
  return new BookingActionError('not_possible', {
    reason: {
      vi: reasons.map(({ vi }) => vi).join(' '),
      en: reasons.map(({ en }) => en).join(' '),
    },
    rules: [...new Set(broken.map(({ rule }) => rule))],
    resources,
  })
}
