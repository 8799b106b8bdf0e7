/** Refuses a write that a browser sends from a page of another site. Programs send no Origin. */
import type { IncomingHttpHeaders } from 'node:http'
import { Problem } from '../../kernel/problem.ts'

export function checkSameSite(headers: IncomingHttpHeaders, base: string): void {
  const { origin, host, 'sec-fetch-site': site } = headers
  if (origin !== undefined && origin === new URL(base).origin) return
  if (site !== undefined) {
    if (site === 'same-origin' || site === 'none') return
    throw new Problem('cross-site')
  }
  if (origin === undefined) return
  const from = URL.canParse(origin) ? new URL(origin).host : undefined
  if (from === undefined || from !== host) throw new Problem('cross-site')
}
