/** Language and client of a call. */
import { preferredLocale } from '../../http/negotiate.ts'
import { isLocale, type Locale } from '../../kernel/locale.ts'
import type { CallContext } from '../../mcp/definition.ts'

/** The argument's language, then the header's, then Vietnamese. */
export function callLocale(locale: unknown, { request }: CallContext): Locale {
  if (typeof locale === 'string' && isLocale(locale)) return locale
  return preferredLocale(request.headers['accept-language'] ?? '')
}

/** `mcp`, with the name of the client where it gives a plain one. */
export function callSource({ client: { name } }: CallContext): string {
  return name !== undefined && /^[\w.-]{1,40}$/.test(name) ? `mcp ${name}` : 'mcp'
}
