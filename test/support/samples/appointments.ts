/** What the shared tests must know of every sample shop with appointments. */
import type { JsonRecord } from '../assistant.ts'
import { type Examples, friday, pendingRequest, type Sample } from './sample.ts'

type AppointmentSample = Pick<Sample['tools'], 'rules' | 'examples' | 'largestCalls'> & {
  /** A service that is free on Friday. */
  offerId: string
  /** Tools that write, besides those of every shop with appointments. */
  writes?: readonly string[]
}

export function appointmentTools(sample: AppointmentSample): Sample['tools'] {
  const { offerId, rules, examples, largestCalls, writes = [] } = sample
  return {
    own: Object.keys(rules),
    writes: ['request_appointment', 'request_change', ...writes],
    rules,
    checkTool: 'check_slots',
    bookTool: 'request_appointment',
    changeTool: 'request_change',
    byPhone: true,
    query: { date: friday, weekday: 'friday', service_id: offerId },
    needs: 'service_id',
    examples,
    largestCalls,
    month: ['check_slots', { service_id: offerId }],
  }
}

export function appointmentFilters(
  filters: Pick<Sample['filters'], 'cases' | 'invalid'>,
): Sample['filters'] {
  return {
    tool: 'list_services',
    list: 'services',
    kinds: ['treatment', 'package'],
    ...filters,
  }
}

/** Patterns for the tools in their order: those of the trade, and those of every shop with appointments. */
export function appointmentRules(
  freeHours: number,
  own: Readonly<Record<string, readonly RegExp[]>>,
): Record<string, readonly RegExp[]> {
  const free = new RegExp(`free until ${freeHours} hours before`, 'i')
  const shared: Record<string, readonly RegExp[]> = {
    list_services: [/\(8% VAT included, no tip\)/],
    check_slots: [/free start times/, /one or several days/, /contains nothing about other guests/],
    request_appointment: [...pendingRequest, free],
    request_change: [
      free,
      /nothing changes until the front desk has called/i,
      /new time of a move is a free one from check_slots; a full one is rejected/,
      /a wrong code and wrong digits get the same response/i,
    ],
  }
  return Object.fromEntries(
    Object.entries(own).map(([tool, patterns]) => [tool, [...(shared[tool] ?? []), ...patterns]]),
  )
}

export function changeExamples(code: string): Pick<Examples, 'request_change'> {
  const guest: JsonRecord = { code, phone_last4: '5678' }
  const later = { date: '2026-11-21', weekday: 'thứ bảy', time: '11:00' }
  return {
    request_change: [
      { ...guest, kind: 'cancel' },
      { ...guest, kind: 'move', ...later },
    ],
  }
}
