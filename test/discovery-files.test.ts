/** Machine-readable discovery files, each compared with what is served. */
import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { describe, it } from 'node:test'
import { openBefore } from './support/lifetime.ts'
import { legacy } from './support/mcp.ts'
import { samples } from './support/samples.ts'
import { base, languages, loadSampleShop, monday, startShop, trades } from './support/shop.ts'

const types: Record<string, string> = {
  '/llms.txt': 'text/plain; charset=utf-8',
  '/AGENTS.md': 'text/markdown; charset=utf-8',
  '/auth.md': 'text/markdown; charset=utf-8',
  '/.well-known/api-catalog':
    'application/linkset+json; profile="https://www.rfc-editor.org/info/rfc9727"',
  '/.well-known/agent-skills/index.json': 'application/json',
  '/robots.txt': 'text/plain; charset=utf-8',
  '/sitemap.xml': 'application/xml; charset=utf-8',
  '/sitemap.md': 'text/markdown; charset=utf-8',
  '/.well-known/security.txt': 'text/plain; charset=utf-8',
  '/security.txt': 'text/plain; charset=utf-8',
}

const local = (address: string) => {
  assert.ok(address.startsWith(base), address)
  return address.slice(base.length) || '/'
}

const linksOf = (markdown: string) =>
  [...markdown.matchAll(/\]\(([^)]+)\)/g)].map(([, address = '']) => address)

