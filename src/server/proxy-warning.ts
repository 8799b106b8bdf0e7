/** Warns once if requests show that TRUST_PROXY does not fit the proxies in front of the app. */
import type { ProxyMismatch } from '../domain/guard/client-address.ts'
import type { Log } from '../kernel/log.ts'

const hints: Record<ProxyMismatch, string> = {
  'proxy not declared':
    'Requests have X-Forwarded-For or Forwarded, but TRUST_PROXY is 0: all clients of a proxy count as one. ' +
    'If it is your proxy, set TRUST_PROXY to the number of proxies.',
  'fewer proxies than declared':
    'A request named fewer proxies than TRUST_PROXY: it counts with the address of its connection. ' +
    'Check TRUST_PROXY, and that clients cannot reach the port without the proxies.',
}

export function createProxyWarning(log: Log): (mismatch: ProxyMismatch) => void {
  const warned = new Set<ProxyMismatch>()
  return (mismatch) => {
    if (warned.has(mismatch)) return
    warned.add(mismatch)
    log.warn(mismatch, { hint: hints[mismatch] })
  }
}
