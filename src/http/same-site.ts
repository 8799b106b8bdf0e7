/** Rejects writes that a browser sends from a page of another site. Programs send no Origin header. */
import type { IncomingHttpHeaders } from 'node:http'
import { Problem } from '../kernel/problem.ts'

export function checkSameSite(headers: IncomingHttpHeaders, base: string): void {
  const { origin, host, 'sec-fetch-site': site } = headers
  const fromHere =
    origin === undefined || origin === new URL(base).origin || hostOf(origin) === host
  const sameSite = site === undefined || site === 'same-origin' || site === 'none'
  if (!fromHere || !sameSite) throw new Problem('cross-site')
}

function hostOf(origin: string): string | undefined {
  return URL.canParse(origin) ? new URL(origin).host : undefined
}
