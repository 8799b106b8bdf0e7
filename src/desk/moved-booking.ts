/** A booking that staff have moved, with its time and place before. */
import type { BookingView } from '../domain/booking/rows.ts'

export type MovedBooking = {
  booking: BookingView
  before: Pick<BookingView, 'date' | 'time' | 'assignment'>
  canUndo: boolean
}
