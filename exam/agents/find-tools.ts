/** Finds the tool for a purpose by its definition, because the trades name their tools differently. */
import type { Tool } from '@modelcontextprotocol/client'
import type { Intent } from '../tasks/task.ts'
import type { ShopClient } from './shop-client.ts'

type Purpose =
  | 'book'
  | 'waitlist'
  | 'check'
  | 'change'
  | 'status'
  | 'gift card'
  | 'facts'
  | 'offers'
  | 'prices'
  | 'dish'
  | 'faqs'

/** Arguments that the tool has, and arguments that it has not. */
const shapes: Readonly<Record<Purpose, { has: readonly string[]; hasNot?: readonly string[] }>> = {
  book: { has: ['date', 'time', 'name', 'phone', 'consent'] },
  waitlist: { has: ['from', 'to', 'phone', 'consent'] },
  check: { has: ['date', 'around', 'month'], hasNot: ['consent'] },
  change: { has: ['code', 'kind', 'consent'] },
  status: { has: ['code'], hasNot: ['consent'] },
  'gift card': { has: ['amount', 'recipient', 'delivery', 'consent'] },
  facts: { has: ['locale'], hasNot: ['query', 'code', 'name', 'path', 'category', 'service_id'] },
  offers: { has: ['query', 'category', 'tag'], hasNot: ['max_price'] },
  prices: { has: ['max_price'] },
  dish: { has: ['dish_id'] },
  faqs: { has: ['topic', 'query'] },
}

export function findTool({ tools }: ShopClient, purpose: Purpose): Tool {
  const { has, hasNot = [] } = shapes[purpose]
  const tool = tools.find((one) => {
    const names = argumentNames(one)
    return has.every((name) => names.includes(name)) && !hasNot.some((name) => names.includes(name))
  })
  if (!tool) throw new Error(`No tool is for the purpose: ${purpose}.`)
  return tool
}

/** The tool that sends what the guest wants; a question needs none. */
export function findWriteTool(shop: ShopClient, goal: Intent['goal']): Tool | undefined {
  if (goal === 'ask' || goal === 'status') return undefined
  return findTool(shop, goal === 'cancel' || goal === 'move' ? 'change' : goal)
}

export function argumentNames({ inputSchema }: Tool): string[] {
  return Object.keys(inputSchema.properties ?? {})
}
