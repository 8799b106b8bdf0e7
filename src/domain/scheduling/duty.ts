/** The working hours of a person that staff have set for one day, in place of those of the content. */
import type { Period } from './hours.ts'

/** In minutes after midnight of the service day. */
export type DayShift = Period & {
  date: string
  /** The resource id of the person. */
  resource: string
  /** Whether guests may book all of it; otherwise only the part within the usual hours. */
  isOnline: boolean
}

/** The part of a shift in which guests can book the person. */
export function onlinePart(usual: Period | undefined, shift: DayShift): Period | undefined {
  if (shift.isOnline) return shift
  if (!usual) return undefined
  const [from, to] = [Math.max(usual.from, shift.from), Math.min(usual.to, shift.to)]
  return from < to ? { from, to } : undefined
}
