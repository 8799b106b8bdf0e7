/** Fits the text of a message to the limits of a channel. */
import type { ChannelMessage } from '../kernel/channel.ts'
import { lazy } from '../kernel/memoize.ts'

/** Created on first use: loading ICU data takes time, and few texts are too long. */
const segmenter = lazy(() => new Intl.Segmenter())

/** Truncates to a number of UTF-16 units, never inside a character with its diacritics. */
export function truncateText(text: string, maxLength: number): string {
  if (text.length <= maxLength) return text
  const end =
    segmenter()
      .segment(text)
      .containing(maxLength - 1)?.index ?? 0
  return `${text.slice(0, end).trimEnd()}…`
}

/** Appends the link, unless the text already contains it as a whole word. */
export function appendLink(text: string, link: string | undefined): string {
  return link === undefined || text.split(/\s+/).includes(link)
    ? text
    : `${text}${linkSuffix(link)}`
}

/** Title, text and link as one text; if it is too long, the text is truncated, never the link. */
export function formatAsOneText({ title, text, link }: ChannelMessage, maxLength: number): string {
  const content = text.startsWith(title) ? text : `${title}\n${text}`
  const fullText = appendLink(content, link)
  if (fullText.length <= maxLength || link === undefined) return truncateText(fullText, maxLength)
  const contentWithoutLink = content.endsWith(link)
    ? content.slice(0, -link.length).trimEnd()
    : content
  return `${truncateText(contentWithoutLink, maxLength - linkSuffix(link).length)}${linkSuffix(link)}`
}

function linkSuffix(link: string): string {
  return `\n\n${link}`
}
