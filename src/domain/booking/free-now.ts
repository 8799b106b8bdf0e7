/** The tables, people and rooms that are free at this moment, and until when. Pure. */
import { minute, startOfDay } from '../../kernel/time.ts'
import type { Occupancy } from '../scheduling/cells.ts'
import type { BookingRules, Resource } from '../scheduling/rules.ts'
import { nextOccupiedCell } from './free-time.ts'
import { cellAt } from './occupancy.ts'

export type FreeResource = {
  resource: Resource
  /** When it must be cleared for the next booking, or the shift ends; undefined if it is free until the shop closes. */
  untilMs: number | undefined
}

type FreeRequest = {
  date: string
  occupancy: Occupancy
  /** Of parties that are there, also beyond their plan. */
  seated: ReadonlySet<string>
  closesAtMs: number
  nowMs: number
  /** The minutes that it takes to clear a resource before the next party. */
  clearingMinutes(resource: string): number
}

/** Those that are free longest come first. */
export function findFreeNow(
  rules: BookingRules,
  { date, occupancy, seated, closesAtMs, nowMs, clearingMinutes }: FreeRequest,
): FreeResource[] {
  const from = cellAt(nowMs)
  const at = (nowMs - startOfDay(date)) / minute
  const free = rules.resources.flatMap((resource): FreeResource[] => {
    const { id, dates } = resource
    const isThere = dates === undefined || (dates.from <= date && date <= dates.to)
    const hours = rules.dutyOn?.(id, date)
    const duty = hours?.find(({ from, to }) => from <= at && at < to)
    const isOffDuty = hours !== undefined && duty === undefined
    if (!isThere || isOffDuty || seated.has(id)) return []
    const next = nextOccupiedCell(occupancy, date, id, from)
    const nextMs = next && (next * 15 - clearingMinutes(id)) * minute
    if (nextMs !== undefined && nextMs <= nowMs) return []
    const ends = [
      ...(nextMs === undefined ? [] : [nextMs]),
      ...(duty ? [startOfDay(date) + duty.to * minute] : []),
    ].filter((end) => end < closesAtMs)
    return [{ resource, untilMs: ends.length > 0 ? Math.min(...ends) : undefined }]
  })
  const rank = ({ untilMs }: FreeResource) => untilMs ?? Number.POSITIVE_INFINITY
  return free.toSorted((one, other) => (rank(one) === rank(other) ? 0 : rank(other) - rank(one)))
}
