/** Directories reject descriptions that tell a model how to behave or which tool to call: see docs/assistants.md. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { call, type ListedTool, listSampleTools, type Schema } from './support/assistant.ts'
import { legacy } from './support/mcp.ts'
import { samples } from './support/samples.ts'
import { forEachTrade, startShop, trades } from './support/shop.ts'

const listed = await forEachTrade(listSampleTools)

/** Words of an instruction. What the server requires is stated as a fact: "is required", "only by phone". */
const instructions: readonly RegExp[] = [
  /\b(never|always|must|should|please|ensure|make sure|remember)\b/i,
  /\b(do not|don’t|don't)\b/i,
  /\bask (the|for|about|how|what|whether)\b/i,
  /\bread\b.*\b(to the guest|back|out)\b/i,
  /\b(tell|offer|inform|remind|confirm with) the (guest|buyer|user)\b/i,
  /\b(pass|say|repeat|invent|guess|derive|promise) (it|that|them|this|on|no|any|the)\b/i,
  /(^|[.;:,] )(first )?(call|use|invoke|run|prefer)\b/i,
]

function textsOf({ name, description, inputSchema, outputSchema }: ListedTool): [string, string][] {
  return [[name, description], ...descriptionsIn(name, [inputSchema, outputSchema])]
}

function descriptionsIn(path: string, value: unknown): [string, string][] {
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value as Schema).flatMap(([key, part]): [string, string][] =>
    key === 'description' && typeof part === 'string'
      ? [[path, part]]
      : descriptionsIn(`${path}.${key}`, part),
  )
}

for (const trade of trades) {
  describe(`the descriptions of the ${trade}`, () => {
    const tools = listed[trade]

    it('contain no instruction to a model', () => {
      const wrong = tools
        .flatMap(textsOf)
        .filter(([, text]) => instructions.some((pattern) => pattern.test(text)))
      assert.deepEqual(wrong, [])
    })

    it('name another tool only as the source or the target of a value', () => {
      const names = tools.map(({ name }) => name)
      const wrong = tools.flatMap((tool) =>
        textsOf(tool).flatMap(([path, text]) =>
          text
            .split(/(?<=[.!?;:]) /)
            .filter((sentence) => names.some((one) => one !== tool.name && sentence.includes(one)))
            .filter((sentence) => !/\b(from|of|in) \w+_\w+|\w+_\w+ has the details/i.test(sentence))
            .map((sentence) => [path, sentence]),
        ),
      )
      assert.deepEqual(wrong, [])
    })

    it('contain no invisible characters and no markup', () => {
      for (const [path, text] of tools.flatMap(textsOf)) {
        assert.doesNotMatch(text, /[\p{Cf}\p{Cc}<>]/u, path)
      }
    })
  })

  describe(`the instructions of the server of the ${trade}`, () => {
    it('are at most four lines of facts', async () => {
      const app = await startShop(trade)
      const { body } = await legacy(app, 'initialize', {
        protocolVersion: '2025-11-25',
        capabilities: {},
        clientInfo: { name: 'probe', version: '1' },
      })
      const lines = String(body.result?.instructions).split('\n')
      assert.ok(lines.length <= 4)
      for (const line of lines.slice(1)) {
        for (const pattern of instructions) assert.doesNotMatch(line, pattern)
      }
    })
  })
}

/** The form of a request id, a trace id and a row id. */
const technicalId =
  /\b([0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}|[0-9a-f]{24,})\b/i

describe('the results of tools', () => {
  for (const trade of trades) {
    it(`contain no technical ids in the ${trade}`, async () => {
      const app = await startShop(trade, { writeLimit: 1000 })
      const { examples } = samples[trade].tools
      for (const { name, annotations } of listed[trade]) {
        for (const example of examples[name] ?? []) {
          const args = annotations.readOnlyHint ? example : { ...example, consent: true }
          const { content, structuredContent, isError } = await call(app, name, args)
          const text = JSON.stringify([content, structuredContent])
          if (!isError) assert.doesNotMatch(text, technicalId, `${name} ${text}`)
        }
      }
    })
  }
})

describe('the patterns of this file', () => {
  it('find the sentences that directories have rejected', () => {
    for (const sentence of [
      'Never say it is confirmed.',
      'Ask for it.',
      'First call check_slots.',
      'Read all details back first.',
      'Use before request_reservation: free start times.',
      'Repeat them unchanged, and offer the guest the phone number.',
      'There are no photos; do not invent any.',
    ]) {
      assert.ok(
        instructions.some((pattern) => pattern.test(sentence)),
        sentence,
      )
    }
  })
})
