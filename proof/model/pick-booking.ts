/** Which booking a command is about: mostly one with which it can be done. */

import type { Command } from './commands.ts'
import { currentStatus, type ModelBooking, type ShopModel, startOf } from './shop-model.ts'

type BookingCommand = Extract<Command, { which: number }>

/** Its place in the book; a high number may mean any of them, also those that are long over. */
const anyBookingFrom = 34

export function pickBooking(model: ShopModel, { does, which }: BookingCommand): number {
  const { booked, lastIndex } = model
  // Nobody grants what was not asked for.
  if (which === 0 && (does !== 'grant' || booked[lastIndex]?.changeRequest)) return lastIndex
  const all = [...booked.keys()]
  const suitable = all.filter((index) => isSuitable(model, booked[index] as ModelBooking, does))
  const candidates = which >= anyBookingFrom || suitable.length === 0 ? all : suitable
  return candidates[which % candidates.length] ?? 0
}

function isSuitable(model: ShopModel, one: ModelBooking, does: BookingCommand['does']): boolean {
  if (currentStatus(model, one) === 'cancelled') return false
  const minutes = startOf(one) - model.now
  switch (does) {
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
