/** Under the times of a day of which some are full: a link to the waitlist. */
import { type Block, link, paragraph } from '../../../content/document.ts'
import { pageUrl } from '../../../content/page-url.ts'
import type { Locale, LocalizedText } from '../../../kernel/locale.ts'
import { toAvailabilityQuery } from '../../booking/url.ts'
import type { BookingForm, Chosen } from '../../forms/booking-form.ts'
import { waitlistPath } from '../../waitlist/url.ts'
import type { PanelAvailability } from '../booking/panel-availability.ts'

/** Proposes the first full times in a row; the guest can choose others. */
export function waitlistLink(
  { form }: { form: BookingForm },
  { day }: PanelAvailability,
  others: Chosen,
  locale: Locale,
): Block[] {
  const times = day?.times ?? []
  const first = times.findIndex(({ isFree, isOwn }) => !isFree && !isOwn)
  const from = times[first]
  if (!day || !from) return []
  const after = times.findIndex(({ isFree }, index) => index > first && isFree)
  const to = times[(after < 0 ? times.length : after) - 1] ?? from
  const query = toAvailabilityQuery(form, others)
  const window = { date: from.date, from: from.time, to: to.time }
  return [
    paragraph(
      `${labels.full[locale]} `,
      link(labels.tellMe[locale], pageUrl(waitlistPath, { ...query, ...window })),
    ),
  ]
}

const labels = {
  full: { vi: 'Giờ bạn muốn đã hết?', en: 'Is the time you want full?' },
  tellMe: { vi: 'Báo cho tôi khi có chỗ', en: 'Tell me when a place is free' },
} satisfies Record<string, LocalizedText>
