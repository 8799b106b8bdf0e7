/** Content checks of trades with appointments. */
import type { Report } from '../../content/folder.ts'
import type { Business } from '../../content/shop.ts'
import { checkLastStart } from '../../domain/scheduling/last-start-check.ts'
import type { Policy } from './files.ts'

export const startsInOrder = {
  needs: ['policy'] as const,
  run({ policy }: { policy: Policy }, report: Report): void {
    if (policy.first_start <= policy.last_start) return
    report.error(
      policy,
      ['last_start'],
      (name) => ({
        vi: `${name.vi} sớm hơn first_start`,
        en: `${name.en} is before the first start`,
      }),
      { vi: 'giờ muộn hơn', en: 'a later time' },
    )
  },
}

/** Reports a last start that is too late even for the shortest service. */
export function checkLastServiceStart(
  policy: Policy,
  minutes: readonly number[],
  business: Business,
  report: Report,
): void {
  const { start_every_minutes: every, first_start: first, last_start: last } = policy
  if (minutes.length === 0 || first > last) return
  const starts = { every, first, last, shortest: Math.min(...minutes) }
  checkLastStart(policy, ['last_start'], starts, business, report)
}
