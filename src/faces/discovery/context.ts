/** What the files for machines are written from: whatever is really served, and nothing else. */
import type { PageIndex } from '../../content/page-index.ts'
import type { Business } from '../../content/shop.ts'
import type { Headers } from '../../http/message.ts'
import type { ServedFile } from '../../http/static-file.ts'
import type { LocalizedText } from '../../kernel/locale.ts'
import type { Operation } from '../../kernel/operation.ts'
import type { Clock } from '../../kernel/time.ts'
import type { Prompt, Tool } from '../../kernel/tool.ts'

export type DiscoveryContext = {
  base: string
  business: Business
  /** The trade in a word, such as `restaurant`. */
  trade: string
  operations: readonly Operation[]
  tools: readonly Tool[]
  prompts: readonly Prompt[]
  pageIndex: PageIndex
  /** Paths of pages that are made for each visitor and may still be found by search engines. */
  dynamicPages: readonly { path: string; title: LocalizedText }[]
  /** The files of other faces: the description of the API, the card of the MCP server. */
  served: readonly ServedFile[]
  writeLimit: number
  now: Clock
}

/** A file for machines, before it is written for a shop. */
export type DiscoveryFile = {
  path: string
  type: string
  /** What it is, for people who want to know. */
  description: LocalizedText
  render(context: DiscoveryContext): string
  headers?(context: DiscoveryContext): Headers
}

export const markdownType = 'text/markdown; charset=utf-8'
export const plainType = 'text/plain; charset=utf-8'
