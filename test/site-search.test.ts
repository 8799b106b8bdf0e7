/** Search for guests, and the questions and answers that it leads to. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { expectToolResult } from './support/assistant.ts'
import { openForEachTrade, type RunningShop, startShop, trades } from './support/shop.ts'

const shops = openForEachTrade((trade) => startShop(trade))

async function search(app: RunningShop, query: string, path = '/search'): Promise<string> {
  const response = await app.get(`${path}?${new URLSearchParams({ q: query })}`)
  assert.equal(response.status, 200)
  assert.equal(response.headers.get('x-robots-tag'), 'noindex')
  return response.text()
}

const linksOf = (page: string) =>
  [...page.matchAll(/<li><h2><a href="([^"]*)"/g)].map(([, href = '']) => href)

/** Without the spaces and entities that keep numbers and their units together. */
const plainText = (text: string) => text.replace(/&nbsp;|\u00a0/g, ' ').replaceAll('&amp;', '&')

const countOf = (page: string) => /class="search-count" role="status">([^<]*)/.exec(page)?.[1] ?? ''

describe('search on the site', () => {
  it('finds what assistants find, with and without diacritics, by synonyms', async () => {
    for (const trade of trades) {
      const app = shops[trade]
      for (const query of ['gửi xe', 'gui xe', 'parking', 'huỷ', 'cancel']) {
        const { results } = await expectToolResult<{ results: { url: string }[] }>(
          app,
          'search_content',
          { query, limit: 5, locale: 'vi' },
        )
        const paths = results.map(({ url }) => new URL(url).pathname + new URL(url).hash)
        const page = await search(app, query)
        assert.deepEqual(linksOf(page).slice(0, paths.length), paths, `${trade} ${query}`)
        assert.match(countOf(page), /kết quả/)
      }
    }
  })

  it('is in both languages, in the header of every page, and as Markdown', async () => {
    const { restaurant } = shops
    const english = await search(restaurant, 'parking', '/en/search')
    assert.match(english, /\d+ results? for “parking”/)
    assert.ok(linksOf(english).every((href) => href.startsWith('/en/')))
    const home = await (await restaurant.get('/en')).text()
    assert.match(home, /<a class="search-link" href="\/en\/search">/)
    const markdown = await (await restaurant.get('/search.md?q=cancel')).text()
    assert.match(markdown, /kết quả cho “cancel”/)
    assert.match(markdown, /^- \[.+\]\(https:/m)
  })

  it('offers the menu, booking and the phone if nothing is found', async () => {
    const page = await search(shops.restaurant, 'xyzzyqwerty', '/en/search')
    assert.match(countOf(page), /Nothing found for “xyzzyqwerty”/)
    assert.deepEqual(linksOf(page), [])
    assert.match(page, /class="button plain" href="\/en\/menu"/)
    assert.match(page, /class="button plain" href="\/en\/booking"/)
    assert.match(page, /class="button plain" href="tel:/)
  })

  it('reads a negation as a filter: no dish with what the guest avoids', async () => {
    const { restaurant } = shops
    const { offers } = (await restaurant.json(
      '/api/offers?limit=100&exclude_allergens=peanuts',
    )) as { offers: { id: string }[] }
    const allowed = new Set(offers.map(({ id }) => id))
    for (const query of ['no peanuts', 'không lạc', 'dị ứng đậu phộng']) {
      const page = await search(restaurant, query)
      const dishes = linksOf(page).filter((href) => /^\/(menu|set-meals)\//.test(href))
      assert.ok(dishes.length > 0, query)
      for (const href of dishes) assert.ok(allowed.has(href.split('/').at(-1) ?? ''), href)
      assert.match(page, /dùng chung/)
    }
    const untracked = await search(restaurant, 'no cucumber', '/en/search')
    assert.match(untracked, /We cannot leave out “cucumber” from a list; please ask us\./)
    assert.ok(linksOf(untracked).every((href) => !href.startsWith('/en/menu/')))
  })

  it('leads first to the menu with what the guest avoids as its filter', async () => {
    const { restaurant } = shops
    const twoTitle = 'Thực đơn không có lạc, không có đậu nành, 20 trong 31 món'
    const rows = (page: string) =>
      [...page.matchAll(/<li><h2><a href="([^"]*)">([^<]*)</g)].map(([, ...row]) => row)
    for (const [query, href, title] of [
      ['no peanuts', '/menu?without=peanuts', 'Thực đơn không có lạc, 27 trong 31 món'],
      ['không đậu phộng', '/menu?without=peanuts', 'Thực đơn không có lạc, 27 trong 31 món'],
      ['dị ứng lạc và đậu nành', '/menu?without=peanuts,soy', twoTitle],
      ['no peanuts, soy', '/menu?without=peanuts,soy', twoTitle],
      ['no peanuts or soy', '/menu?without=peanuts,soy', twoTitle],
    ] as const) {
      const [first = []] = rows(await search(restaurant, query))
      assert.deepEqual(first.map(plainText), [href, title], query)
      assert.equal((await restaurant.get(href)).status, 200)
    }
    const english = rows(await search(restaurant, 'không lạc', '/en/search'))
    const expected = ['/en/menu?without=peanuts', 'Menu without peanuts, 27 of 31 dishes']
    assert.deepEqual(english[0]?.map(plainText), expected)
    for (const [app, query] of [
      [restaurant, 'no cucumber'],
      [restaurant, 'không lạc không dưa chuột'],
      [restaurant, 'lạc'],
      [shops.spa, 'no peanuts'],
    ] as const) {
      const page = await search(app, query)
      assert.ok(!linksOf(page).some((href) => href.includes('?')), query)
    }
  })

  it('repeats what was typed as text only', async () => {
    const page = await search(shops.spa, '<script>alert(1)</script>')
    assert.doesNotMatch(page, /<script>alert/)
  })
})

describe('the questions and answers', () => {
  it('are closed, by group, with a search of their own and an id for each answer', async () => {
    const { restaurant } = shops
    const page = await (await restaurant.get('/en/faq')).text()
    const questions = [...page.matchAll(/<details class="row"><summary><h3>/g)]
    assert.ok(questions.length > 10)
    assert.match(page, /<input type="hidden" name="kind" value="faq">/)
    assert.match(page, /class="side">\s*<h2[^>]*>Any questions\?<\/h2>[\s\S]*href="tel:/)
    const response = await restaurant.get('/en/search?kind=faq&q=deposit')
    const found = linksOf(await response.text())
    assert.ok(found.length > 0)
    for (const href of found) {
      assert.match(href, /^\/en\/faq#/)
      assert.ok(page.includes(`<div id="${href.split('#')[1]}">`), href)
    }
  })
})
