/** The server card and catalog, which clients read before the first call. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { openBefore } from './support/lifetime.ts'
import { legacy, modern } from './support/mcp.ts'
import { base, startShop, trades } from './support/shop.ts'

const cardPaths = ['/mcp/server-card', '/.well-known/mcp/server-card.json']

type Card = {
  $schema: string
  name: string
  version: string
  title: string
  description: string
  websiteUrl: string
  icons: object[]
  remotes: { type: string; url: string; supportedProtocolVersions: string[] }[]
  tools: { name: string; title: string; description: string }[]
  resources: { uri: string }[]
}

for (const trade of trades) {
  describe(`the server card of the ${trade}`, () => {
    const app = openBefore(() => startShop(trade))
    const cardAt = (path: string, init?: RequestInit) => app.get(path, init)
    const card = openBefore(async () => (await app.json(cardPaths[0] ?? '')) as unknown as Card)

    it('matches the schema of server cards', () => {
      assert.equal(
        card.$schema,
        'https://static.modelcontextprotocol.io/schemas/v1/server-card.schema.json',
      )
      assert.match(card.name, /^[a-zA-Z0-9.-]+\/[a-zA-Z0-9._-]+$/)
      assert.equal(card.name, 'example.shop/front-desk')
      assert.match(card.version, /^\d+\.\d+\.\d+$/)
      assert.ok(card.description.length >= 1 && card.description.length <= 100)
      assert.ok(card.title.length >= 1 && card.title.length <= 100)
      assert.equal(card.remotes[0]?.type, 'streamable-http')
      assert.equal(card.remotes[0]?.url, `${base}/mcp`)
    })

    it('contains the same information as the server', async () => {
      const discovered = (await modern(app, 'server/discover')).body.result as {
        supportedVersions: string[]
        _meta: Record<string, object>
      }
      const { name, version, title, description, websiteUrl, icons } = card
      assert.deepEqual(discovered._meta['io.modelcontextprotocol/serverInfo'], {
        name,
        version,
        title,
        description,
        websiteUrl,
        icons,
      })
      assert.deepEqual(card.remotes[0]?.supportedProtocolVersions, discovered.supportedVersions)
      const { tools } = (await legacy(app, 'tools/list')).body.result as { tools: Card['tools'] }
      assert.deepEqual(
        card.tools,
        tools.map(({ name, title, description }) => ({ name, title, description })),
      )
    })

    it('lists every resource, in pages, and each resource is readable', async () => {
      const uris: string[] = []
      let cursor: string | undefined
      do {
        const { result } = (await legacy(app, 'resources/list', cursor ? { cursor } : {})).body
        const page = result as { resources: { uri: string }[]; nextCursor?: string }
        uris.push(...page.resources.map(({ uri }) => uri))
        cursor = page.nextCursor
      } while (cursor)
      assert.deepEqual(
        card.resources.map(({ uri }) => uri),
        uris,
      )
      assert.equal(new Set(uris).size, uris.length)
      for (const uri of uris) {
        const { result } = (await legacy(app, 'resources/read', { uri })).body
        const [content] = (result as { contents: { uri: string; text: string }[] }).contents
        assert.equal(content?.uri, uri)
        assert.equal(content?.text, await (await app.get(uri.slice(base.length))).text(), uri)
      }
    })

    it('is the same at both URLs, allows every origin, and is cacheable', async () => {
      const texts = []
      for (const path of cardPaths) {
        const response = await cardAt(path)
        assert.equal(response.headers.get('content-type'), 'application/mcp-server-card+json')
        assert.equal(response.headers.get('access-control-allow-origin'), '*')
        assert.equal(response.headers.get('access-control-allow-methods'), 'GET')
        assert.match(response.headers.get('access-control-allow-headers') ?? '', /If-None-Match/)
        assert.match(response.headers.get('access-control-expose-headers') ?? '', /ETag/)
        assert.equal(response.headers.get('cache-control'), 'public, max-age=3600')
        const etag = response.headers.get('etag') ?? ''
        const held = await cardAt(path, { headers: { 'if-none-match': etag } })
        assert.equal(held.status, 304)
        const preflight = await cardAt(path, { method: 'OPTIONS' })
        assert.equal(preflight.status, 204)
        assert.equal(preflight.headers.get('access-control-allow-origin'), '*')
        texts.push(await response.text())
      }
      assert.equal(texts[0], texts[1])
    })

    it('is listed in the catalog', async () => {
      const response = await app.get('/.well-known/ai-catalog.json')
      assert.equal(response.headers.get('content-type'), 'application/ai-catalog+json')
      const { specVersion, entries } = (await response.json()) as {
        specVersion: string
        entries: Record<string, string>[]
      }
      assert.equal(specVersion, '1.0')
      const [entry] = entries
      assert.equal(entry?.type, 'application/mcp-server-card+json')
      assert.equal(entry?.mediaType, entry?.type)
      assert.equal((await app.get(entry?.url?.slice(base.length) ?? '')).status, 200)
    })

    it('is linked from the API index', async () => {
      assert.equal((await app.json('/api')).mcp, `${base}/mcp`)
    })

    it('completes the ids of templates and the arguments of prompts', async () => {
      const { resourceTemplates } = (await legacy(app, 'resources/templates/list')).body.result as {
        resourceTemplates: { uriTemplate: string }[]
      }
      assert.ok(resourceTemplates.length >= 4)
      const [status, ...pages] = resourceTemplates.map(({ uriTemplate }) => uriTemplate)
      // Codes are secrets.
      const code = { name: 'code', value: '' }
      assert.deepEqual(await complete({ type: 'ref/resource', uri: status }, code), [])
      for (const uriTemplate of pages) {
        const ids = await complete(
          { type: 'ref/resource', uri: uriTemplate },
          { name: 'id', value: '' },
        )
        assert.ok(ids.length > 0, uriTemplate)
        const uri = uriTemplate.replace('{id}', ids[0] ?? '')
        assert.equal((await app.get(uri.slice(base.length))).status, 200, uri)
      }
      const { prompts } = (await legacy(app, 'prompts/list')).body.result as {
        prompts: { name: string }[]
      }
      for (const { name } of prompts) {
        const ref = { type: 'ref/prompt', name }
        assert.deepEqual(await complete(ref, { name: 'locale', value: 'e' }), ['en'])
      }
    })

    it('offers prompts for the main tasks in both languages', async () => {
      const { prompts } = (await legacy(app, 'prompts/list')).body.result as {
        prompts: { name: string; title: string }[]
      }
      assert.ok(prompts.length >= 2)
      for (const { name } of prompts) {
        const promptArguments = { code: 'BAN-7K3M-9Q2X-4D' }
        const texts = await Promise.all(
          ['vi', 'en'].map(async (locale) => {
            const params = { name, arguments: { ...promptArguments, locale } }
            const { result } = (await legacy(app, 'prompts/get', params)).body
            return (result as { messages: { content: { text: string } }[] }).messages[0]?.content
              .text
          }),
        )
        assert.notEqual(texts[0], texts[1])
        assert.match(texts[0] ?? '', /[ạảãăâđêôơư]/)
        assert.doesNotMatch(texts.join(''), /undefined| {2}/)
      }
    })

    it('names what was chosen by id in the message of a prompt', async () => {
      const { assortment, prompts } = app.shop
      const names = new Map(
        [...assortment.offers, ...assortment.tags].map(({ id, name }) => [id, name.en]),
      )
      for (const prompt of prompts) {
        for (const { name: argument, values } of prompt.arguments) {
          const [id = ''] = values.filter((value) => names.has(value))
          if (id === '') continue
          const params = { name: prompt.name, arguments: { [argument]: id, locale: 'en' } }
          const { result } = (await legacy(app, 'prompts/get', params)).body
          const text = JSON.stringify(result)
          assert.ok(text.includes(names.get(id) ?? '…'), `${prompt.name} ${argument}: ${text}`)
          assert.ok(!text.includes(id), `${prompt.name} ${argument}: ${text}`)
        }
      }
    })

    async function complete(ref: object, argument: object): Promise<string[]> {
      const { result } = (await legacy(app, 'completion/complete', { ref, argument })).body
      return (result as { completion: { values: string[] } }).completion.values
    }
  })
}
