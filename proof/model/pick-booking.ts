/** Picks the booking of a command: mostly one that allows the command. */
import type { Command } from './commands.ts'
import { presentFrom } from './service-commands.ts'
import { currentStatus, type ModelBooking, type ShopModel, startOf } from './shop-model.ts'

type BookingCommand = Extract<Command, { bookingNumber: number }>

/** Numbers from here on mean any booking, also a finished one. */
const anyBookingFrom = 34

export function pickBooking(model: ShopModel, { type, bookingNumber }: BookingCommand): number {
  const { bookings, lastIndex } = model
  // Granting needs a change request.
  if (bookingNumber === 0 && (type !== 'grant' || bookings[lastIndex]?.changeRequest))
    return lastIndex
  const all = [...bookings.keys()]
  const present = all.filter((index) => isPresent(model, bookings[index] as ModelBooking))
  if (bookingNumber >= presentFrom && present.length > 0)
    return present[bookingNumber % present.length] as number
  const suitable = all.filter((index) => isSuitable(model, bookings[index] as ModelBooking, type))
  const candidates = bookingNumber >= anyBookingFrom || suitable.length === 0 ? all : suitable
  return candidates[bookingNumber % candidates.length] ?? 0
}

function isPresent({ now }: ShopModel, one: ModelBooking): boolean {
  return one.status === 'confirmed' && Math.abs(startOf(one) - now) <= 240
}

function isSuitable(model: ShopModel, one: ModelBooking, type: BookingCommand['type']): boolean {
  if (currentStatus(model, one) === 'cancelled') return false
  const minutes = startOf(one) - model.now
  switch (type) {
    case 'accept_offer':
    case 'decline_offers':
    case 'withdraw_offers':
      return one.offers.some(({ status }) => status === 'open')
    case 'grant':
      return one.changeRequest !== undefined
    case 'seated':
    case 'no_show':
      return one.status === 'confirmed' && one.visit === null && Math.abs(minutes) <= 180
    case 'finished':
      return one.visit === 'seated'
    case 'confirm':
    case 'decline':
      return one.status === 'pending'
    default:
      return minutes > -180
  }
}
