import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { Ajv2020 } from 'ajv/dist/2020.js'
import { type ListedTool, listSampleTools, type Schema } from './support/assistant.ts'
import { samples } from './support/samples.ts'
import { forEachTrade, trades } from './support/shop.ts'

const shared = [
  'get_business_info',
  'list_offerings',
  'get_pricing',
  'search_content',
  'read_page',
  'list_faqs',
  'get_booking_status',
  'submit_contact_request',
]

/** Every shop has it, after its own tools. Its calls succeed only for full times: test/waitlist.test.ts. */
const waitlistTool = 'join_waitlist'

/** Its calls succeed only with a card: test/card-holder.test.ts. */
const cardTool = 'get_card_balance'

const writes = new Set([
  'submit_contact_request',
  waitlistTool,
  ...trades.flatMap((trade) => samples[trade].tools.writes),
])

/** Patterns that each tool description must match. */
const rules: Record<string, RegExp[]> = {
  get_business_info: [/address/, /phone/, /hours/, /open now/, /Vietnam/],
  list_offerings: [/any kind/, /price/, /only this returns .* link/, /category/, /tag/, /words/],
  get_pricing: [/price list/, /Markdown/, /only this says what all prices include and exclude/],
  search_content: [/pages, articles, FAQs and offers/, /titles/, /links/, /excerpts/],
  read_page: [/Markdown/, /path/],
  list_faqs: [/policy/, /payment/, /guarantees/],
  get_booking_status: [/what happens next and by when/, /no data of the guest/],
  submit_contact_request: [/name and phone/],
  get_card_balance: [/gift card or membership/, /until when it is valid/, /like an unknown card/],
  join_waitlist: [
    /no place is free/,
    /if one becomes free/,
    /Holds no place/,
    /with a free place is rejected/,
  ],
}

const listed = await forEachTrade(listSampleTools)

const parametersOf = ({ inputSchema }: ListedTool) => Object.entries(inputSchema.properties ?? {})

/** Whether a schema limits the values or their length. */
function isBounded(schema: Schema): boolean {
  if (schema.enum || 'const' in schema) return true
  const has = (...keywords: string[]) => keywords.some((one) => schema[one] !== undefined)
  switch (schema.type) {
    case 'boolean':
      return true
    case 'integer':
    case 'number':
      return has('minimum') && has('maximum')
    case 'string':
      return has('maxLength', 'pattern', 'format')
    case 'array':
      return has('maxItems') && schema.items !== undefined && isBounded(schema.items)
    default:
      return false
  }
}

/**
 * The type of a parameter and of its items, and the keywords that bound it. The values themselves
 * (ids, the largest number, the default) may differ from tool to tool.
 */
function kindOf(schema: Schema): string {
  const silent = new Set(['description', 'default', 'type', 'items'])
  const bounds = Object.keys(schema).filter((one) => !silent.has(one))
  const items = schema.items ? ` of ${kindOf(schema.items)}` : ''
  return `${schema.type}${items} ${bounds.sort().join(' ')}`
}

/** A schema and every schema within it. */
function* walkObjects(value: unknown): Generator<object> {
  if (typeof value !== 'object' || value === null) return
  yield value
  for (const part of Object.values(value)) yield* walkObjects(part)
}

/** One for all schemas, because a new one compiles the schema of schemas first. */
const compiler = new Ajv2020({ strict: true, allErrors: true, formats: { email: true } })

