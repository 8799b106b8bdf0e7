import { encodeText } from '../kernel/encode-text.ts'

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
 * HTML as the bytes of its UTF-8 text. Long parts that stay the same are encoded once, and a page that is joined of
 * them is sent without being encoded again.
 */
export class EncodedHtml {
  readonly bytes: Buffer

  constructor(bytes: Buffer) {
    this.bytes = bytes
  }
}

export function encodeHtml({ text }: Html): EncodedHtml {
  return new EncodedHtml(encodeText(text))
}

export function joinEncoded(parts: readonly (Html | EncodedHtml)[]): EncodedHtml {
  const encoded = parts.map((part) => (part instanceof EncodedHtml ? part : encodeHtml(part)))
  return new EncodedHtml(Buffer.concat(encoded.map(({ bytes }) => bytes)))
}
