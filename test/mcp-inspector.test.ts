/** The Inspector's command line, strict about schemas, against a shop: another official client. */
import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { existsSync, mkdtempSync, renameSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, describe, it } from 'node:test'
import { promisify } from 'node:util'
import { startShop } from './support/shop.ts'

const version = '2.12.0'
const eras = ['legacy', 'auto', 'modern'] as const
const run = promisify(execFile)

/** What npm says when nobody can be reached; any other failure to install is one. */
const unreachable = /E(NOTFOUND|CONNREFUSED|CONNRESET|TIMEDOUT|AI_AGAIN|NETUNREACH|HOSTUNREACH)/

/** Installed once on a machine; it comes to its place only when it is whole. */
async function install(): Promise<{ folder: string } | { missing: string }> {
  const folder = join(tmpdir(), `letan-inspector-${version}`)
  if (existsSync(folder)) return { folder }
  const unfinished = mkdtempSync(`${folder}-`)
  try {
    const wanted = `@modelcontextprotocol/inspector@${version}`
    const quiet = ['--ignore-scripts', '--no-audit', '--no-fund', '--no-save', '--fetch-retries=0']
    await run('npm', ['install', ...quiet, '--prefix', unfinished, wanted], {
      cwd: unfinished,
      timeout: 60_000,
      shell: process.platform === 'win32',
    })
    renameSync(unfinished, folder)
    return { folder }
  } catch (error) {
    rmSync(unfinished, { recursive: true, force: true })
    if (existsSync(folder)) return { folder }
    const { stderr = '', killed } = error as { stderr?: string; killed?: boolean }
    const reason = killed ? 'npm took over a minute' : unreachable.exec(stderr)?.[0]
    if (reason) return { missing: reason }
    throw error
  }
}

const installed = await install()
const skip =
  'missing' in installed && `the registry could not be reached for it: ${installed.missing}`

describe('the Inspector', { skip }, async () => {
  if ('missing' in installed) return
  const { port, shop } = await startShop('restaurant')
  const home = mkdtempSync(join(tmpdir(), 'letan-inspector-home-'))
  after(() => rmSync(home, { recursive: true, force: true }))

  const inspect = async (era: string, ...words: string[]): Promise<unknown> => {
    const launcher = 'node_modules/@modelcontextprotocol/inspector/clients/launcher/build/index.js'
    const address = `http://127.0.0.1:${port}/mcp`
    const how = ['--cli', address, '--transport', 'http', '--protocol-era', era, '--format', 'json']
    const env = { ...process.env, HOME: home, USERPROFILE: home }
    const program = [join(installed.folder, launcher), ...how, ...words]
    const { stdout } = await run(process.execPath, program, { env, maxBuffer: 16 * 1024 * 1024 })
    return (JSON.parse(stdout) as { result: unknown }).result
  }

  for (const era of eras) {
    it(`finds every schema portable and gets an answer, ${era}`, async () => {
      const [list, answer] = await Promise.all([
        inspect(era, '--method', 'tools/list', '--strict'),
        inspect(
          era,
          ...['--method', 'tools/call', '--tool-name', 'get_business_info'],
          ...['--tool-args-json', '{"locale":"en"}'],
        ),
      ])
      const { tools } = list as { tools: { name: string }[] }
      assert.ok(tools.some(({ name }) => name === 'get_business_info'))
      const { structuredContent } = answer as { structuredContent: { name: string } }
      assert.equal(structuredContent.name, shop.business.name)
    })
  }
})
