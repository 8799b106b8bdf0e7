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

const areas = ['starts.#', 'free', 'nearest.*', 'days.starts.#', 'days.free', 'days.nearest.*']

/** Where an id is returned: the member that holds it, by the tool, and the argument that takes it. */
const sources: readonly (readonly [tool: string, path: string, argument: string])[] = [
  ['list_services', 'table.id', 'service_id'],
  ['list_services', 'services.id', 'service_id'],
  ['request_appointment', 'would_be.service.id', 'service_id'],
  ['request_appointment', 'would_be.therapist.id', 'therapist_id'],
  ['request_appointment', 'would_be.second_therapist.id', 'therapist_id'],
  ['request_appointment', 'would_be.stylist.id', 'stylist_id'],
  ['list_stylists', 'stylists.services', 'service_id'],
  ['list_therapists', 'therapists.treatments', 'service_id'],
  ['suggest_treatment', 'suggestion.service_id', 'service_id'],
  ['suggest_treatment', 'alternative.service_id', 'service_id'],
  ['list_gift_options', 'treatments', 'service_id'],
  ['list_gift_options', 'delivery.id', 'delivery'],
  ['list_services', 'services.therapists', 'therapist_id'],
  ['list_therapists', 'therapists.id', 'therapist_id'],
  ...areas.map((path) => ['check_slots', path, 'therapist_id'] as const),
  ['list_services', 'services.stylists', 'stylist_id'],
  ['list_stylists', 'stylists.id', 'stylist_id'],
  ...areas.map((path) => ['check_slots', path, 'stylist_id'] as const),
  ['list_services', 'services.feelings', 'tag'],
  ['list_services', 'services.needs', 'tag'],
  ['list_services', 'services.length', 'length'],
  ['list_services', 'services.category', 'category'],
  ['list_offerings', 'offers.category', 'category'],
  ['get_menu', 'table.id', 'dish_id'],
  ['get_menu', 'dishes.id', 'dish_id'],
  ['get_menu', 'dishes.category', 'category'],
  ['get_dish', 'dish.id', 'dish_id'],
  ['get_dish', 'completes_with.id', 'dish_id'],
  ['get_menu', 'dishes.diet', 'diet'],
  ['get_menu', 'dishes.allergens', 'exclude_allergens'],
  ['get_menu', 'dishes.allergens', 'allergens'],
  ['get_dish', 'dish.allergens', 'allergens'],
  ['get_set_menus', 'sets.allergens', 'allergens'],
  ['get_set_menus', 'sets.id', 'set_menu_id'],
  ['get_set_menus', 'closest_fit', 'set_menu_id'],
  ['list_team', 'people.id', 'team_id'],
  ...areas.map((path) => ['check_table_availability', path, 'table_type'] as const),
  ['request_reservation', 'would_be.table_type', 'table_type'],
  ['request_reservation', 'would_be.set_menu.id', 'set_menu_id'],
  ['get_reservation_policy', 'private_room.table_type', 'table_type'],
  ['list_faqs', 'faqs.topic', 'topic'],
  ['search_content', 'results.url', 'path'],
  ['search_content', 'results.markdown_url', 'path'],
]

/** Ids that belong to one party size or to one kind of offer; the other tests here and in mcp-restaurant.test.ts try them. */
const triedElsewhere = ['policy_code', 'offers.id']

/**
 * The values at a path of member names: lists are walked, `table.x` is a column, `#` stands for the names themselves, and
 * `*` for every member.
 */
function valuesAt(value: unknown, [name, ...rest]: readonly string[]): string[] {
  if (Array.isArray(value))
    return value.flatMap((one) => valuesAt(one, name ? [name, ...rest] : []))
  if (name === undefined) return typeof value === 'string' ? [value] : []
  if (typeof value !== 'object' || value === null) return []
  if (name === '#') return Object.keys(value)
  if (name === '*') return Object.values(value).flatMap((one) => valuesAt(one, rest))
  const member = (value as JsonRecord)[name]
  if (name !== 'table') return valuesAt(member, rest)
  const { columns = [], rows = [] } = (member ?? {}) as { columns?: string[]; rows?: string[][] }
  return rows.map((row) => row[columns.indexOf(rest[0] ?? '')] ?? '')
}

