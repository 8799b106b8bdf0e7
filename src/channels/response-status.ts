/** What an answer's status means for what was sent. */
import { DeliveryError } from '../kernel/channel.ts'
import { hour } from '../kernel/time.ts'
import type { HttpResponse } from './http-post.ts'

const maxRetryAfterMs = hour

export function assertAccepted(response: HttpResponse): void {
  const { status } = response
  if (status >= 200 && status < 300) return
  const reason = `answered ${status}`
  if (status === 410) throw new DeliveryError({ reason, final: true, gone: true })
  throw new DeliveryError({ reason, ...(isRetryable(status) ? parseRetryAfter(response) : {}) })
}

/** Too many requests, or closed for the moment: the other side may say for how long. */
function isRetryable(status: number): boolean {
  return status === 429 || status === 503
}

/** A date is held against the answer's own, so that it does not matter whose clock is wrong. */
export function parseRetryAfter({ headers }: HttpResponse): { retryAfterMilliseconds?: number } {
  const retryAfter = headers['retry-after'] ?? ''
  if (/^\d+$/.test(retryAfter)) return clampRetryAfter(Number(retryAfter) * 1000)
  return clampRetryAfter(Date.parse(retryAfter) - Date.parse(headers.date ?? ''))
}

/** At most an hour, whatever was asked for; nothing if that was no time. */
export function clampRetryAfter(milliseconds: number): { retryAfterMilliseconds?: number } {
  if (Number.isNaN(milliseconds)) return {}
  return { retryAfterMilliseconds: Math.min(Math.max(milliseconds, 0), maxRetryAfterMs) }
}
