/** Reads the line of a quick entry with the vocabulary of the shop, which is prepared once for many lines. */
import type { z } from 'zod'
import { createOfferIndex } from '../domain/quick-entry/approximate-offer.ts'
import { createVocabulary, parseQuickEntry, type QuickEntry } from '../domain/quick-entry/parse.ts'
import { placePhrases } from '../domain/quick-entry/place-phrases.ts'
import { hoursOn } from '../domain/scheduling/hours.ts'
import type { Shop } from '../domain/trade/trade.ts'
import { lazy } from '../kernel/memoize.ts'

export type LineReader = (line: string, now: number) => QuickEntry

export function createLineReader(
  shop: Pick<Shop, 'booking' | 'business' | 'assortment'>,
): LineReader {
  const prepared = lazy(() => ({
    vocabulary: createVocabulary([
      ...shop.booking.quickEntryPhrases(),
      ...placePhrases(shop.booking),
    ]),
    // Where a booking needs no offer, a word such as "cơm" may be anything.
    offers: isOfferRequired(shop) ? offerIndex(shop) : undefined,
  }))
  return (line, now) =>
    parseQuickEntry(line, {
      now,
      ...prepared(),
      openPeriods: (date) => {
        const hours = hoursOn(shop.business, date)
        return hours.open ? hours.periods : []
      },
    })
}

/** Whether a booking must name an offer, such as a treatment. */
export function isOfferRequired({ booking }: Pick<Shop, 'booking'>): boolean {
  const field = booking.requestFields.offerId as z.ZodType | undefined
  return field !== undefined && !field.safeParse(undefined).success
}

function offerIndex({ assortment }: Pick<Shop, 'assortment'>) {
  const categories = new Map(assortment.categories.map(({ id, name }) => [id, name]))
  return createOfferIndex(
    assortment.offers
      .filter(({ bookable }) => bookable)
      .map(({ id, name, category, minutes }) => {
        const { vi = '', en = '' } = categories.get(category) ?? {}
        return { id, names: [name.vi, name.en], categories: [vi, en], minutes }
      }),
  )
}