/** The text under a heading, up to the next one. */
const under = (markdown: string, title: string) =>
  markdown.split(/^## /m).find((part) => part.startsWith(`${title}\n`)) ?? ''

const named = (markdown: string) =>
  [...markdown.matchAll(/^- `([^`]+)`/gm)].map(([, name = '']) => name)

for (const trade of trades) {
  describe(`discovery files of the ${trade}`, () => {
    const app = openBefore(() => startShop(trade))
    const { business, prompts } = loadSampleShop(trade)
    const read = async (path: string) => (await app.get(path)).text()
    const json = async (path: string) => (await app.get(path)).json()
    const tools = async () => {
      const { result } = (await legacy(app, 'tools/list')).body
      return (result as { tools: { name: string; description: string }[] }).tools
    }

    /** Every page of the site in both languages, except those that explain a problem. */
    const markdownUrls = async () => {
      const { resources } = (await json('/mcp/server-card')) as { resources: { uri: string }[] }
      const pages = resources.map(({ uri }) => uri).filter((uri) => !uri.includes('/problems'))
      assert.ok(pages.length > 60, String(pages.length))
      return pages
    }

    for (const [path, type] of Object.entries(types)) {
      it(`${path} is served with CORS and cacheable`, async () => {
        const response = await app.get(path)
        assert.equal(response.status, 200)
        assert.equal(response.headers.get('content-type'), type)
        assert.equal(response.headers.get('access-control-allow-origin'), '*')
        assert.match(response.headers.get('cache-control') ?? '', /max-age=/)
        const text = await response.text()
        assert.doesNotMatch(text, /undefined|\[object|\n\n\n/)
        const etag = response.headers.get('etag') ?? ''
        const held = await app.get(path, { headers: { 'if-none-match': etag } })
        assert.equal(held.status, 304)
        const head = await app.get(path, { method: 'HEAD' })
        assert.equal(head.status, 200)
        assert.equal(head.headers.get('content-type'), type)
        assert.equal(await head.text(), '')
        assert.equal((await app.get(path, { method: 'POST' })).status, 405)
      })
    }

    it('/llms.txt links the Markdown version of every page, and every link is Markdown', async () => {
      const text = await read('/llms.txt')
      assert.match(text, new RegExp(`^# ${business.name}\n\n> `))
      assert.match(text, /^## When to use$/m)
      assert.ok(text.length < 30_000, String(text.length))
      const links = linksOf(text)
      for (const link of links) {
        const response = await app.get(local(link))
        assert.equal(response.status, 200, link)
        assert.match(response.headers.get('content-type') ?? '', /^text\/markdown/, link)
      }
      assert.equal(new Set(links).size, links.length)
      for (const markdownUrl of await markdownUrls())
        assert.ok(links.includes(markdownUrl), markdownUrl)
    })

    it('/llms.txt contains the cautions of this trade', async () => {
      assert.match(under(await read('/llms.txt'), 'When to use'), samples[trade].cautions)
    })

    it('/llms.txt repeats every sentence of a tool description about what is not promised', async () => {
      const text = under(await read('/llms.txt'), 'When to use')
      const listed = [...text.matchAll(/^- `(\w+)`: (.+)$/gm)].map(([, name, rule]) => [name, rule])
      // A tool declares its cautions. The words only find one that was not declared.
      const expected = (await tools()).flatMap(({ name, description }) => {
        const sentences = description.split(/(?<=[.!?]) /)
        const cautions = sentences.filter((one) => /guaranteed|promise/i.test(one))
        return cautions.length === 0 ? [] : [[name, cautions.join(' ')]]
      })
      assert.ok(expected.length >= 2)
      assert.deepEqual(listed, expected)
    })

    it('/AGENTS.md lists every tool and every endpoint, and no other', async () => {
      const text = await read('/AGENTS.md')
      const known = await tools()
      const toolSections = ['Tools that read', 'Tools that send something'].map((part) =>
        under(text, part),
      )
      assert.deepEqual(toolSections.flatMap(named).sort(), known.map(({ name }) => name).sort())
      for (const { description } of known) assert.ok(text.includes(description), description)
      const { paths } = (await json('/openapi.json')) as { paths: Record<string, object> }
      const endpoints = Object.entries(paths).flatMap(([path, methods]) =>
        ['get', 'post']
          .filter((one) => one in methods)
          .map((one) => `${one.toUpperCase()} ${path}`),
      )
      assert.deepEqual(named(under(text, 'Endpoints')).sort(), endpoints.sort())
    })

    it('/AGENTS.md contains the use cases and the rules', async () => {
      const text = await read('/AGENTS.md')
      for (const { title } of prompts) assert.ok(under(text, 'When to use').includes(title.en))
      const rules = under(text, 'Rules')
      for (const pattern of [
        /anonymous/,
        /consent true/,
        /pending/,
        /5 per hour/,
        /dry_run=1/,
        /Idempotency-Key/,
        /Asia\/Ho_Chi_Minh/,
        /VND/,
        /vi or en/,
      ]) {
        assert.match(rules, pattern)
      }
      assert.ok(rules.includes(business.phone))
    })

    it('/auth.md states that no authentication is needed', async () => {
      const text = await read('/auth.md')
      assert.match(text, /^# .*auth\.md/)
      assert.ok(text.length >= 200)
      for (const pattern of [
        /anonymous/,
        /Registration: none/,
        /Credentials: none/,
        /consent/,
        /429/,
      ])
        assert.match(text, pattern)
    })

    it('the API catalog links only to resources with the declared type', async () => {
      const path = '/.well-known/api-catalog'
      const head = await app.get(path, { method: 'HEAD' })
      assert.equal(
        head.headers.get('link'),
        `<${base}${path}>; rel="api-catalog"; type="application/linkset+json"`,
      )
      const catalogue = (await json(path)) as { linkset: Record<string, unknown>[] }
      assert.deepEqual(Object.keys(catalogue), ['linkset'])
      const types = new Map<string, string>()
      for (const { anchor, ...relations } of catalogue.linkset) {
        local(String(anchor))
        for (const [relation, targets] of Object.entries(relations)) {
          assert.ok(Array.isArray(targets) && targets.length > 0, `${anchor} ${relation}`)
          for (const { href, type } of targets) types.set(href, type)
        }
      }
      const anchors = catalogue.linkset.map(({ anchor }) => anchor)
      assert.deepEqual(anchors, [base + path, `${base}/api`, `${base}/mcp`])
      assert.ok(types.has(`${base}/openapi.json`))
      for (const [href, type] of types) {
        if (href === `${base}/mcp`) continue
        const response = await app.get(local(href))
        assert.equal(response.status, 200, href)
        const [served] = (response.headers.get('content-type') ?? '').split(';')
        if (type !== undefined) assert.equal(served, type, href)
      }
      assert.equal((await legacy(app, 'ping')).status, 200)
    })

    it('every skill has the digest of its bytes, and every tool is in one', async () => {
      const index = (await json('/.well-known/agent-skills/index.json')) as {
        $schema: string
        skills: Record<'name' | 'type' | 'description' | 'url' | 'digest', string>[]
      }
      assert.equal(index.$schema, 'https://schemas.agentskills.io/discovery/0.2.0/schema.json')
      const found: string[] = []
      for (const { name, type, description, url, digest } of index.skills) {
        assert.match(name, /^[a-z0-9]+(-[a-z0-9]+)*$/)
        assert.equal(type, 'skill-md')
        assert.ok(description.length <= 1024)
        const response = await app.get(url)
        assert.equal(response.headers.get('content-type'), 'text/markdown; charset=utf-8')
        const bytes = Buffer.from(await response.arrayBuffer())
        assert.equal(digest, `sha256:${createHash('sha256').update(bytes).digest('hex')}`)
        const text = bytes.toString()
        const head = `---\nname: ${name}\ndescription: ${JSON.stringify(description)}\n---\n\n# `
        assert.ok(text.startsWith(head), text.slice(0, 200))
        assert.ok(url.endsWith(`/${name}/SKILL.md`))
        found.push(...named(under(text, 'Tools')))
      }
      assert.deepEqual(
        index.skills.map(({ name }) => name),
        ['ask-about-offers', 'request-a-booking', 'reach-the-staff'],
      )
      assert.deepEqual(found.sort(), (await tools()).map(({ name }) => name).sort())
    })

    it('/robots.txt contains the owner’s permissions in every group', async () => {
      const text = await read('/robots.txt')
      const [common, robots, sitemaps] = text.trimEnd().split('\n\n')
      const rules = (group = '') => group.split('\n').filter((line) => !/^User-agent/.test(line))
      assert.deepEqual(rules(common), rules(robots))
      assert.deepEqual(rules(common), [
        'Content-Signal: search=yes, ai-input=yes, ai-train=no',
        'Allow: /',
        'Disallow: /booking/',
        'Disallow: /en/booking/',
        'Disallow: /order/',
        'Disallow: /en/order/',
        'Disallow: /newsletter/',
        'Disallow: /en/newsletter/',
      ])
      for (const name of ['GPTBot', 'OAI-SearchBot', 'ChatGPT-User', 'ClaudeBot', 'Claude-User'])
        assert.match(robots ?? '', new RegExp(`^User-agent: ${name}$`, 'm'))
      for (const line of (sitemaps ?? '').split('\n')) {
        const [, address = ''] = line.split(': ')
        assert.equal((await app.get(local(address))).status, 200, line)
      }
      assert.ok(sitemaps?.includes(`Sitemap: ${base}/sitemap.xml`))
    })

    async function locations() {
      const text = await read('/sitemap.xml')
      return [...text.matchAll(/<url>(.+?)<\/url>/g)].map(([, entry = '']) => ({
        loc: /<loc>([^<]+)<\/loc>/.exec(entry)?.[1] ?? '',
        lastmod: /<lastmod>([^<]+)<\/lastmod>/.exec(entry)?.[1] ?? '',
        alternates: Object.fromEntries(
          [...entry.matchAll(/hreflang="([^"]+)" href="([^"]+)"/g)].map(([, name, to]) => [
            name,
            to,
          ]),
        ) as Record<string, string>,
      }))
    }

    it('/sitemap.xml is well-formed and lists each page once in both languages', async () => {
      assertWellFormed(await read('/sitemap.xml'))
      const entries = await locations()
      const byUrl = new Map(entries.map((entry) => [entry.loc, entry]))
      assert.equal(byUrl.size, entries.length)
      for (const { loc, lastmod, alternates } of entries) {
        const response = await app.get(local(loc))
        assert.equal(response.status, 200, loc)
        assert.match(response.headers.get('content-type') ?? '', /^text\/html/)
        assert.ok((await response.text()).includes(`<link rel="canonical" href="${loc}">`), loc)
        assert.match(lastmod, /^\d{4}-\d\d-\d\d$/)
        assert.ok(Date.parse(lastmod) <= monday, lastmod)
        assert.deepEqual(Object.keys(alternates), [...languages, 'x-default'])
        assert.equal(alternates['x-default'], alternates.vi)
        for (const language of languages) {
          assert.deepEqual(byUrl.get(alternates[language] ?? '')?.alternates, alternates)
        }
        const own = response.headers.get('content-language') ?? ''
        assert.equal(alternates[own], loc)
      }
      const paths = entries.map(({ loc }) => local(loc).replace(/\/$/, '') || '/')
      const pages = (await markdownUrls()).map(
        (markdownUrl) => local(markdownUrl).replace(/(\/index)?\.md$/, '') || '/',
      )
      assert.deepEqual(
        pages.filter((page) => !paths.includes(page)),
        [],
      )
      assert.doesNotMatch(paths.join(' '), /problems/)
    })

    it('/sitemap.md lists each page of /sitemap.xml once', async () => {
      const pathOf = (address: string) => local(address).replace(/(\/index)?\.md$|\/$/, '') || '/'
      const links = linksOf(await read('/sitemap.md')).map(pathOf)
      const paths = (await locations()).map(({ loc }) => pathOf(loc))
      assert.deepEqual(links.sort(), paths.sort())
      for (const markdownUrl of await markdownUrls())
        assert.ok(links.includes(pathOf(markdownUrl)), markdownUrl)
    })

    it('security.txt contains a contact and expires within a year', async () => {
      const text = await read('/.well-known/security.txt')
      assert.equal(await read('/security.txt'), text)
      const fields = text.trimEnd().split('\n')
      assert.ok(fields.includes(`Contact: mailto:${business.email}`))
      assert.ok(fields.includes('Preferred-Languages: vi, en'))
      assert.ok(fields.includes(`Canonical: ${base}/.well-known/security.txt`))
      const [expires, ...others] = fields.filter((line) => line.startsWith('Expires: '))
      assert.deepEqual(others, [])
      const expiresAt = expires?.slice('Expires: '.length) ?? ''
      assert.match(expiresAt, /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\+07:00$/)
      assert.equal(Date.parse(expiresAt), monday + 300 * 86_400_000)
    })

    it('/ai describes the first steps for people and their assistants, in both languages', async () => {
      for (const language of languages) {
        const path = language === 'vi' ? '/ai' : '/en/ai'
        const page = await app.get(path)
        assert.match(page.headers.get('content-type') ?? '', /^text\/html/)
        assert.equal(page.headers.get('content-language'), language)
        const html = await page.text()
        const markdownText = await read(`${path}.md`)
        for (const text of [html, markdownText.replaceAll('\\', '')]) {
          for (const { name } of await tools()) assert.ok(text.includes(name), name)
          for (const { title } of prompts) assert.ok(text.includes(title[language]))
          for (const file of Object.keys(types)) assert.ok(text.includes(file), file)
          assert.ok(text.includes(`${base}/mcp`))
          assert.ok(text.includes(`tel:${business.phone.replaceAll(' ', '')}`))
          assert.doesNotMatch(text, /undefined| [.,](?!\w)/)
        }
        const settings = JSON.parse(/```json\n([^`]+)```/.exec(markdownText)?.[1] ?? '') as {
          mcpServers: Record<string, { url: string }>
        }
        assert.equal(Object.values(settings.mcpServers)[0]?.url, `${base}/mcp`)
      }
      assert.match(await read('/ai'), /[ạảãăâđêôơư]/)
    })
  })
}

describe('shop with other content', () => {
  it('has the permissions of its own owner in /robots.txt', async () => {
    const shop = loadSampleShop('spa')
    const content_signals = { search: true, ai_input: false, ai_train: true }
    const business = { ...shop.business, content_signals }
    const app = await startShop('spa', { shop: { ...shop, business } })
    const text = await (await app.get('/robots.txt')).text()
    const signals = text.match(/^Content-Signal: .+$/gm)
    assert.deepEqual(
      signals,
      Array(2).fill('Content-Signal: search=yes, ai-input=no, ai-train=yes'),
    )
  })

  it('leaves single offers out of an /llms.txt that would be too long', async () => {
    const shop = loadSampleShop('spa')
    const [offer] = shop.tradePages.filter(({ kind }) => kind === 'offer')
    assert.ok(offer)
    const many = Array.from({ length: 300 }, (_, index) => ({ ...offer, path: `/many/${index}` }))
    const app = await startShop('spa', {
      shop: { ...shop, tradePages: [...shop.tradePages, ...many] },
    })
    const text = await (await app.get('/llms.txt')).text()
    assert.ok(text.length < 30_000)
    assert.doesNotMatch(text, /\/many\//)
    assert.match(text, /\/treatments\.md/)
    assert.match(await (await app.get('/sitemap.md')).text(), /\/many\/299\.md/)
  })

  it('has no future date in /sitemap.xml', async () => {
    const app = await startShop('spa', { now: Date.UTC(2026, 0, 5) })
    const text = await (await app.get('/sitemap.xml')).text()
    const days = [...text.matchAll(/<lastmod>([^<]+)/g)].map(([, day]) => day)
    assert.deepEqual([...new Set(days)], ['2026-01-05'])
  })
})

/** Every element is closed in order, and all text is escaped. */
function assertWellFormed(xml: string): void {
  const openTags: string[] = []
  assert.match(xml, /^<\?xml version="1\.0" encoding="UTF-8"\?>\n/)
  const remaining = xml.replace(/^<\?xml[^>]+>/, '')
  for (const [, closing, name = '', last] of remaining.matchAll(
    /<(\/?)([a-z:]+)(?: [a-z:]+="[^"<&]*")*(\/?)>/g,
  )) {
    if (closing) assert.equal(openTags.pop(), name)
    else if (!last) openTags.push(name)
  }
  assert.deepEqual(openTags, [])
  assert.doesNotMatch(remaining.replace(/<[^<>]+>/g, ''), /[<>&]/)
}
