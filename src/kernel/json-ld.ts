/** JSON-LD as an HTML element; no text in it can end the element. */
export function jsonLdScript(data: object): string {
  const json = JSON.stringify(data).replaceAll('<', '\\u003c')
  return `<script type="application/ld+json">${json}</script>`
}
