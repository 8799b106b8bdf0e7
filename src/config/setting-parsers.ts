/** Parsers of setting values. Each returns `undefined` for a text that is not valid. */

export function parsePort(text: string): number | undefined {
  return /^[0-9]{1,5}$/.test(text) && Number(text) <= 65_535 ? Number(text) : undefined
}

export function parseCount(text: string, max: number): number | undefined {
  return /^[0-9]{1,7}$/.test(text) && Number(text) <= max ? Number(text) : undefined
}

export function parseHost(text: string): string | undefined {
  return /^[A-Za-z0-9.:_-]+$/.test(text) ? text : undefined
}

/** A URL without path, query and fragment. */
export function parseOrigin(text: string): string | undefined {
  const url = parseHttpUrl(text)
  const isOriginOnly = url?.pathname === '/' && url.search === '' && url.hash === ''
  return isOriginOnly ? url.origin : undefined
}

export function parseWebUrl(text: string): string | undefined {
  return parseHttpUrl(text)?.href
}

function parseHttpUrl(text: string): URL | undefined {
  const url = URL.canParse(text) ? new URL(text) : undefined
  return url && /^https?:$/.test(url.protocol) ? url : undefined
}

/** A comma-separated list, of which every item must be valid. */
export function parseList(
  text: string,
  parseItem: (item: string) => string | undefined,
): readonly string[] | undefined {
  const values = text.split(',').map((item) => parseItem(item.trim()))
  return values.every((value) => value !== undefined) ? values : undefined
}

export function parseChoice<Choice extends string>(
  text: string,
  choices: readonly Choice[],
): Choice | undefined {
  return choices.find((choice) => choice === text)
}

export function parseSmtpUrl(text: string): string | undefined {
  return /^smtps?:\/\/[^/\s]+\/?$/.test(text) ? text : undefined
}

export function parseEmail(text: string): string | undefined {
  return /^[^\s@<>,]+@[^\s@<>,]+$/.test(text) ? text : undefined
}

export function parseBotToken(text: string): string | undefined {
  return /^[\w:-]{10,200}$/.test(text) ? text : undefined
}

export function parseChatId(text: string): string | undefined {
  return /^[\w@-]{1,64}$/.test(text) ? text : undefined
}

export function parseMetricsToken(text: string): string | undefined {
  return /^[\x21-\x7e]{16,200}$/.test(text) ? text : undefined
}

export function parseWebhookSecret(text: string): string | undefined {
  const prefix = 'whsec_'
  const key = Buffer.from(text.slice(prefix.length), 'base64')
  // Encoding the bytes again detects characters that base64 decoding ignores, such as a typing error.
  const isCanonical = text === `${prefix}${key.toString('base64')}`
  return isCanonical && key.length >= 24 && key.length <= 64 ? text : undefined
}

export const minSecretLength = 32

export function parseSecret(text: string): string | undefined {
  return text.length >= minSecretLength ? text : undefined
}
