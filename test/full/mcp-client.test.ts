/** The official client, with each way of opening a connection, against both shops. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import {
  Client,
  ProtocolError,
  StreamableHTTPClientTransport,
  type VersionNegotiationOptions,
} from '@modelcontextprotocol/client'
import { openBefore } from '../support/lifetime.ts'
import { startShop, trades } from '../support/shop.ts'

type Mode = { mode: NonNullable<VersionNegotiationOptions['mode']>; version: string }

const modes: readonly Mode[] = [
  { mode: 'legacy', version: '2025-11-25' },
  { mode: 'auto', version: '2026-07-28' },
  { mode: { pin: '2026-07-28' }, version: '2026-07-28' },
]

const hints = ['readOnlyHint', 'destructiveHint', 'idempotentHint', 'openWorldHint'] as const

/** The argument of every prompt that has one, with a value that the shop suggests. */
async function suggestions(client: Client) {
  const { prompts } = await client.listPrompts()
  const promptCalls = prompts.flatMap((prompt) =>
    (prompt.arguments ?? []).map(({ name: argument }) => ({ prompt: prompt.name, argument })),
  )
  return Promise.all(
    promptCalls.map(async ({ prompt, argument }) => {
      const suggest = async (value: string) => {
        const ref = { type: 'ref/prompt' as const, name: prompt }
        return (await client.complete({ ref, argument: { name: argument, value } })).completion
      }
      return { prompt, argument, suggest, values: (await suggest('')).values }
    }),
  )
}

for (const trade of trades) {
  describe(`the official client at the ${trade}`, () => {
    const app = openBefore(() => startShop(trade))

    for (const { mode, version } of modes) {
      const how = typeof mode === 'string' ? mode : `pinned ${mode.pin}`

      describe(how, () => {
        const talk = async (interact: (client: Client) => Promise<void>) => {
          const client = new Client(
            { name: 'letan-test', version: '1.0.0' },
            { versionNegotiation: { mode } },
          )
          await client.connect(
            new StreamableHTTPClientTransport(new URL(`http://127.0.0.1:${app.port}/mcp`)),
          )
          try {
            await interact(client)
          } finally {
            await client.close()
          }
        }

        it('connects', () =>
          talk(async (client) => {
            assert.equal(client.getNegotiatedProtocolVersion(), version)
            assert.ok(client.getServerCapabilities()?.tools)
            assert.match(client.getServerVersion()?.name ?? '', /^[a-z0-9.-]+\/[a-z0-9._-]+$/)
            assert.ok(client.getInstructions())
          }))

        it('lists tools with descriptions', () =>
          talk(async (client) => {
            const { tools } = await client.listTools()
            assert.ok(tools.some(({ name }) => name === 'get_business_info'))
            for (const { name, title, description, annotations, outputSchema } of tools) {
              assert.ok(title && description && outputSchema, name)
              assert.equal(annotations?.title, title, name)
              for (const hint of hints) assert.equal(typeof annotations?.[hint], 'boolean', name)
            }
          }))

        it('calls a tool and gets a result that matches the output schema', () =>
          talk(async (client) => {
            await client.listTools()
            const params = { name: 'get_business_info', arguments: { locale: 'en' } }
            const { structuredContent, content, isError } = await client.callTool(params)
            assert.notEqual(isError, true)
            assert.equal((structuredContent as { name?: string }).name, app.shop.business.name)
            assert.equal(content[0]?.type, 'text')
          }))

        it('gets an error for a tool that does not exist', () =>
          talk(async (client) => {
            await assert.rejects(
              client.callTool({ name: 'fly_to_the_moon', arguments: {} }),
              (error) => error instanceof ProtocolError && error.code === -32602,
            )
          }))

        it('lists and reads resources', () =>
          talk(async (client) => {
            const { resources } = await client.listResources()
            assert.ok(resources.length > 0)
            for (const { uri, name, mimeType } of resources.slice(0, 3)) {
              const { contents } = await client.readResource({ uri })
              assert.equal(contents[0]?.uri, uri, name)
              assert.equal(contents[0]?.mimeType, mimeType, name)
            }
            assert.ok((await client.listResourceTemplates()).resourceTemplates.length > 0)
            await assert.rejects(client.readResource({ uri: 'letan://nowhere' }), ProtocolError)
          }))

        it('lists and gets prompts', () =>
          talk(async (client) => {
            const { prompts } = await client.listPrompts()
            assert.ok(prompts.length > 0)
            const suggested = await suggestions(client)
            for (const { name } of prompts) {
              const own = suggested.filter(({ prompt }) => prompt === name)
              const filled = own.map(({ argument, values }) => [argument, values[0] ?? '2'])
              const params = { name, arguments: Object.fromEntries(filled) }
              assert.ok((await client.getPrompt(params)).messages.length > 0, name)
            }
          }))

        it('gets completions for the arguments of a prompt', () =>
          talk(async (client) => {
            const helpful = (await suggestions(client)).find(({ values }) => values.length > 0)
            assert.ok(helpful, 'no argument of any prompt is completed')
            const [first = ''] = helpful.values
            assert.ok((await helpful.suggest(first.slice(0, 2))).values.includes(first))
            assert.deepEqual((await helpful.suggest('no value begins so')).values, [])
          }))
      })
    }
  })
}
