/** The guests of the model: few, so that each has several bookings. All their numbers end alike. */
export type Guest = { name: string; phone: string }

const guests: readonly Guest[] = [
  { name: 'Nguyễn Thị Lan', phone: '+84912345678' },
  { name: 'Trần Văn Minh', phone: '+84922345678' },
  { name: 'Lê Thu Hà', phone: '+84932345678' },
]

export function guestAt(number: number): Guest {
  return guests[number % guests.length] as Guest
}

/** Who comes in from the street, with a number or without. */
export function walkIn(number: number, leavesPhone: boolean): Guest {
  return { name: 'Khách lẻ', phone: leavesPhone ? guestAt(number).phone : '' }
}

/** What stands in a booking whose guest was erased. */
export const erased: Guest = { name: '–', phone: '' }
