import type { Clock } from '../kernel/time.ts'
import { minute } from '../kernel/time.ts'

/** At most so many a minute for one caller: what costs a row is not given away without end. */
export function createRateLimiter(max: number, now: Clock): (client: string) => boolean {
  let counts = new Map<string, number>()
  let since = 0
  return (client) => {
    if (now() - since >= minute) [counts, since] = [new Map(), now()]
    const count = (counts.get(client) ?? 0) + 1
    counts.set(client, count)
    return count <= max
  }
}
