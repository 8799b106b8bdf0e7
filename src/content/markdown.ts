/** Renders the owner's Markdown as HTML and as plain text. Raw HTML in it is escaped. */
import MarkdownIt from 'markdown-it'

const markdown = new MarkdownIt({ html: false, linkify: false, typographer: false })

/** `renderImage` returns the HTML of an image that is not shown as it is. */
export function markdownToHtml(
  source: string,
  rewriteLink: (href: string) => string,
  renderImage: (address: string, alt: string) => string | undefined = () => undefined,
): string {
  const { options, renderer } = markdown
  const tokens = markdown.parse(source, {})
  for (const token of tokens) {
    for (const child of token.children ?? []) {
      const href = child.type === 'link_open' ? child.attrGet('href') : null
      if (typeof href === 'string') child.attrSet('href', rewriteLink(href))
      const image =
        child.type === 'image' && renderImage(String(child.attrGet('src') ?? ''), child.content)
      if (image) Object.assign(child, { type: 'html_inline', content: image })
    }
  }
  return renderer.render(tokens, options, {})
}

/** The same Markdown with rewritten links to pages of the site. */
export function rewriteMarkdownLinks(
  source: string,
  rewriteLink: (href: string) => string,
): string {
  return source
    .replace(/(\]\(<?)(\/[^)\s>]*)/g, (_all, before, href) => `${before}${rewriteLink(href)}`)
    .replace(/^( {0,3}\[[^\]]+\]:\s*<?)(\/[^\s>]*)/gm, (_all, before, href) => {
      return `${before}${rewriteLink(href)}`
    })
}

/** The images in a text: the path of each, and its line relative to the first. */
export function findPictures(source: string): { address: string; line: number }[] {
  // Few texts have images, and parsing all of them takes time.
  if (!source.includes('![')) return []
  return markdown
    .parse(source, {})
    .flatMap(({ children, map }) =>
      (children ?? [])
        .filter(({ type }) => type === 'image')
        .map((image) => ({ address: String(image.attrGet('src') ?? ''), line: map?.[0] ?? 0 })),
    )
}

export function markdownToText(source: string): string {
  return markdown
    .parse(source, {})
    .map(({ children, content }) =>
      children
        ? children.map(({ type, content: part }) => (type.endsWith('break') ? ' ' : part)).join('')
        : content,
    )
    .filter((text) => text !== '')
    .join(' ')
    .replace(/\s+/g, ' ')
}