/** The results of a tool for its examples; writes are dry runs. */
async function resultsOf(app: RunningShop, trade: TradeName, tool: ListedTool, code: string) {
  const { examples } = samples[trade].tools
  const isRead = tool.annotations.readOnlyHint === true
  const calls = isRead ? [{}, { limit: 3 }, ...(examples[tool.name] ?? [])] : examples[tool.name]
  const results = await Promise.all(
    (calls ?? []).map((args) => call(app, tool.name, isRead ? args : toDryRun(tool, args, code))),
  )
  return results.map(({ structuredContent }) => structuredContent)
}

/** The paths of all values that are written like ids, such as hong-nhung. */
function idPaths(value: unknown, path: readonly string[] = []): string[] {
  if (Array.isArray(value)) return value.flatMap((one) => idPaths(one, path))
  if (typeof value === 'string') return /^[a-z]+(-[a-z0-9]+)+$/.test(value) ? [path.join('.')] : []
  if (typeof value !== 'object' || value === null) return []
  const { columns, rows } = value as { columns?: string[]; rows?: unknown[][] }
  if (columns && rows) {
    return rows.flatMap((row) =>
      row.flatMap((cell, at) => idPaths(cell, [...path, columns[at] ?? ''])),
    )
  }
  return Object.entries(value).flatMap(([name, member]) => {
    const isTime = /^\d\d:\d\d$/.test(name)
    return [...idPaths(name, [...path, '#']), ...idPaths(member, [...path, isTime ? '*' : name])]
  })
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
      for (const source of tools) {
        const results = await resultsOf(app, trade, source, body.code)
        const own = sources.filter(([name]) => name === source.name)
        const known = [...own.map(([, path]) => path), ...triedElsewhere]
        const found = results.flatMap((result) => idPaths(result))
        assert.deepEqual(
          found.filter((path) => !known.includes(path)).map((path) => `${source.name} ${path}`),
          [],
        )
        for (const [, path, argument] of own) {
          const takers = tools.filter(
            ({ inputSchema }) => argument in (inputSchema.properties ?? {}),
          )
          for (const id of new Set(
            results.flatMap((result) => valuesAt(result, path.split('.'))),
          )) {
            for (const tool of takers) {
              const [example = {}] = samples[trade].tools.examples[tool.name] ?? []
              const isList = tool.inputSchema.properties?.[argument]?.type === 'array'
              const args = {
                ...toDryRun(tool, example, body.code),
                ...(await serviceOf(app, argument, id, tool)),
                [argument]: isList ? [id] : id,
                locale: 'en',
              }
              const { isError, content } = await call(app, tool.name, args)
              const text = content[0]?.text ?? ''
              tried++
              // A question for the variant, with the prices, answers the id, and so does what a card is.
              const isAnswer = / ₫|is a card/.test(text)
              if (!isError || !rejectedBy(text).includes(argument) || isAnswer) continue
              refused.push(`${source.name} ${path} → ${tool.name} ${argument} ${id}`)
            }
          }
        }
      }
      assert.ok(tried > 60, `${tried}`)
      assert.deepEqual(refused, [])
    })
  })
}

/** The tool that takes the id of an offer of a kind. Tables and cards are chosen by other arguments. */
const takerOfKind: Readonly<Record<string, readonly [tool: string, argument: string]>> = {
  dish: ['get_dish', 'dish_id'],
  set_meal: ['get_set_menus', 'set_id'],
  treatment: ['check_slots', 'service_id'],
  package: ['check_slots', 'service_id'],
}

for (const trade of trades) {
  it(`the ids of list_offerings of the ${trade} are accepted by the tool for their kind`, async () => {
    type Offers = { offers: { id: string; kind: string }[] }
    const app = apps[trade]
    const { offers } = await expectToolResult<Offers>(app, 'list_offerings', { limit: 20 })
    const tried = offers.flatMap(({ id, kind }) => {
      const [tool, argument = ''] = takerOfKind[kind] ?? []
      return tool ? [{ id, tool, argument }] : []
    })
    assert.ok(tried.length > 10, String(tried.length))
    for (const { id, tool, argument } of tried) {
      const date = tool === 'check_slots' ? { date: '2026-11-20' } : {}
      const { isError, content } = await call(app, tool, { [argument]: id, ...date })
      assert.ok(!isError, `${tool} ${id}: ${content[0]?.text}`)
    }
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
