/** The visit of a confirmed booking, as staff mark it. */
import { hour } from '../../kernel/time.ts'

export const visitStatuses = ['seated', 'finished', 'no_show'] as const

export type VisitStatus = (typeof visitStatuses)[number]

/** Parties may be seated up to two hours early. */
export const maxEarlySeatingMs = 2 * hour

/** Whether the guest came. A past booking that staff have not marked does not count. */
export function wasVisit({ status, visit }: { status: string; visit: string | null }): boolean {
  return status === 'confirmed' && (visit === 'seated' || visit === 'finished')
}
