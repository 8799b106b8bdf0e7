/** Fits a message's words to where they are read. */
import type { ChannelMessage } from '../kernel/channel.ts'
import { lazy } from '../kernel/memoize.ts'

/** It has to be read from ICU, for the few texts that are too long. */
const segmenter = lazy(() => new Intl.Segmenter())

/** At most so many UTF-16 units; a letter keeps its marks or goes as a whole. */
export function truncateText(text: string, maxLength: number): string {
  if (text.length <= maxLength) return text
  const end =
    segmenter()
      .segment(text)
      .containing(maxLength - 1)?.index ?? 0
  return `${text.slice(0, end).trimEnd()}…`
}

/** The text with the link at its end, unless it says it already: whole, not as part of another. */
export function appendLink(text: string, link: string | undefined): string {
  return link === undefined || text.split(/\s+/).includes(link)
    ? text
    : `${text}${linkSuffix(link)}`
}

/** Title, text and link as one text; where it is too long the words give way, never the link. */
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
