/** Inputs of the machine-readable files. */
import type { PageIndex } from '../../content/page-index.ts'
import type { Business } from '../../content/shop.ts'
import type { Headers } from '../../http/message.ts'
import type { ServedFile } from '../../http/static-file.ts'
import type { Languages, LocalizedText } from '../../kernel/locale.ts'
import type { Operation } from '../../kernel/operation.ts'
import type { Clock } from '../../kernel/time.ts'
import type { Prompt, Tool } from '../../kernel/tool.ts'

export type DiscoveryContext = {
  base: string
  business: Business
  languages: Languages
  /** The trade, such as `restaurant`. */
  trade: string
  operations: readonly Operation[]
  tools: readonly Tool[]
  prompts: readonly Prompt[]
  pageIndex: PageIndex
  /** Dynamic pages that search engines may index. */
  dynamicPages: readonly { path: string; title: LocalizedText }[]
  /** Files of other faces: the OpenAPI document, the MCP server card. */
  served: readonly ServedFile[]
  writeLimit: number
  now: Clock
}

/** Definition of a machine-readable file. */
export type DiscoveryFile = {
  path: string
  type: string
  /** Description for people. */
  description: LocalizedText
  render(context: DiscoveryContext): string
  headers?(context: DiscoveryContext): Headers
}

export const markdownType = 'text/markdown; charset=utf-8'
export const plainType = 'text/plain; charset=utf-8'
