/** The booking's own doors: asking what is free, asking for it, looking after it, changing it. */
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
