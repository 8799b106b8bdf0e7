/** Reads the free times of a tool result: the ranges of each area or person as single times. */

export type FreeStarts = { starts?: Record<string, string>; start_every_minutes?: number }

/** Every free time with the areas or people that are free then. */
export function readStarts({
  starts = {},
  start_every_minutes: every = 0,
}: FreeStarts): { time: string; kinds: string[] }[] {
  const byTime = new Map<number, string[]>()
  for (const [kind, ranges] of Object.entries(starts)) {
    for (const range of ranges.split(', ')) {
      const [first = 0, last = first] = range.split('–').map(minutesOf)
      for (let at = first; at <= last; at += every) {
        byTime.set(at, [...(byTime.get(at) ?? []), kind])
      }
    }
  }
  return [...byTime]
    .sort(([one], [other]) => one - other)
    .map(([at, kinds]) => ({ time: timeOf(at), kinds }))
}

function minutesOf(time: string): number {
  return Number(time.slice(0, 2)) * 60 + Number(time.slice(3))
}

function timeOf(minutes: number): string {
  const [hours, rest] = [Math.floor(minutes / 60), minutes % 60]
  return [hours, rest].map((part) => String(part).padStart(2, '0')).join(':')
}
