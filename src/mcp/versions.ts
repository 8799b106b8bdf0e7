/** The supported versions of the protocol, and the era of a message. */
import type { IncomingHttpHeaders } from 'node:http'
import { ProtocolError } from './definition.ts'
import { isObject, type RpcMessage } from './message.ts'

export const modernVersion = '2026-07-28'

export const legacyVersions = ['2025-11-25', '2025-06-18', '2025-03-26'] as const

export const protocolVersions: readonly string[] = [modernVersion, ...legacyVersions]

/** The only version with batches. */
export const batchVersion = '2025-03-26'

export const metaKeys = {
  version: 'io.modelcontextprotocol/protocolVersion',
  capabilities: 'io.modelcontextprotocol/clientCapabilities',
  client: 'io.modelcontextprotocol/clientInfo',
  logLevel: 'io.modelcontextprotocol/logLevel',
  server: 'io.modelcontextprotocol/serverInfo',
} as const

export function isLegacy(version: string | undefined): boolean {
  return (legacyVersions as readonly (string | undefined)[]).includes(version)
}

/** Some clients send the header twice. */
export function versionHeader(headers: IncomingHttpHeaders): string | undefined {
  const headerValue = headers['mcp-protocol-version']
  if (typeof headerValue !== 'string' || !headerValue.includes(',')) return headerValue?.toString()
  const values = new Set(
    String(headerValue)
      .split(',')
      .map((one) => one.trim()),
  )
  return [...values].join(', ')
}

/** A version in _meta means 2026-07-28; initialize, or a message without any version, means 2025. */
export function eraOf(
  { method, params }: RpcMessage,
  header: string | undefined,
): 'modern' | 'legacy' {
  if (isObject(params._meta) && metaKeys.version in params._meta) return 'modern'
  if (method === 'initialize') return 'legacy'
  if (header === modernVersion) return 'modern'
  if (header === undefined || isLegacy(header)) return 'legacy'
  throw unsupportedVersion(header)
}

export function unsupportedVersion(requested: string): ProtocolError {
  return new ProtocolError(-32022, 'Unsupported protocol version', {
    status: 400,
    data: { supported: protocolVersions, requested },
  })
}
