/** How a table is booked on the site: for how many, on which day, at what time. */
import type { Business } from '../../content/shop.ts'
import type { BookingForm, StepChoice } from '../../domain/forms/booking-form.ts'
import { anyValue } from '../../domain/forms/booking-form.ts'
import type { Locale } from '../../kernel/locale.ts'
import type { RestaurantFiles } from './files.ts'
import { formatDepositTerms } from './policy.ts'

export function bookingForm(files: RestaurantFiles, business: Business): BookingForm {
  const { tables, policy, kitchen } = files
  const typeNames = new Map(tables.types.map(({ id, name }) => [id, name]))
  const privateRoom = policy.private_room

  /** The only type of table that an offer has, if it is one. */
  const typeOf = (offerId: string) => {
    const types = tables.offers.find(({ id }) => id === offerId)?.table_types ?? []
    return types.length === 1 ? types[0] : undefined
  }
  const depositNotes = (
    guests: number,
    tableType: string | undefined,
    locale: Locale,
    depositState?: string,
  ): string[] => {
    const terms = formatDepositTerms(files, guests, tableType, locale, depositState)
    return terms ? [`${terms.charAt(0).toUpperCase()}${terms.slice(1)}.`] : []
  }

  const areaChoices = (guests: number, locale: Locale): StepChoice[] => [
    { sets: { table_type: anyValue }, text: { vi: 'Chỗ nào cũng được', en: 'Anywhere' }[locale] },
    ...tables.types
      .filter(({ id }) => id !== privateRoom?.table_type || guests >= privateRoom.least_guests)
      .map(({ id, name }) => ({ sets: { table_type: id }, text: name[locale] })),
  ]

  return {
    title: { vi: 'Đặt bàn', en: 'Book a table' },
    intro: {
      vi: `Chọn số người, ngày và giờ. Nhóm từ ${policy.online_up_to + 1} người xin gọi ${business.phone}.`,
      en: `Choose how many, the day and the time. For ${policy.online_up_to + 1} or more please call ${business.phone}.`,
    },
    steps: [
      {
        names: ['party_size'],
        label: { vi: 'Số người', en: 'Guests' },
        question: { vi: 'Bạn đi mấy người?', en: 'How many are you?' },
        choices: (_chosen, locale) =>
          Array.from({ length: policy.online_up_to }, (_, index) => ({
            sets: { party_size: String(index + 1) },
            text: { vi: `${index + 1} người`, en: index === 0 ? '1 guest' : `${index + 1} guests` }[
              locale
            ],
          })),
      },
    ],
    optionalSteps: [
      {
        names: ['table_type'],
        label: { vi: 'Chỗ ngồi', en: 'Where' },
        question: { vi: 'Ngồi ở đâu?', en: 'Where would you like to sit?' },
        choices: ({ party_size, offerId }, locale) =>
          offerId === undefined ? areaChoices(Number(party_size), locale) : [],
      },
    ],
    carried: ['offerId'],
    fields: [
      {
        name: 'allergens',
        label: { vi: 'Dị ứng cần tránh', en: 'Allergies to avoid' },
        hint: {
          vi: 'Bếp dùng chung, nên chúng tôi không thể hứa chắc; nhân viên sẽ hỏi lại.',
          en: 'The kitchen is shared, so we cannot promise; staff will ask you about it.',
        },
        type: 'ticks',
        needed: false,
        options: kitchen.allergens.map(({ id, name }) => ({ value: id, label: name })),
      },
    ],
    notes: ({ party_size, table_type, offerId }, locale) =>
      depositNotes(
        Number(party_size),
        offerId === undefined ? table_type : typeOf(offerId),
        locale,
      ),
    terms: ({ party_size, table_type, deposit }, locale) => {
      const state = (deposit as { state?: string | null } | undefined)?.state
      const depositState = state && state !== 'not_asked' ? state : undefined
      return depositNotes(Number(party_size), String(table_type), locale, depositState)
    },
    reservationType: 'FoodEstablishmentReservation',
    placeType: 'Restaurant',
    summary: ({ party_size, table_type }, locale) => [
      [{ vi: 'Số người', en: 'Guests' }[locale], String(party_size)],
      [
        { vi: 'Chỗ ngồi', en: 'Where' }[locale],
        typeNames.get(String(table_type))?.[locale] ?? String(table_type),
      ],
    ],
  }
}
