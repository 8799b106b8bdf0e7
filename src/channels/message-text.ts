/** Fits a message's words to where they are read. */
import type { Message } from '../kernel/channel.ts'
import { lazily } from '../kernel/memoize.ts'

/** It has to be read from ICU, for the few texts that are too long. */
const letters = lazily(() => new Intl.Segmenter())

/** At most so many UTF-16 units; a letter keeps its marks or goes as a whole. */
export function cut(text: string, most: number): string {
  if (text.length <= most) return text
  const end =
    letters()
      .segment(text)
      .containing(most - 1)?.index ?? 0
  return `${text.slice(0, end).trimEnd()}…`
}

/** The text with the link at its end, unless it says it already: whole, not as part of another. */
export function withLink(text: string, link: string | undefined): string {
  return link === undefined || text.split(/\s+/).includes(link) ? text : `${text}${ending(link)}`
}

/** Title, text and link as one text; where it is too long the words give way, never the link. */
export function asOneText({ title, text, link }: Message, most: number): string {
  const words = text.startsWith(title) ? text : `${title}\n${text}`
  const whole = withLink(words, link)
  if (whole.length <= most || link === undefined) return cut(whole, most)
  const bare = words.endsWith(link) ? words.slice(0, -link.length).trimEnd() : words
  return `${cut(bare, most - ending(link).length)}${ending(link)}`
}

function ending(link: string): string {
  return `\n\n${link}`
}
