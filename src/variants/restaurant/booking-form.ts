/** The booking form of a restaurant: party size and table type, then day and time. */

import type { Business } from '../../content/shop.ts'
import type { BookingStatus } from '../../domain/booking/status-operation.ts'
import { anyValue, type BookingForm, type StepChoice } from '../../domain/forms/booking-form.ts'
import type { Locale } from '../../kernel/locale.ts'
import { plural } from '../../kernel/plural.ts'
import { minutesOf } from '../../kernel/time.ts'
import type { TableFields } from './booking.ts'
import type { RestaurantFiles } from './files.ts'
import { withoutName } from './list-filters.ts'
import { depositTermsFor, formatDepositTerms, isPrivateRoom } from './policy.ts'

export function bookingForm(files: RestaurantFiles, business: Business): BookingForm {
  const { tables, policy } = files
  const typeNames = new Map(tables.types.map(({ id, name }) => [id, name]))
  const privateRoom = policy.private_room

  /** The table type of an offer that has exactly one. */
  const typeOf = (offerId: string) => {
    const types = tables.offers.find(({ id }) => id === offerId)?.table_types ?? []
    return types.length === 1 ? types[0] : undefined
  }
  const depositNotes = (
    depositTerms: ReturnType<typeof depositTermsFor>,
    locale: Locale,
    depositState?: string,
  ): string[] => {
    const terms = depositTerms && formatDepositTerms(depositTerms, locale, depositState)
    return terms ? [`${terms.charAt(0).toUpperCase()}${terms.slice(1)}.`] : []
  }

  /** None with a single table type: there is nothing to choose. */
  const areaChoices = (guests: number, locale: Locale): StepChoice[] =>
    tables.types.length === 1 ? [] : allAreas(guests, locale)
  const allAreas = (guests: number, locale: Locale): StepChoice[] => [
    { sets: { table_type: anyValue }, text: { vi: 'Chỗ nào cũng được', en: 'Anywhere' }[locale] },
    ...tables.types
      .filter(({ id }) => id !== privateRoom?.table_type || guests >= privateRoom.least_guests)
      .map(({ id, name }) => ({ sets: { table_type: id }, text: name[locale] })),
  ]

  /** A set meal is for its number of guests, and the private room has a minimum. */
  const usualGuests = (offerId: string | undefined): number => {
    const guests = files.setMeals.sets.find(({ id }) => id === offerId)?.guests
    if (guests !== undefined) return Math.min(guests, policy.online_up_to)
    const isPrivate = offerId !== undefined && typeOf(offerId) === privateRoom?.table_type
    return isPrivate && privateRoom ? privateRoom.least_guests : Math.min(2, policy.online_up_to)
  }

  return {
    title: { vi: 'Đặt bàn', en: 'Book a table' },
    intro: {
      vi: `Chọn số người, ngày và giờ. Nhóm từ ${policy.online_up_to + 1} người xin gọi ${business.phone}.`,
      en:
        `Choose the number of guests, the day and the time. For ${policy.online_up_to + 1} or more please call ` +
        `${business.phone}.`,
    },
    steps: [
      {
        names: ['party_size'],
        label: { vi: 'Số người', en: 'Guests' },
        callFor: {
          vi: `Từ ${policy.online_up_to + 1} người: gọi ${business.phone}`,
          en: `${policy.online_up_to + 1} or more: call ${business.phone}`,
        },
        question: { vi: 'Bạn đi mấy người?', en: 'How many guests?' },
        choices: (_chosen, locale) =>
          Array.from({ length: policy.online_up_to }, (_, index) => index + 1).map((guests) => {
            const noun = plural(guests, { one: 'guest', other: 'guests' })
            return {
              sets: { party_size: String(guests) },
              text: { vi: `${guests} người`, en: `${guests} ${noun}` }[locale],
            }
          }),
      },
    ],
    defaults: ({ party_size, offerId }) => ({
      party_size: party_size ?? String(usualGuests(offerId)),
    }),
    timeGroups: policy.services.map(({ name, first }) => ({ name, from: minutesOf(first) })),
    slotPlaces({ left_by_table_type = {} }, { table_type = anyValue, offerId }, locale) {
      if (table_type !== anyValue || offerId !== undefined) return []
      const ids = tables.types.length > 1 ? Object.keys(left_by_table_type as object) : []
      return ids.map((id) => typeNames.get(id)?.[locale] ?? id)
    },
    onlyPlaceText: (place) => ({
      vi: `Các giờ này chỉ còn chỗ ở: ${place}.`,
      en: `These times are free in one place only: ${place}.`,
    }),
    optionalSteps: [
      {
        names: ['table_type'],
        label: { vi: 'Chỗ ngồi', en: 'Seating' },
        question: { vi: 'Ngồi ở đâu?', en: 'Where would you like to sit?' },
        choices: ({ party_size, offerId }, locale) =>
          offerId === undefined ? areaChoices(Number(party_size), locale) : [],
      },
    ],
    carried: ['offerId'],
    prefilled: { [withoutName]: 'allergens' },
    notes: ({ party_size, table_type, offerId }, locale) =>
      depositNotes(
        depositTermsFor(
          files,
          Number(party_size),
          offerId === undefined ? table_type : typeOf(offerId),
        ),
        locale,
      ),
    terms: (
      { table_type, terms, deposit }: TableFields & Pick<BookingStatus, 'deposit' | 'terms'>,
      locale,
    ) => {
      const depositState = deposit?.state === 'not_asked' ? undefined : deposit?.state
      const agreed = {
        deposit: terms.deposit?.amount ?? 0,
        freeCancellationHours: terms.free_cancellation_hours ?? 0,
        ...(isPrivateRoom(files, table_type) && { minimumSpend: terms.minimum_spend?.amount }),
      }
      return depositNotes(agreed, locale, depositState)
    },
    reservationType: 'FoodEstablishmentReservation',
    placeType: 'Restaurant',
    summary: ({ party_size, table_type }: TableFields, locale) => [
      [{ vi: 'Số người', en: 'Guests' }[locale], String(party_size)],
      [
        { vi: 'Chỗ ngồi', en: 'Seating' }[locale],
        typeNames.get(table_type)?.[locale] ?? table_type,
      ],
    ],
  }
}
