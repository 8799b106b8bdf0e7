/** Language and client of a call. */
import { preferredLocale } from '../../http/negotiate.ts'
import { chooseLocale, isLocale, type Languages, type Locale } from '../../kernel/locale.ts'
import type { CallContext } from '../../mcp/definition.ts'

/** The argument's language, then the header's, if the shop has it; otherwise the first language of the shop. */
export function callLocale(
  languages: Languages,
  locale: unknown,
  { request }: CallContext,
): Locale {
  if (typeof locale === 'string' && isLocale(locale)) return chooseLocale(languages, locale)
  return chooseLocale(languages, preferredLocale(request.headers['accept-language'] ?? ''))
}

/** `mcp`, with the name of the client where it gives a plain one. */
export function callSource({ client: { name } }: CallContext): string {
  return name !== undefined && /^[\w.-]{1,40}$/.test(name) ? `mcp ${name}` : 'mcp'
}
