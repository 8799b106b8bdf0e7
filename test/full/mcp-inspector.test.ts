/** The command line of the MCP Inspector, an official client with strict schema checks, against a shop. */
import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, describe, it } from 'node:test'
import { install, run, skipReason } from '../support/installed.ts'
import { startShop } from '../support/shop.ts'

const version = '2.12.0'
const eras = ['legacy', 'auto', 'modern'] as const

const installed = await install(`letan-inspector-${version}`, [
  `@modelcontextprotocol/inspector@${version}`,
])

describe('the Inspector', { skip: skipReason(installed) }, async () => {
  if ('missing' in installed) return
  const { port, shop } = await startShop('restaurant')
  const home = mkdtempSync(join(tmpdir(), 'letan-inspector-home-'))
  after(() => rmSync(home, { recursive: true, force: true }))

  const inspect = async (era: string, ...args: string[]): Promise<unknown> => {
    const launcher = 'node_modules/@modelcontextprotocol/inspector/clients/launcher/build/index.js'
    const address = `http://127.0.0.1:${port}/mcp`
    const how = ['--cli', address, '--transport', 'http', '--protocol-era', era, '--format', 'json']
    const env = { ...process.env, HOME: home, USERPROFILE: home }
    const program = [join(installed.folder, launcher), ...how, ...args]
    const { stdout } = await run(process.execPath, program, { env, maxBuffer: 16 * 1024 * 1024 })
    return (JSON.parse(stdout) as { result: unknown }).result
  }

  for (const era of eras) {
    it(`accepts every schema as portable and gets a response, ${era}`, async () => {
      const [list, toolResult] = await Promise.all([
        inspect(era, '--method', 'tools/list', '--strict'),
        inspect(
          era,
          ...['--method', 'tools/call', '--tool-name', 'get_business_info'],
          ...['--tool-args-json', '{"locale":"en"}'],
        ),
      ])
      const { tools } = list as { tools: { name: string }[] }
      assert.ok(tools.some(({ name }) => name === 'get_business_info'))
      const { structuredContent } = toolResult as { structuredContent: { name: string } }
      assert.equal(structuredContent.name, shop.business.name)
    })
  }
})
