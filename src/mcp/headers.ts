/** Checks that the headers of a 2026-07-28 request match its body. */
import type { IncomingHttpHeaders } from 'node:http'
import { type Json, type JsonObject, mcpLogLevels, ProtocolError } from './definition.ts'
import { isObject, type RpcMessage } from './message.ts'
import { isLegacy, metaKeys, modernVersion, unsupportedVersion } from './versions.ts'

/** `isLenient` accepts a 2025 version in the header of a 2026 message: some clients send that. */
export function checkVersions(
  { params }: RpcMessage,
  header: string | undefined,
  isLenient: boolean,
): void {
  const { _meta: meta } = params
  const version = isObject(meta) ? meta[metaKeys.version] : undefined
  if (!isObject(meta) || typeof version !== 'string' || !isObject(meta[metaKeys.capabilities])) {
    const required = `${metaKeys.version} and ${metaKeys.capabilities}`
    throw new ProtocolError(-32602, `Invalid params: _meta must contain ${required}`, {
      status: 400,
    })
  }
  if (header === undefined) throw headerMismatch('MCP-Protocol-Version header is missing')
  const isAccepted = isLenient && version === modernVersion && isLegacy(header)
  if (header !== version && !isAccepted) {
    throw headerMismatch(
      `MCP-Protocol-Version header '${header}' does not match body value '${version}'`,
    )
  }
  if (version !== modernVersion) throw unsupportedVersion(version)
  const level = meta[metaKeys.logLevel]
  if (level !== undefined && !(mcpLogLevels as readonly Json[]).includes(level)) {
    throw new ProtocolError(
      -32602,
      `Invalid params: logLevel is one of ${mcpLogLevels.join(', ')}`,
      {
        status: 400,
      },
    )
  }
}

/** `isOptional`: the transport of 2025, which a mixed client uses, has no such header. */
export function checkMethodHeader(
  { method }: RpcMessage,
  headers: IncomingHttpHeaders,
  isOptional: boolean,
): void {
  const headerValue = headers['mcp-method']
  if (headerValue === undefined && isOptional) return
  if (headerValue === undefined) throw headerMismatch('Mcp-Method header is missing')
  if (headerValue !== method) throw headerMismatch('Mcp-Method header does not match the method')
}

/** The member of the params that the Mcp-Name header repeats. */
const nameMembers: Readonly<Record<string, string>> = {
  'tools/call': 'name',
  'prompts/get': 'name',
  'resources/read': 'uri',
}

export function checkNameHeader(
  { method, params }: RpcMessage,
  headers: IncomingHttpHeaders,
  isOptional: boolean,
): void {
  const member = nameMembers[method]
  if (member === undefined) return
  const name = params[member]
  const headerValue = headers['mcp-name']
  if (headerValue === undefined && (isOptional || name === undefined)) return
  if (headerValue === undefined) throw headerMismatch('Mcp-Name header is missing')
  if (decodeHeader(String(headerValue)) !== name)
    throw headerMismatch(`Mcp-Name header does not match ${member}`)
}

/** Header names by the argument that each repeats. */
type ParameterHeaders = readonly (readonly [argument: string, header: string])[]

/** The arguments that a tool's schema marks with x-mcp-header. */
export function parameterHeaders(inputSchema: JsonObject): ParameterHeaders {
  const { properties } = inputSchema
  return Object.entries(isObject(properties) ? properties : {}).flatMap(([argument, schema]) => {
    const name = isObject(schema) ? schema['x-mcp-header'] : undefined
    return typeof name === 'string' ? [[argument, name] as const] : []
  })
}

export function checkParameterHeaders(
  expected: ParameterHeaders,
  args: JsonObject,
  headers: IncomingHttpHeaders,
): void {
  for (const [argument, name] of expected) {
    const value = args[argument]
    const headerValue = headers[`mcp-param-${name.toLowerCase()}`]
    if (value === undefined || value === null) {
      if (headerValue !== undefined)
        throw headerMismatch(`Mcp-Param-${name} header has no such argument`)
    } else if (headerValue === undefined)
      throw headerMismatch(`Mcp-Param-${name} header is missing`)
    else if (!matchesValue(String(headerValue), value)) {
      throw headerMismatch(`Mcp-Param-${name} header does not match ${argument}`)
    }
  }
}

function matchesValue(header: string, value: Json): boolean {
  const text = decodeHeader(header)
  if (text === undefined) return false
  return typeof value === 'number'
    ? text.trim() !== '' && Number(text) === value
    : text === String(value)
}

/** Values that are not ASCII are sent as "=?base64?…?=". */
function decodeHeader(header: string): string | undefined {
  const base64 = /^=\?base64\?(.*)\?=$/.exec(header)?.[1]
  if (base64 === undefined) return /^[\x20-\x7e\t]*$/.test(header) ? header : undefined
  const bytes = Buffer.from(base64, 'base64')
  if (bytes.toString('base64') !== base64) return undefined
  const text = bytes.toString('utf8')
  return Buffer.from(text).equals(bytes) ? text : undefined
}

function headerMismatch(detail: string): ProtocolError {
  return new ProtocolError(-32020, `Header mismatch: ${detail}`, { status: 400 })
}
