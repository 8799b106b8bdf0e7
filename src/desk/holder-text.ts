/** Who has a place that was asked for: the guest with the time, or a block. */
import { findBookingById } from '../domain/booking/queries.ts'
import type { Locale, LocalizedText } from '../kernel/locale.ts'
import { formatResources } from './booking-components.ts'
import type { DeskContext } from './context.ts'
import { formatEndTime } from './labels.ts'

export async function describeHolder(
  context: DeskContext,
  holder: string,
  resource: string | undefined,
  locale: Locale,
): Promise<string> {
  const place = formatResources(context, resource === undefined ? [] : [resource], locale)
  const [kind, id = ''] = holder.split(':')
  if (kind === 'block') return `${place || words.place[locale]} ${words.blocked[locale]}.`
  if (kind === 'offer') return `${place || words.place[locale]} ${words.offered[locale]}.`
  const other = await findBookingById(context.store.read, id, context.now())
  if (!other) return ''
  const isStillSeated = other.visit === 'seated' && other.ends_at <= context.now()
  const guest = `${other.name}, ${other.time}–${formatEndTime(other)}`
  const remark = isStillSeated ? ` (${words.stillSeated[locale]})` : ''
  return `${place || words.place[locale]} ${words.taken[locale]} ${guest}${remark}.`
}

const words = {
  place: { vi: 'Chỗ đó', en: 'That place' },
  blocked: { vi: 'đang được khoá', en: 'is blocked' },
  offered: {
    vi: 'đang giữ cho một khách được mời',
    en: 'is held for a guest who was offered it',
  },
  taken: { vi: 'đã có', en: 'is occupied by' },
  stillSeated: { vi: 'khách vẫn còn đó', en: 'still seated' },
} satisfies Record<string, LocalizedText>
