/** Maps an HTTP status and `Retry-After` to the result of a delivery. */
import { DeliveryError } from '../kernel/channel.ts'
import { hour } from '../kernel/time.ts'
import type { HttpResponse } from './http-post.ts'

const maxRetryAfterMs = hour

export function assertAccepted(response: HttpResponse): void {
  const { status } = response
  if (status >= 200 && status < 300) return
  const reason = `status ${status}`
  if (status === 410) throw new DeliveryError({ reason, final: true, gone: true })
  throw new DeliveryError({
    reason,
    ...(mayHaveRetryAfter(status) ? parseRetryAfter(response) : {}),
  })
}

/** These may come with Retry-After. */
function mayHaveRetryAfter(status: number): boolean {
  return status === 429 || status === 503
}

/** A date is compared with the response's own Date header, so that clock differences do not matter. */
export function parseRetryAfter({ headers }: HttpResponse): { retryAfterMs?: number } {
  const retryAfter = headers['retry-after'] ?? ''
  if (/^\d+$/.test(retryAfter)) return clampRetryAfter(Number(retryAfter) * 1000)
  return clampRetryAfter(Date.parse(retryAfter) - Date.parse(headers.date ?? ''))
}

/** At most one hour; nothing if the value is not a time. */
export function clampRetryAfter(milliseconds: number): { retryAfterMs?: number } {
  if (Number.isNaN(milliseconds)) return {}
  return { retryAfterMs: Math.min(Math.max(milliseconds, 0), maxRetryAfterMs) }
}
