/** Which booking a command is about: mostly one with which it can be done. */

import type { Command } from './commands.ts'
import { type Book, type Booked, startOf, statusNow } from './shop-model.ts'

type About = Extract<Command, { which: number }>

/** Its place in the book; a high number may mean any of them, also those that are long over. */
const anyFrom = 34

export function meantBy(book: Book, { does, which }: About): number {
  const { booked, last } = book
  // Nobody grants what was not asked for.
  if (which === 0 && (does !== 'grant' || booked[last]?.asks)) return last
  const all = [...booked.keys()]
  const fitting = all.filter((place) => suits(book, booked[place] as Booked, does))
  const among = which >= anyFrom || fitting.length === 0 ? all : fitting
  return among[which % among.length] ?? 0
}

function suits(book: Book, one: Booked, does: About['does']): boolean {
  if (statusNow(book, one) === 'cancelled') return false
  const minutes = startOf(one) - book.now
  switch (does) {
    case 'grant':
      return one.asks !== undefined
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
