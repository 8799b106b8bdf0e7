/** `letan publish`: the files for directories of MCP servers, and the routes by which they verify the domain. */
import assert from 'node:assert/strict'
import { createPrivateKey, createPublicKey, sign, verify } from 'node:crypto'
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, describe, it } from 'node:test'
import { readRegistryProof, registryKeyFile } from '../src/server/registry-key.ts'
import { runInProcess } from './support/command.ts'
import { copyOf, createFolderEditor } from './support/content-errors.ts'
import { modern } from './support/mcp.ts'
import { openForEachTrade, startShop, trades } from './support/shop.ts'

const scratch = mkdtempSync(join(tmpdir(), 'letan-publish-'))
after(() => rmSync(scratch, { recursive: true }))

const site = 'https://khoilam.example'

type Json = Record<string, unknown>

type ServerInfo = { icons: { src: string; sizes: string[] }[] }

let runs = 0

/** Runs the command with a data folder of its own. */
async function publish(
  trade: string,
  args: string[] = [],
  environment: Record<string, string> = {},
) {
  const own = join(scratch, String(++runs))
  const databaseUrl = join(own, 'data', 'shop.sqlite')
  const folder = join(own, 'files')
  const { code, output } = await runInProcess(['publish', folder, ...args], {
    VARIANT: trade,
    BASE_URL: site,
    DATABASE_URL: databaseUrl,
    ...environment,
  })
  const read = (file: string) => JSON.parse(readFileSync(join(folder, file), 'utf8')) as Json
  return { code, output, folder, read, keyFile: registryKeyFile({ databaseUrl }) }
}

const forChatgpt = `hide_payment: true
tools:
  - { name: request_gift_card, off: true }
  - { name: request_membership, off: true }
  - { name: list_gift_options, off: true }
`

function spaWith(settings: string): Record<string, string> {
  const folder = copyOf('spa')
  createFolderEditor(folder).write('tools.yaml', settings)
  return { CONTENT_DIR: folder }
}

describe('letan publish', () => {
  const apps = openForEachTrade((trade) => startShop(trade, { baseUrl: site }))

  for (const trade of trades) {
    it(`writes server.json with the texts of the server card of the ${trade}`, async () => {
      const { code, output, read } = await publish(trade)
      assert.equal(code, 0, output)
      const server = read('server.json')
      const card = await apps[trade].json('/mcp/server-card')
      for (const name of ['name', 'title', 'description', 'version', 'websiteUrl', 'icons']) {
        assert.deepEqual(server[name], card[name], name)
      }
      assert.match(String(server.name), /^[a-zA-Z0-9.-]+\/[a-zA-Z0-9._-]+$/)
      assert.ok(String(server.description).length <= 100)
      assert.deepEqual(server.remotes, [{ type: 'streamable-http', url: `${site}/mcp` }])
    })

    it(`writes test cases and justifications for every tool of the ${trade}`, async () => {
      const { read } = await publish(trade)
      const file = read('chatgpt-app-submission.json')
      const { body } = await modern(apps[trade], 'tools/list')
      const listed = body.result?.tools as { name: string; annotations: Json }[]
      const tools = file.tools as Record<string, { annotations: Json; justifications: Json }>
      assert.deepEqual(
        Object.keys(tools),
        listed.map(({ name }) => name),
      )
      for (const { name, annotations } of listed) {
        for (const [hint, value] of Object.entries(tools[name]?.annotations ?? {})) {
          assert.equal(value, annotations[hint], `${hint} of ${name}`)
        }
        assert.equal(Object.keys(tools[name]?.annotations ?? {}).length, 3)
        for (const text of Object.values(tools[name]?.justifications ?? {})) {
          assert.match(String(text), /^[^.]+\.$/)
        }
      }
      const positive = file.test_cases as { tools_triggered: string; user_prompt: string }[]
      assert.equal(positive.length, 5)
      for (const { tools_triggered, user_prompt } of positive) {
        for (const name of tools_triggered.split(', ')) assert.ok(name in tools, name)
        assert.doesNotMatch(user_prompt, /undefined/)
      }
      const negative = file.negative_test_cases as { tools_triggered: null }[]
      assert.equal(negative.length, 3)
      assert.ok(negative.every(({ tools_triggered }) => tools_triggered === null))
      assert.ok((file.app_info as { subtitle: string }).subtitle.length <= 30)
    })

    it(`fills in the form of the Claude directory for the ${trade}`, async () => {
      const { folder } = await publish(trade)
      const form = readFileSync(join(folder, 'claude-directory.md'), 'utf8')
      assert.ok(form.includes(`${site}/en/privacy`))
      assert.ok((form.split('## Use cases')[1]?.match(/^- /gm) ?? []).length >= 3)
      assert.doesNotMatch(form, /undefined/)
    })
  }

  it('creates a key that only the owner can read, and keeps it', async () => {
    const { keyFile, folder } = await publish('restaurant')
    assert.equal(statSync(keyFile).mode & 0o777, 0o600)
    const first = readFileSync(keyFile, 'utf8')
    const again = await runInProcess(['publish', folder], {
      VARIANT: 'restaurant',
      BASE_URL: site,
      DATABASE_URL: join(keyFile, '..', 'shop.sqlite'),
    })
    assert.equal(again.code, 0)
    assert.equal(readFileSync(keyFile, 'utf8'), first)
    assert.ok(!again.output.includes(first.trim()))
    assert.ok(again.output.includes('mcp-publisher login http --domain khoilam.example'))
    assert.match(again.output, /2026-11/)
  })

  it('refuses an address that is not public', async () => {
    for (const address of [
      'http://localhost:3000',
      'https://localhost',
      'https://127.0.0.1',
      'http://khoilam.example',
    ]) {
      const { code, output, folder } = await publish('restaurant', [], { BASE_URL: address })
      assert.equal(code, 1, address)
      assert.match(output, /public https address/)
      assert.ok(!existsSync(folder))
    }
  })

  it('fails for ChatGPT while prepaid cards are sold, and says what to write in tools.yaml', async () => {
    const { code, output, folder } = await publish('spa', ['--for', 'chatgpt'])
    assert.equal(code, 1)
    for (const name of ['request_gift_card', 'request_membership', 'list_gift_options']) {
      assert.ok(output.includes(`- { name: ${name}, off: true }`), name)
    }
    assert.ok(output.includes('hide_payment: true'))
    assert.ok(!existsSync(folder))
  })

  it('writes only the ChatGPT file once tools.yaml has these lines', async () => {
    const { code, output, folder, read } = await publish(
      'spa',
      ['--for', 'chatgpt'],
      spaWith(forChatgpt),
    )
    assert.equal(code, 0, output)
    assert.deepEqual(readdirSync(folder), ['chatgpt-app-submission.json'])
    assert.ok(!JSON.stringify(read('chatgpt-app-submission.json')).includes('gift_card'))
    assert.match(output, /request_appointment asks about health/)
    assert.match(output, /get_card_balance reports on prepaid cards/)
  })

  it('fails for ChatGPT without a terms page', async () => {
    const folder = copyOf('restaurant')
    const editor = createFolderEditor(folder)
    editor.remove('pages/terms.vi.md')
    editor.remove('pages/terms.en.md')
    const { code, output } = await publish('restaurant', ['--for', 'chatgpt', '--lang', 'vi'], {
      CONTENT_DIR: folder,
    })
    assert.equal(code, 1)
    assert.match(output, /chưa có trang điều khoản/)
  })
})

