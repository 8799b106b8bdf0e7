/** HTML as a value: html`…` escapes every inserted value that is not HTML already. */
export class Html {
  readonly text: string

  constructor(text: string) {
    this.text = text
  }
}

/** A value that a template accepts. `undefined` and `false` are omitted. */
export type HtmlPart = Html | string | number | undefined | false | readonly HtmlPart[]

export function html(texts: TemplateStringsArray, ...parts: readonly HtmlPart[]): Html {
  let text = texts[0] ?? ''
  for (let index = 0; index < parts.length; index++)
    text += renderPart(parts[index]) + (texts[index + 1] ?? '')
  return new Html(text)
}

function renderPart(part: HtmlPart): string {
  if (part === undefined || part === false) return ''
  if (typeof part === 'string') return escapeHtml(part)
  if (part instanceof Html) return part.text
  return typeof part === 'object' ? part.map(renderPart).join('') : String(part)
}

const escapes: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

const special = /[&<>"']/

/** The test is faster than a replacement that finds nothing. */
function escapeHtml(text: string): string {
  if (!special.test(text)) return text
  return text.replace(/[&<>"']/g, (character) => escapes[character] ?? character)
}

/**
 * HTML as the bytes of its UTF-8 text, one in each character. Long parts that stay the same are encoded once, and a
 * page that is joined of them is sent without being encoded again.
 */
export class EncodedHtml {
  readonly bytes: string

  constructor(bytes: string) {
    this.bytes = bytes
  }
}

export function encodeHtml({ text }: Html): EncodedHtml {
  // ASCII is its own encoding.
  const bytes = /^[\0-\x7f]*$/.test(text) ? text : Buffer.from(text, 'utf8').toString('latin1')
  return new EncodedHtml(bytes)
}

export function joinEncoded(parts: readonly (Html | EncodedHtml)[]): EncodedHtml {
  let bytes = ''
  // Not `join`, which copies everything here; the whole page is copied only when it is sent.
  for (const part of parts) bytes += (part instanceof EncodedHtml ? part : encodeHtml(part)).bytes
  return new EncodedHtml(bytes)
}
