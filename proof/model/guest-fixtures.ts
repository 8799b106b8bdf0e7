/** The guests of the model: few, so that each has several bookings. All their numbers end alike. */
export type ModelGuest = { name: string; phone: string }

const guests: readonly ModelGuest[] = [
  { name: 'Nguyễn Thị Lan', phone: '+84912345678' },
  { name: 'Trần Văn Minh', phone: '+84922345678' },
  { name: 'Lê Thu Hà', phone: '+84932345678' },
]

export function guestAt(number: number): ModelGuest {
  return guests[number % guests.length] as ModelGuest
}

/** Who comes in from the street, with a number or without. */
export function walkIn(number: number, leavesPhone: boolean): ModelGuest {
  return { name: 'Khách lẻ', phone: leavesPhone ? guestAt(number).phone : '' }
}

/** What stands in a booking whose guest was erased. */
export const erased: ModelGuest = { name: '–', phone: '' }
