/** Offers that staff have marked as unavailable, as all interfaces show them. */
import { forEachLocale, type LocalizedText } from '../../kernel/locale.ts'
import type { Assortment, Offer } from './offer.ts'

/** A mark of staff. `until` is null if it has no end. */
export type SoldOutOffer = { offerId: string; until: number | null }

/** The same offers with the marks of staff. */
export function markSoldOut(assortment: Assortment, marks: readonly SoldOutOffer[]): Assortment {
  if (marks.length === 0) return assortment
  const until = new Map(marks.map((mark) => [mark.offerId, mark.until]))
  const marked = assortment.offers.map((offer): Offer => {
    const end = until.get(offer.id)
    return end === undefined ? offer : { ...offer, soldOut: { until: end } }
  })
  const soldOut = new Map(marked.flatMap((one) => (one.soldOut ? [[one.id, one]] : [])))
  const offers = marked.map((offer): Offer => {
    const missing = (offer.contains ?? []).flatMap((id) => soldOut.get(id) ?? [])
    return missing.length === 0 ? offer : { ...offer, soldOutParts: missing }
  })
  return { ...assortment, offers }
}

/** "Sold out today", or which part of a set meal is; undefined for an offer without restrictions. */
export function availabilityText(offer: Offer): LocalizedText | undefined {
  if (offer.soldOut) return soldOutText(offer, offer.soldOut)
  const [part, ...others] = offer.soldOutParts ?? []
  if (!part?.soldOut) return undefined
  const { vi, en } = soldOutText(part, part.soldOut)
  const names = forEachLocale((locale) =>
    [part, ...others].map(({ name }) => name[locale]).join(', '),
  )
  return { vi: `${vi}: ${names.vi}`, en: `${en}: ${names.en}` }
}

/** Which parts of a set meal are sold out at a time, such as the start of a booking. */
export function soldOutPartsAt(offer: Offer | undefined, atMs: number): LocalizedText | undefined {
  const parts = (offer?.soldOutParts ?? []).filter(
    ({ soldOut }) => soldOut && (soldOut.until === null || atMs < soldOut.until),
  )
  return offer && availabilityText({ ...offer, soldOutParts: parts })
}

/** Why the offer cannot be booked or ordered. */
export function soldOutReason({ name, ...offer }: Offer): LocalizedText {
  const text = soldOutText(offer, offer.soldOut ?? { until: null })
  return forEachLocale((locale) => `${name[locale]}: ${lowerFirst(text[locale])}.`)
}

function soldOutText({ kind }: Pick<Offer, 'kind'>, { until }: { until: number | null }) {
  const { today, untilFurtherNotice } =
    kind === 'dish' || kind === 'set_meal' ? texts.food : texts.other
  return until === null ? untilFurtherNotice : today
}

const texts = {
  food: {
    today: { vi: 'Hôm nay đã hết', en: 'Sold out today' },
    untilFurtherNotice: { vi: 'Tạm hết', en: 'Sold out until further notice' },
  },
  other: {
    today: { vi: 'Hôm nay không phục vụ', en: 'Not available today' },
    untilFurtherNotice: { vi: 'Tạm ngừng phục vụ', en: 'Not available until further notice' },
  },
} satisfies Record<string, Record<string, LocalizedText>>

function lowerFirst(text: string): string {
  return text.charAt(0).toLowerCase() + text.slice(1)
}
