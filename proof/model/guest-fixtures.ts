/** The guests of the model: few, so that each has several bookings. All phone numbers have the same end. */
export type ModelGuest = { name: string; phone: string }

const guests: readonly ModelGuest[] = [
  { name: 'Nguyễn Thị Lan', phone: '+84912345678' },
  { name: 'Trần Văn Minh', phone: '+84922345678' },
  { name: 'Lê Thu Hà', phone: '+84932345678' },
]

export function guestAt(number: number): ModelGuest {
  return guests[number % guests.length] as ModelGuest
}

/** A walk-in guest with or without a phone number. */
export function walkIn(number: number, leavesPhone: boolean): ModelGuest {
  return { name: 'Khách lẻ', phone: leavesPhone ? guestAt(number).phone : '' }
}

/** The guest of a booking after the erasure. */
export const erased: ModelGuest = { name: '–', phone: '' }
