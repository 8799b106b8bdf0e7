/** Ids that one tool returns are accepted by every tool that takes that kind of id. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import {
  call,
  expectToolError,
  expectToolResult,
  type JsonRecord,
  type ListedTool,
  listTools,
} from './support/assistant.ts'
import { book } from './support/booking.ts'
import { toDryRun } from './support/examples.ts'
import { samples } from './support/samples.ts'
import {
  openForEachTrade,
  type RunningShop,
  startShop,
  type TradeName,
  trades,
} from './support/shop.ts'

const apps = openForEachTrade((trade) => startShop(trade, { writeLimit: 1000 }))

/** Where an id is returned: the member that holds it, by the tool, and the argument that takes it. */
const sources: readonly (readonly [tool: string, path: string, argument: string])[] = [
  ['list_services', 'table.id', 'service_id'],
  ['list_stylists', 'stylists.services', 'service_id'],
  ['list_therapists', 'therapists.treatments', 'service_id'],
  ['suggest_treatment', 'suggestion.service_id', 'service_id'],
  ['suggest_treatment', 'alternative.service_id', 'service_id'],
  ['list_gift_options', 'treatments', 'service_id'],
  ['list_gift_options', 'delivery.id', 'delivery'],
  ['list_services', 'services.therapists', 'therapist_id'],
  ['list_therapists', 'therapists.id', 'therapist_id'],
  ['check_slots', 'starts.#', 'therapist_id'],
  ['list_services', 'services.stylists', 'stylist_id'],
  ['list_stylists', 'stylists.id', 'stylist_id'],
  ['check_slots', 'starts.#', 'stylist_id'],
  ['list_services', 'services.feelings', 'tag'],
  ['list_services', 'services.needs', 'tag'],
  ['list_services', 'services.length', 'length'],
  ['list_services', 'services.category', 'category'],
  ['list_offerings', 'offers.category', 'category'],
  ['get_menu', 'table.id', 'dish_id'],
  ['get_menu', 'dishes.id', 'dish_id'],
  ['get_dish', 'completes_with.id', 'dish_id'],
  ['get_menu', 'dishes.diet', 'diet'],
  ['get_menu', 'dishes.allergens', 'exclude_allergens'],
  ['get_menu', 'dishes.allergens', 'allergens'],
  ['get_dish', 'dish.allergens', 'allergens'],
  ['get_set_menus', 'sets.allergens', 'allergens'],
  ['get_set_menus', 'sets.id', 'set_menu_id'],
  ['get_set_menus', 'closest_fit', 'set_menu_id'],
  ['list_team', 'people.id', 'team_id'],
  ['check_table_availability', 'starts.#', 'table_type'],
  ['get_reservation_policy', 'private_room.table_type', 'table_type'],
  ['list_faqs', 'faqs.topic', 'topic'],
  ['search_content', 'results.url', 'path'],
  ['search_content', 'results.markdown_url', 'path'],
]

/** The values at a path of member names; lists are walked, `table.x` is a column, and `#` the names themselves. */
function valuesAt(value: unknown, [name, ...rest]: readonly string[]): string[] {
  if (Array.isArray(value))
    return value.flatMap((one) => valuesAt(one, name ? [name, ...rest] : []))
  if (name === undefined) return typeof value === 'string' ? [value] : []
  if (typeof value !== 'object' || value === null) return []
  if (name === '#') return Object.keys(value)
  const member = (value as JsonRecord)[name]
  if (name !== 'table') return valuesAt(member, rest)
  const { columns = [], rows = [] } = (member ?? {}) as { columns?: string[]; rows?: string[][] }
  return rows.map((row) => row[columns.indexOf(rest[0] ?? '')] ?? '')
}

const idsFrom = async (app: RunningShop, trade: TradeName, tool: string, path: string) => {
  const { examples } = samples[trade].tools
  const calls = [{}, { limit: 3 }, ...(examples[tool] ?? [])]
  const answers = await Promise.all(calls.map((args) => call(app, tool, args)))
  return new Set(
    answers.flatMap(({ structuredContent }) => valuesAt(structuredContent, path.split('.'))),
  )
}