for (const trade of trades) {
  const tools = listed[trade]

  describe(`the tools of the ${trade}`, () => {
    it('are those of the contract, in the same order', () => {
      assert.deepEqual(
        tools.map(({ name }) => name),
        [...shared, ...samples[trade].tools.own, waitlistTool, cardTool],
      )
    })

    it('all have examples, and there are no examples of other tools', () => {
      assert.deepEqual(Object.keys(samples[trade].tools.examples), [
        ...shared,
        ...samples[trade].tools.own,
      ])
    })
  })

  for (const tool of tools) {
    const { name, title, description, inputSchema, outputSchema, annotations } = tool

    describe(`${name} of the ${trade}`, () => {
      it('has a name, a title and a description that begins with what it does', () => {
        assert.match(name, /^[a-z]+(_[a-z]+)*$/)
        assert.ok(name.length <= 64)
        assert.ok(title.trim().length > 0)
        assert.equal(annotations.title, title)
        assert.match(description, /^[A-Z][a-z]+s /)
        assert.ok(description.length >= 60 && description.length <= 700, `${description.length}`)
      })

      it('states what the tool does and what its result means', () => {
        const wanted = samples[trade].tools.rules[name] ?? rules[name] ?? []
        assert.ok(wanted.length > 0)
        const untold = wanted.filter((rule) => !rule.test(description))
        assert.deepEqual(untold, [], description)
      })

      it('has all four hints with correct values', () => {
        const { readOnlyHint, destructiveHint, idempotentHint, openWorldHint } = annotations
        const isWrite = writes.has(name)
        assert.deepEqual(
          { readOnlyHint, destructiveHint, idempotentHint, openWorldHint },
          {
            readOnlyHint: !isWrite,
            destructiveHint: isWrite,
            idempotentHint: !isWrite,
            openWorldHint: isWrite,
          },
        )
      })

      it('describes and bounds every parameter, and accepts no others', () => {
        assert.equal(inputSchema.type, 'object')
        assert.equal(inputSchema.additionalProperties, false)
        for (const [parameter, schema] of parametersOf(tool)) {
          assert.match(parameter, /^[a-z0-9]+(_[a-z0-9]+)*$/)
          assert.ok(String(schema.description ?? '').length >= 8, `${parameter} is not described`)
          assert.ok(isBounded(schema), `${parameter}: ${JSON.stringify(schema)}`)
        }
      })

      it('accepts a language, and if it writes, consent and an optional key and dry run', () => {
        const known = Object.keys(inputSchema.properties ?? {})
        const needed = (inputSchema.required ?? []) as string[]
        const ofWrites = ['consent', 'preview_code', 'idempotency_key', 'dry_run']
        assert.ok(known.includes('locale'))
        assert.deepEqual(
          ofWrites.filter((one) => known.includes(one)),
          writes.has(name) ? ofWrites : [],
        )
        assert.deepEqual(
          needed.filter((one) => [...ofWrites, 'locale'].includes(one)),
          [],
        )
      })

      it('says what happens without consent, and what is sent with the code of a preview', () => {
        const { consent, preview_code } = inputSchema.properties ?? {}
        if (!writes.has(name)) return assert.equal(consent, undefined)
        assert.match(
          String(consent?.description),
          /true: the guest agreed.*false or omitted: a preview, nothing is stored/,
        )
        assert.match(String(preview_code?.description), /same arguments and consent: true/)
      })

      it('has self-contained schemas of draft 2020-12', () => {
        assert.equal(outputSchema.type, 'object')
        for (const schema of [inputSchema, outputSchema]) {
          compiler.compile(schema)
          for (const part of walkObjects(schema)) assert.ok(!('$ref' in part), JSON.stringify(part))
        }
      })

      it('accepts its examples', () => {
        const validate = compiler.compile(inputSchema)
        for (const example of samples[trade].tools.examples[name] ?? []) {
          assert.ok(validate(example), JSON.stringify([example, validate.errors]))
        }
      })
    })
  }
}

describe('the result of a tool for free times', () => {
  for (const [trade, noun] of [
    ['restaurant', 'area'],
    ['spa', 'therapist'],
    ['salon', 'stylist'],
  ] as const) {
    it(`says what is free, by ${noun}, in the ${trade}`, () => {
      const tool = listed[trade].find(({ name }) => name === samples[trade].tools.checkTool)
      const { properties = {} } = tool?.outputSchema ?? {}
      for (const name of ['starts', 'free', 'nearest']) {
        assert.match(String(properties[name]?.description), new RegExp(`\\b${noun}\\b`), name)
      }
      assert.match(String(tool?.inputSchema.properties?.date?.description), /no default/)
    })
  }
})

describe('a parameter', () => {
  it('has one type in every tool of every shop', () => {
    const kinds = new Map<string, Map<string, string[]>>()
    for (const trade of trades) {
      for (const tool of listed[trade]) {
        for (const [parameter, schema] of parametersOf(tool)) {
          // Its services are listed in the tool that books, which saves tokens.
          if (tool.name === waitlistTool && parameter === 'service_id') continue
          const kind = kindOf(schema)
          const found = kinds.get(parameter) ?? new Map<string, string[]>()
          found.set(kind, [...(found.get(kind) ?? []), `${trade} ${tool.name}`])
          kinds.set(parameter, found)
        }
      }
    }
    assert.ok(kinds.size > 30)
    const torn = [...kinds].filter(([, found]) => found.size > 1)
    assert.deepEqual(torn, [])
  })

  it('has the same values and bounds in every tool that asks for guest data', () => {
    const own = ['name', 'phone', 'email', 'note', 'code', 'date', 'time', 'weekday', 'locale']
    const seen = new Map<string, Set<string>>(own.map((parameter) => [parameter, new Set()]))
    for (const tool of trades.flatMap((trade) => listed[trade])) {
      for (const [parameter, { description, ...schema }] of parametersOf(tool)) {
        const inOrder = Object.entries(schema).sort()
        seen.get(parameter)?.add(JSON.stringify(inOrder))
      }
    }
    for (const [parameter, bounds] of seen)
      assert.equal(bounds.size, 1, [parameter, ...bounds].join())
  })
})
