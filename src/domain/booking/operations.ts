/** The booking operations of the API: availability, request, status, change. */
import { availabilityOperation } from './availability-operation.ts'
import { changeOperation } from './change-operation.ts'
import type { BookingParts } from './fields.ts'
import { requestOperation } from './request-operation.ts'
import { statusOperation } from './status-operation.ts'

export type BookingOperations = ReturnType<typeof bookingOperations>

export function bookingOperations(parts: BookingParts) {
  return {
    getAvailability: availabilityOperation(parts),
    requestBooking: requestOperation(parts),
    getBooking: statusOperation(parts),
    requestChange: changeOperation(parts),
  }
}