/** A person is accepted with a service that the person does. */
async function serviceOf(
  app: RunningShop,
  argument: string,
  id: string,
  { name, inputSchema }: ListedTool,
): Promise<JsonRecord> {
  const isPerson = argument === 'therapist_id' || argument === 'stylist_id'
  if (!isPerson || name === 'list_services' || !('service_id' in (inputSchema.properties ?? {})))
    return {}
  const args = { [argument]: id, limit: 1 }
  const { services } = await expectToolResult<{ services: { id: string }[] }>(
    app,
    'list_services',
    args,
  )
  return { service_id: services[0]?.id }
}

/** The arguments that an error names. */
const rejectedBy = (text: string): string[] => {
  const error = JSON.parse(text) as { fields?: { name: string }[]; field?: string }
  return error.fields?.map(({ name }) => name.split('.')[0] ?? '') ?? [error.field ?? '']
}

for (const trade of trades) {
  describe(`an id that a tool of the ${trade} returns`, () => {
    it('is accepted by every tool that takes that kind of id', async () => {
      const app = apps[trade]
      const { body } = await book(app, samples[trade].request)
      const tools = await listTools(app)
      const refused: string[] = []
      let tried = 0
      for (const [source, path, argument] of sources) {
        if (!tools.some(({ name }) => name === source)) continue
        const takers = tools.filter(({ inputSchema }) => argument in (inputSchema.properties ?? {}))
        for (const id of await idsFrom(app, trade, source, path)) {
          for (const tool of takers) {
            const [example = {}] = samples[trade].tools.examples[tool.name] ?? []
            const isList = tool.inputSchema.properties?.[argument]?.type === 'array'
            const args = {
              ...toDryRun(tool, example, body.code),
              ...(await serviceOf(app, argument, id, tool)),
              [argument]: isList ? [id] : id,
            }
            const { isError, content } = await call(app, tool.name, args)
            const text = content[0]?.text ?? ''
            tried++
            // A question for the variant, with the prices, is an answer to the id.
            if (!isError || !rejectedBy(text).includes(argument) || / ₫/.test(text)) continue
            refused.push(`${source} ${path} → ${tool.name} ${argument} ${id}`)
          }
        }
      }
      assert.ok(tried > 60, `${tried}`)
      assert.deepEqual(refused, [])
    })
  })
}

describe('a service of the salon without its hair length', () => {
  const { salon } = apps

  it('is answered with the question for the length and the three prices', async () => {
    const { offers } = (await salon.json('/api/offers?limit=100&locale=en')) as {
      offers: { id: string; price: { display: string } }[]
    }
    const lengths = offers.filter(({ id }) => /^nhuom-mot-mau-(ngan|vai|dai)$/.test(id))
    assert.equal(lengths.length, 3)
    const { examples } = samples.salon.tools
    for (const tool of ['check_slots', 'request_appointment']) {
      const args = { ...examples[tool]?.at(-1), service_id: 'nhuom-mot-mau', locale: 'en' }
      const error = JSON.stringify(await expectToolError(salon, tool, args))
      for (const { id, price } of lengths)
        assert.ok(error.includes(id) && error.includes(price.display))
      assert.match(error, /"who":"guest".*Which one: short hair/)
      assert.ok(!error.includes('cat-nam'), error)
    }
  })

  it('is enough to find the people who do it', async () => {
    const ids = async (service_id: string) => {
      const { stylists } = await expectToolResult<{ stylists: { id: string }[] }>(
        salon,
        'list_stylists',
        { service_id },
      )
      return stylists.map(({ id }) => id)
    }
    const found = await ids('nhuom-mot-mau')
    assert.ok(found.length > 0)
    assert.deepEqual(found, await ids('nhuom-mot-mau-vai'))
  })
})
