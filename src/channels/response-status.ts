/** What an answer's status means for what was sent. */
import { NotDelivered } from '../kernel/channel.ts'
import { hour } from '../kernel/time.ts'
import type { Answer } from './http-post.ts'

const longestPause = hour

export function checkTaken(answer: Answer): void {
  const { status } = answer
  if (status >= 200 && status < 300) return
  const reason = `answered ${status}`
  if (status === 410) throw new NotDelivered({ reason, final: true, gone: true })
  throw new NotDelivered({ reason, ...(isBusy(status) ? pauseOf(answer) : {}) })
}

/** Too many requests, or closed for the moment: the other side may say for how long. */
function isBusy(status: number): boolean {
  return status === 429 || status === 503
}

/** A date is held against the answer's own, so that it does not matter whose clock is wrong. */
export function pauseOf({ headers }: Answer): { retryAfterMilliseconds?: number } {
  const asked = headers['retry-after'] ?? ''
  if (/^\d+$/.test(asked)) return pause(Number(asked) * 1000)
  return pause(Date.parse(asked) - Date.parse(headers.date ?? ''))
}

/** At most an hour, whatever was asked for; nothing if that was no time. */
export function pause(milliseconds: number): { retryAfterMilliseconds?: number } {
  if (Number.isNaN(milliseconds)) return {}
  return { retryAfterMilliseconds: Math.min(Math.max(milliseconds, 0), longestPause) }
}
