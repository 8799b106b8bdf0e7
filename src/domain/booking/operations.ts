/** The booking operations of the API: availability, request, status, change. */
import type { Operation } from '../../kernel/operation.ts'
import { availabilityOperation } from './availability-operation.ts'
import { changeOperation } from './change-operation.ts'
import type { BookingParts } from './fields.ts'
import { requestOperation } from './request-operation.ts'
import { statusOperation } from './status-operation.ts'

export function bookingOperations(parts: BookingParts): Operation[] {
  return [
    availabilityOperation(parts),
    requestOperation(parts),
    statusOperation(parts),
    changeOperation(parts),
  ]
}