describe('verification of the domain', () => {
  it('is absent until the owner asks for it', async () => {
    const app = await startShop('restaurant')
    for (const path of ['mcp-registry-auth', 'openai-apps-challenge']) {
      assert.equal((await app.get(`/.well-known/${path}`)).status, 404)
    }
  })

  it('proves the key of the MCP registry', async () => {
    const { keyFile } = await publish('restaurant')
    const registryProof = readRegistryProof(keyFile)
    const app = await startShop('restaurant', { registryProof })
    const response = await app.get('/.well-known/mcp-registry-auth', {
      headers: { accept: 'text/plain', 'user-agent': 'mcp-registry/1.0' },
    })
    assert.equal(response.status, 200)
    assert.match(response.headers.get('content-type') ?? '', /^text\/plain/)
    const [, key = ''] = /^v=MCPv1; k=ed25519; p=(\S{44})$/.exec(await response.text()) ?? []
    const seed = Buffer.from(readFileSync(keyFile, 'utf8').trim(), 'hex')
    assert.equal(seed.length, 32)
    const der = (prefix: string, raw: Buffer) => Buffer.concat([Buffer.from(prefix, 'hex'), raw])
    const privateKey = createPrivateKey({
      key: der('302e020100300506032b657004220420', seed),
      format: 'der',
      type: 'pkcs8',
    })
    const publicKey = createPublicKey({
      key: der('302a300506032b6570032100', Buffer.from(key, 'base64')),
      format: 'der',
      type: 'spki',
    })
    const message = Buffer.from('2026-11-17T00:00:00Z')
    assert.ok(verify(null, message, publicKey, sign(null, message, privateKey)))
  })

  it('returns exactly the token of OpenAI', async () => {
    const app = await startShop('spa', { openaiChallenge: 'token-123' })
    const response = await app.get('/.well-known/openai-apps-challenge')
    assert.match(response.headers.get('content-type') ?? '', /^text\/plain/)
    assert.equal(await response.text(), 'token-123')
  })
})

describe('icons', () => {
  it('are PNG files of 48, 96 and 512 pixels in serverInfo, and /favicon.ico contains one', async () => {
    const app = await startShop('salon', { baseUrl: site })
    const { body } = await modern(app, 'server/discover')
    const { _meta: meta } = body.result as { _meta: Record<string, ServerInfo> }
    const icons = meta['io.modelcontextprotocol/serverInfo']?.icons ?? []
    assert.deepEqual(
      icons.map(({ sizes }) => sizes),
      [['48x48'], ['96x96'], ['512x512']],
    )
    for (const { src, sizes } of icons) {
      const response = await app.get(src.replace(site, ''))
      assert.equal(response.headers.get('content-type'), 'image/png')
      const bytes = Buffer.from(await response.arrayBuffer())
      assert.equal(`${bytes.readUInt32BE(16)}x${bytes.readUInt32BE(20)}`, sizes[0])
    }
    const response = await app.get('/favicon.ico')
    assert.equal(response.headers.get('content-type'), 'image/x-icon')
    const icon = Buffer.from(await response.arrayBuffer())
    assert.deepEqual([...icon.subarray(0, 8)], [0, 0, 1, 0, 1, 0, 48, 48])
    const png = icon.subarray(icon.readUInt32LE(18))
    assert.equal(png.length, icon.readUInt32LE(14))
    assert.equal(png.readUInt32BE(16), 48)
  })
})

describe('the terms', () => {
  it('are a page in both languages, also as Markdown, in the footer and the sitemap', async () => {
    for (const trade of trades) {
      const app = await startShop(trade, { baseUrl: site })
      for (const path of ['/terms', '/en/terms', '/terms.md', '/en/terms.md']) {
        assert.equal((await app.get(path)).status, 200, path)
      }
      assert.match(await (await app.get('/en')).text(), /<a href="\/en\/terms">Terms of use<\/a>/)
      assert.ok((await (await app.get('/sitemap.xml')).text()).includes(`${site}/en/terms<`))
    }
  })
})
