/** How the scripted agents answer a question: one call, and the fact from its data. */
import type { AgentInput } from './agent.ts'
import { toArguments } from './arguments.ts'
import { argumentNames, findTool } from './find-tools.ts'
import type { Arguments, Outcome, ShopClient } from './shop-client.ts'
import { describeError, describeResult } from './write.ts'

type Data = Record<string, unknown>

type Plan = { tool: string; args: Arguments; read(data: Data): string }

export async function answerQuestion(
  shop: ShopClient,
  input: AgentInput,
  call: (tool: string, args: Arguments) => Promise<Outcome> = shop.call,
): Promise<string> {
  const { tool, args, read } = planQuestion(shop, input)
  const outcome = await call(tool, { ...args, locale: input.locale })
  if (outcome.type === 'lost') return ''
  return outcome.type === 'data' ? read(outcome.data) : describeError(outcome.error)
}

function planQuestion(shop: ShopClient, input: AgentInput): Plan {
  const { intent } = input
  if (intent.goal === 'status') {
    const tool = findTool(shop, 'status')
    return { tool: tool.name, args: toArguments(tool, input), read: describeResult }
  }
  const question = intent.question ?? { about: 'other', keywords: input.words }
  switch (question.about) {
    case 'price':
      return {
        tool: findTool(shop, 'offers').name,
        args: { query: question.name, limit: 3 },
        read: ({ offers }) => describePrice(offers as Offer[], question.name),
      }
    case 'allergens':
      return {
        tool: findTool(shop, 'dish').name,
        args: { dish_id: question.name },
        read: ({ dish }) => (dish as { allergens: string[] }).allergens.join(', '),
      }
    case 'hours':
      return {
        tool: findTool(shop, 'facts').name,
        args: {},
        read: ({ hours }) => JSON.stringify(hours),
      }
    case 'parking':
      return {
        tool: findTool(shop, 'facts').name,
        args: {},
        read: ({ directions }) => String(directions),
      }
    case 'free time': {
      const tool = findTool(shop, 'check')
      return { tool: tool.name, args: toArguments(tool, input), read: describeResult }
    }
    case 'cheapest': {
      const tool = findTool(shop, 'prices')
      const filters = {
        diet: question.diet,
        max_price: question.maxPrice,
        max_minutes: question.maxMinutes,
      }
      const names = argumentNames(tool)
      const args = Object.entries(filters).filter(
        ([name, value]) => names.includes(name) && value !== undefined,
      )
      return { tool: tool.name, args: Object.fromEntries(args), read: describeCheapest }
    }
    case 'other':
      return {
        tool: findTool(shop, 'faqs').name,
        args: { query: question.keywords, limit: 1 },
        read: ({ faqs }) => (faqs as { shop_says: string }[])[0]?.shop_says ?? '',
      }
  }
}

type Offer = { name: string; price_vnd?: number }

function describePrice(offers: readonly Offer[], name: string): string {
  const offer = offers.find((one) => one.name === name) ?? offers[0]
  return `${offer?.name}: ${offer?.price_vnd} ₫`
}

type Table = { columns: string[]; rows: (string | number)[][] }

/** Few items come with details, many as a table. */
function describeCheapest({ table, services, dishes }: Data): string {
  const rows = table ? toRows(table as Table) : ((services ?? dishes ?? []) as Data[])
  const [first] = rows.toSorted((one, other) => Number(one.price_vnd) - Number(other.price_vnd))
  return `${first?.name}: ${first?.price_vnd} ₫`
}

function toRows({ columns, rows }: Table): Data[] {
  return rows.map((row) => Object.fromEntries(columns.map((column, index) => [column, row[index]])))
}
