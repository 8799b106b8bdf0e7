/** Rate limiter: at most `max` calls per client in a fixed window of one minute. */
import { type Clock, minute } from '../kernel/time.ts'

export function createRateLimiter(max: number, now: Clock): (client: string) => boolean {
  let counts = new Map<string, number>()
  let windowStartMs = 0
  return (client) => {
    if (now() - windowStartMs >= minute) [counts, windowStartMs] = [new Map(), now()]
    const count = (counts.get(client) ?? 0) + 1
    counts.set(client, count)
    return count <= max
  }
}
