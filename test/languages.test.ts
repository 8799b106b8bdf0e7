/** The languages of a shop: one or two, in either order, and texts that exist in one language only. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { findTrade } from '../src/variants/index.ts'
import { openBefore } from './support/lifetime.ts'
import { callTool, modern } from './support/mcp.ts'
import { type RunningShop, startShop } from './support/shop.ts'
import { bilingualPhoStall, phoStall } from './support/shop-folders.ts'
import { isHtml, walkSite } from './support/walk-site.ts'

function openShop(folder: () => string): RunningShop {
  return openBefore(() => startShop('restaurant', { shop: findTrade('restaurant').open(folder()) }))
}

describe('a shop in Vietnamese only', () => {
  const app = openShop(phoStall)

  it('has no English pages, no language link and no translations', async () => {
    for (const { path, headers, text } of (await walkSite(app)).values()) {
      assert.doesNotMatch(path, /^\/en(\/|$)/)
      if (!isHtml(headers)) continue
      assert.equal(headers.get('content-language'), 'vi', path)
      assert.match(text, /<html lang="vi">/, path)
      assert.doesNotMatch(text, /hreflang|class="language"/, path)
    }
    for (const path of ['/sitemap.xml', '/sitemap.md', '/llms.txt', '/robots.txt']) {
      assert.doesNotMatch(await (await app.get(path)).text(), /\/en\b|hreflang/, path)
    }
    const { body } = await modern(app, 'resources/list')
    assert.doesNotMatch(JSON.stringify(body), /\/en\//)
  })

  it('leads from an English address to the page in Vietnamese', async () => {
    for (const [path, target] of [
      ['/en', '/'],
      ['/en/menu', '/menu'],
      ['/en/menu.md', '/menu.md'],
      ['/en/booking?party_size=2', '/booking?party_size=2'],
    ] as const) {
      const response = await app.get(path)
      assert.deepEqual([response.status, response.headers.get('location')], [303, target], path)
    }
    assert.equal((await app.get('/en/nothing')).status, 404)
  })

  it('responds in Vietnamese to clients that prefer English, and says so', async () => {
    for (const [path, headers] of [
      ['/api/offers/pho-ga?locale=en', {}],
      ['/api/offers/pho-ga', { 'accept-language': 'en' }],
    ] as const) {
      const response = await app.get(path, { headers })
      assert.equal(response.headers.get('content-language'), 'vi', path)
      const { price, links } = (await response.json()) as {
        price: { display: string }
        links: { html: string }
      }
      assert.equal(price.display, '50.000 ₫')
      assert.match(links.html, /example\/menu\/pho-ga$/)
    }
    assert.equal((await app.get('/api/offers?locale=fr')).status, 400)
    const { structuredContent } = await callTool(app, 'get_pricing', { locale: 'en' })
    assert.match(String(structuredContent?.summary), /bảng giá/)
  })
})

describe('a shop in Vietnamese and English with texts in Vietnamese only', () => {
  const app = openShop(() => bilingualPhoStall('[vi, en]'))

  it('shows the Vietnamese text on English pages, marked as such', async () => {
    const response = await app.get('/en/menu')
    assert.equal(response.headers.get('content-language'), 'en, vi')
    const text = await response.text()
    assert.match(text, /<html lang="en">/)
    assert.match(text, /<a href="\/en\/menu\/pho-bo-tai"><span lang="vi">Phở bò tái<\/span><\/a>/)
    assert.match(text, /<a href="\/en\/menu\/pho-ga">Chicken noodle soup<\/a>/)
    const home = await (await app.get('/en')).text()
    assert.match(home, /<h1><span lang="vi">Phở bò từ sáng sớm<\/span><\/h1>/)
    const vietnamese = await app.get('/menu')
    assert.equal(vietnamese.headers.get('content-language'), 'vi')
    assert.doesNotMatch(await vietnamese.text(), /<span lang=/)
  })

  it('marks a page that exists in Vietnamese only', async () => {
    const page = await (await app.get('/en/about')).text()
    assert.match(page, /<h1><span lang="vi">Chuyện của quán<\/span><\/h1>/)
    assert.match(page, /<div lang="vi"><p>Bà ngoại mở quán năm 1987\.<\/p>\s*<\/div>/)
    const markdown = await app.get('/en/about.md')
    assert.equal(markdown.headers.get('content-language'), 'vi')
  })

  it('names both languages in the header of a response with both', async () => {
    const mixed = await app.get('/api/offers/pho-bo-tai?locale=en')
    assert.equal(mixed.headers.get('content-language'), 'en, vi')
    const english = await app.get('/api/offers/pho-ga?locale=en')
    assert.equal(((await english.json()) as { name: string }).name, 'Chicken noodle soup')
  })

  it('says so in tool results and in pages for assistants', async () => {
    const { structuredContent } = await callTool(app, 'get_dish', {
      dish_id: 'pho-bo-tai',
      locale: 'en',
    })
    assert.match(String(structuredContent?.summary), /exist in Vietnamese only\.$/)
    const translated = await callTool(app, 'get_business_info', { locale: 'vi' })
    assert.doesNotMatch(String(translated.structuredContent?.summary), /only|chỉ có/)
    const { structuredContent: page } = await callTool(app, 'read_page', { path: '/en/about' })
    assert.equal(page?.language, 'vi')
  })
})

describe('a shop in English and Vietnamese', () => {
  const app = openShop(() => bilingualPhoStall('[en, vi]'))

  it('has no description that names another default language', async () => {
    const { body } = await modern(app, 'tools/list')
    const openapi = await (await app.get('/openapi.json')).text()
    assert.doesNotMatch(`${openapi} ${JSON.stringify(body)}`, /then `vi`|, or vi\./)
  })

  it('has English at the root and Vietnamese under /vi', async () => {
    const home = await app.get('/')
    assert.match(await home.text(), /<html lang="en">[\s\S]*hreflang="vi" href="\/vi"/)
    const vietnamese = await (await app.get('/vi/menu')).text()
    assert.match(vietnamese, /<html lang="vi">/)
    assert.match(
      vietnamese,
      /<link rel="alternate" hreflang="x-default" href="[^"]*example\/menu">/,
    )
    assert.match(vietnamese, /<a href="\/vi\/menu\/pho-ga">Phở gà<\/a>/)
    assert.match(await (await app.get('/menu')).text(), /<a href="\/menu\/pho-ga">Chicken/)
    assert.equal((await app.get('/en/menu')).headers.get('location'), '/menu')
  })

  it('has no dead link in either language', async () => {
    for (const { path, status, headers, text } of (await walkSite(app, ['/', '/vi'])).values()) {
      assert.equal(status, 200, path)
      if (!isHtml(headers)) continue
      const locale = /^\/vi(\/|$)/.test(path) ? 'vi' : 'en'
      assert.match(text, new RegExp(`<html lang="${locale}">`), path)
    }
  })

  it('responds in English by default', async () => {
    const { body } = await modern(app, 'tools/call', { name: 'get_pricing', arguments: {} })
    assert.match(JSON.stringify(body), /This is the price list/)
    const response = await app.get('/api/offers/pho-ga')
    assert.equal(response.headers.get('content-language'), 'en')
  })
})
