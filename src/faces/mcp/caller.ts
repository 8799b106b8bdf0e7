/** Who calls, in which language. */
import { preferredLocale } from '../../http/negotiate.ts'
import { isLocale, type Locale } from '../../kernel/locale.ts'
import type { Exchange, JsonObject } from '../../mcp/definition.ts'

/** The argument's language, then the header's, then Vietnamese. */
export function localeOf({ locale }: JsonObject, { request }: Exchange): Locale {
  if (typeof locale === 'string' && isLocale(locale)) return locale
  return preferredLocale(request.headers['accept-language'] ?? '')
}

/** `mcp`, with the name of the client where it gives a plain one. */
export function sourceOf({ client: { name } }: Exchange): string {
  return name !== undefined && /^[\w.-]{1,40}$/.test(name) ? `mcp ${name}` : 'mcp'
}

/** Some models send null for what they leave out. */
export function withoutNulls(given: JsonObject): JsonObject {
  return Object.fromEntries(Object.entries(given).filter(([, value]) => value !== null))
}
