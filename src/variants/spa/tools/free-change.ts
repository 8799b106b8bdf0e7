/** Until when a booking may be changed freely. */
import type { Locale } from '../../../kernel/locale.ts'
import { sayDate } from '../../../kernel/spoken.ts'
import { hour, momentOf, stamp } from '../../../kernel/time.ts'
import type { SpaFiles } from '../files.ts'

export function freeChangeUntil({ policy }: SpaFiles, startsAt: string, locale: Locale) {
  const moment = momentOf(startsAt) - policy.free_change_hours * hour
  const written = stamp(moment)
  const said = `${written.slice(11, 16)} ${sayDate(written.slice(0, 10), locale)}`
  return { moment, stamp: written, said }
}
