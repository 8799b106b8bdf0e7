/** The owner's Markdown, as HTML and as plain words. Raw HTML in it is shown, never obeyed. */
import { createRequire } from 'node:module'
import type MarkdownIt from 'markdown-it'
import { lazy } from '../kernel/memoize.ts'

/** Read for the first page that shows some. */
const markdown = lazy(() => {
  const Markdown: typeof MarkdownIt = createRequire(import.meta.url)('markdown-it')
  return new Markdown({ html: false, linkify: false, typographer: false })
})

export function markdownToHtml(source: string, rewriteLink: (href: string) => string): string {
  const { options, renderer } = markdown()
  const tokens = markdown().parse(source, {})
  for (const token of tokens) {
    for (const child of token.children ?? []) {
      const href = child.type === 'link_open' ? child.attrGet('href') : null
      if (typeof href === 'string') child.attrSet('href', rewriteLink(href))
    }
  }
  return renderer.render(tokens, options, {})
}

/** The same Markdown with its links to pages of the site written anew. */
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

/** The pictures that it shows: where each is, and so many lines below the first. */
export function findPictures(source: string): { address: string; line: number }[] {
  // Few texts show any, and reading them all takes a while.
  if (!source.includes('![')) return []
  return markdown()
    .parse(source, {})
    .flatMap(({ children, map }) =>
      (children ?? [])
        .filter(({ type }) => type === 'image')
        .map((image) => ({ address: String(image.attrGet('src') ?? ''), line: map?.[0] ?? 0 })),
    )
}

export function markdownToText(source: string): string {
  return markdown()
    .parse(source, {})
    .flatMap((token) => (token.children ?? [token]).map((part) => part.content))
    .filter((text) => text !== '')
    .join(' ')
    .replace(/\s+/g, ' ')
}
