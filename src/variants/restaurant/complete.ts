/** What follows from other files if the owner of a restaurant left it out. */
import { inNightOf } from '../../content/night-time.ts'
import { bookingDays } from '../../domain/scheduling/booking-days.ts'
import type { Check } from '../../domain/trade/declaration.ts'
import { minutesOf, timeOf } from '../../kernel/time.ts'
import { completeKitchen, newAllergens } from './complete-kitchen.ts'
import type { WrittenFiles } from './files.ts'

const tables: Check<WrittenFiles> = {
  needs: ['tables'],
  run({ tables: file }) {
    file.offers ??= [
      {
        id: 'dat-ban',
        name: { vi: 'Bàn thường', en: 'A table' },
        table_types: file.types.map(({ id }) => id),
        tags: [],
      },
    ]
    for (const table of file.tables) table.type ??= file.types[0]?.id
  },
}

const partySize: Check<WrittenFiles> = {
  needs: ['tables', 'policy'],
  run({ tables: { tables, joins }, policy }) {
    policy.online_up_to ??= Math.max(...[...tables, ...joins].map(({ seats }) => seats))
  },
}

const hours: Check<WrittenFiles> = {
  needs: ['tables', 'policy', 'business'],
  run({ tables: { lengths }, policy, business }) {
    policy.weekdays ??= bookingDays(business)
    const shortest = Math.min(...lengths.map(({ minutes }) => minutes))
    policy.services ??= openingServices(business.hours, shortest)
  },
}

/** One service for all opening hours: from the first opening until a visit just ends before closing. */
function openingServices(
  hours: readonly { periods: readonly { from: string; to: string }[] }[],
  shortest: number,
): NonNullable<WrittenFiles['policy']['services']> {
  const periods = hours.flatMap((day) => day.periods)
  const opening = Math.min(...periods.map(({ from }) => minutesOf(from)))
  const last = Math.max(...periods.map(({ to }) => minutesOf(to))) - shortest
  const first = timeOf(opening)
  return [
    {
      id: 'all-day',
      name: { vi: 'Cả ngày', en: 'All day' },
      first,
      last: inNightOf(first, timeOf(Math.max(opening, last))),
    },
  ]
}

export const complete: Check<WrittenFiles>[] = [
  newAllergens,
  completeKitchen,
  tables,
  partySize,
  hours,
]
