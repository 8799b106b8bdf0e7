/** The filters of the menu and the other lists: what passes, what is said about it, and what is rejected. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { expectToolError, expectToolResult } from './support/assistant.ts'
import { openForEachTrade, type RunningShop, startShop } from './support/shop.ts'

const shops = openForEachTrade((trade) => startShop(trade))
const { restaurant, spa, salon } = shops

async function read(app: RunningShop, path: string, status = 200): Promise<string> {
  const response = await app.get(path)
  assert.equal(response.status, status, path)
  return response.text()
}

const titleOf = (page: string) => /<title>([^<]*)/.exec(page)?.[1]
const headingOf = (page: string) => /<h1>([^<]*)/.exec(page)?.[1]
const idsOf = (page: string) =>
  [...page.matchAll(/<h[23]><a href="(?:\/en)?\/(?:menu|set-meals|treatments)\/([\w-]+)/g)].map(
    ([, id]) => id,
  )

async function offersWithout(allergens: string, kind: string): Promise<string[]> {
  const { offers } = (await restaurant.json(
    `/api/offers?limit=100&exclude_allergens=${allergens}`,
  )) as { offers: { id: string; kind: string }[] }
  return offers.filter((offer) => offer.kind === kind).map(({ id }) => id)
}

describe('the filter of the menu', () => {
  it('leaves out every dish with any of several allergens, however they are written', async () => {
    const expected = await offersWithout('peanuts,soy', 'dish')
    assert.equal(expected.length, 20)
    for (const query of [
      'without=peanuts&without=soy',
      'without=peanuts,soy',
      'without=soy,peanuts,',
    ]) {
      assert.deepEqual(idsOf(await read(restaurant, `/menu?${query}`)), expected, query)
    }
  })

  it('states what was filtered in the result, the heading and the title', async () => {
    const english = await read(restaurant, '/en/menu?without=peanuts,soy')
    assert.match(
      english,
      /No peanuts or soy in the recipe: 20 of 31 dishes\.<\/b> The kitchen is shared; traces are possible\. Please tell us/,
    )
    assert.equal(headingOf(english), 'Menu without peanuts or soy')
    assert.equal(titleOf(english), 'Menu without peanuts or soy, 20 of 31 dishes · Khói Lam')
    const vietnamese = await read(restaurant, '/menu?without=peanuts,soy&diet=vegan&spice=0')
    assert.equal(
      headingOf(vietnamese),
      'Thực đơn không có lạc, không có đậu nành: thuần chay · không cay',
    )
    assert.match(
      vietnamese,
      /Công thức không có lạc, không có đậu nành · thuần chay · không cay: \d+ trong 31 món\./,
    )
  })

  it('combines diets, spice and allergens, and has a link that removes each', async () => {
    const page = await read(restaurant, '/en/menu?diet=no_pork,pescatarian&spice=1&without=fish')
    const all = await read(restaurant, '/en/menu?diet=no_pork&spice=1')
    assert.ok(idsOf(page).length > 0 && idsOf(page).length < idsOf(all).length)
    const chips = [...page.matchAll(/class="chip" href="([^"]*)" aria-label="([^"]*)"/g)]
    assert.deepEqual(
      chips.map(([, href, label]) => [label, href?.replaceAll('&amp;', '&')]),
      [
        ['No fish: remove this filter', '/en/menu?diet=pescatarian,no_pork&spice=1#results'],
        ['Pescatarian: remove this filter', '/en/menu?without=fish&diet=no_pork&spice=1#results'],
        ['No pork: remove this filter', '/en/menu?without=fish&diet=pescatarian&spice=1#results'],
        [
          'At most mild: remove this filter',
          '/en/menu?without=fish&diet=pescatarian,no_pork#results',
        ],
      ],
    )
    assert.match(page, /<summary>Filter \(4\)<\/summary>/)
    assert.match(page, new RegExp(`>Show ${idsOf(page).length} dishes<`))
  })

  it('rejects unknown and misspelled values with a message and without dishes', async () => {
    for (const [query, message] of [
      [
        'without=peanutz',
        /“peanutz” is not an allergen we know\. Did you mean: Peanuts\? Choose from the list\./,
      ],
      ['without=lac', /“lac” is not an allergen we know/],
      ['without=peanuts,zzz', /“zzz” is not an allergen we know/],
      ['without=peanuts&without=zzz', /“zzz” is not/],
      ['diet=vegan%26spice,1', /“vegan&amp;spice” is not a diet we know/],
      ['spice=4', /“4” is not a level of spice/],
      ['spice=0,1', /only one is possible/],
    ] as const) {
      const page = await read(restaurant, `/en/menu?${query}`, 400)
      assert.match(page, message)
      assert.match(page, /role="alert"/)
      assert.deepEqual(idsOf(page), [], query)
      assert.equal(titleOf(page), 'Error: Menu · Khói Lam')
      const markdown = await read(restaurant, `/en/menu.md?${query}`, 400)
      assert.doesNotMatch(markdown, /\d ₫/)
    }
    const page = await read(restaurant, '/menu?without=<b>', 400)
    assert.match(page, /“&lt;b&gt;” không phải nhóm gây dị ứng mà bếp theo dõi/)
  })

  it('is the same in the API and for assistants that read the page', async () => {
    for (const query of ['exclude_allergens=peanutz', 'diet=zzz', 'max_spice=4']) {
      assert.equal((await restaurant.get(`/api/offers?${query}`)).status, 400, query)
    }
    await expectToolError(restaurant, 'get_menu', { exclude_allergens: ['peanutz'] })
    await expectToolError(restaurant, 'read_page', { path: '/menu?without=peanutz' })
    const { path, title } = await expectToolResult<{ path: string; title: string }>(
      restaurant,
      'read_page',
      { path: '/en/menu?without=soy&without=peanuts' },
    )
    assert.equal(path, '/en/menu?without=soy,peanuts')
    assert.equal(title, 'Menu without peanuts or soy, 20 of 31 dishes')
  })

  it('keeps its query in the other language, and leads to booking with the allergens', async () => {
    const page = await read(restaurant, '/menu?without=peanuts&without=soy')
    assert.match(page, /class="language"[^>]* href="\/en\/menu\?without=peanuts,soy"/)
    assert.match(page, /<a class="button" href="\/booking\?without=peanuts,soy">Đặt bàn/)
  })
})

describe('the rows of the menu', () => {
  it('state diet, spice and allergens in words, in this order', async () => {
    const page = await read(restaurant, '/en/menu')
    const row = (id: string) =>
      new RegExp(`<h3><a href="/en/menu/${id}">.*?</li>\\n</?`, 's').exec(page)?.[0] ?? ''
    const marksOf = (id: string) =>
      [...row(id).matchAll(/class="mark (\w+)">([^<]*)/g)].map(
        ([, kind, text]) => `${kind}: ${text}`,
      )
    assert.deepEqual(marksOf('cha-ruoi'), ['contains: Contains: eggs, fish'])
    const { dish } = await expectToolResult<{ dish: { diets: string[]; allergens: unknown[] } }>(
      restaurant,
      'get_dish',
      { dish_id: 'com-nieu-tam-xoan', locale: 'en' },
    )
    assert.deepEqual(dish.allergens, [])
    assert.deepEqual(marksOf('com-nieu-tam-xoan'), [
      'diet: Vegan',
      'none: None of the nine groups we track is in the recipe',
    ])
    assert.equal([...page.matchAll(/class="mark (?:contains|none|unstated)"/g)].length, 31)
  })

  it('say what is not tracked', async () => {
    const page = await read(restaurant, '/en/menu')
    assert.match(
      page,
      /We do not track tree nuts, celery, mustard, lupin, sulphites; please ask us\./,
    )
  })

  it('have no text that can be read as its opposite', async () => {
    for (const path of ['/menu', '/en/menu', '/set-meals?without=fish', '/en/menu?without=fish']) {
      const page = await read(restaurant, path)
      assert.doesNotMatch(
        page,
        /Without: All|Tracked allergens|Dị nguyên theo dõi|allergy-friendly|free from|✓/i,
      )
    }
  })
})

describe('set meals', () => {
  it('pass a filter if all their dishes do, and say which dish does not', async () => {
    for (const allergens of ['molluscs', 'peanuts,soy', 'milk']) {
      const page = await read(restaurant, `/set-meals?without=${allergens}`)
      assert.deepEqual(idsOf(page), await offersWithout(allergens, 'set_meal'), allergens)
    }
    const page = await read(restaurant, '/en/set-meals?without=peanuts')
    assert.match(page, /No peanuts in the recipe: none of 5 set meals\./)
    assert.match(page, /Why 5 set meals are not here/)
    assert.match(page, /Banana blossom salad with pig(?:'|&#39;)s ear contains peanuts/)
    await read(restaurant, '/set-meals?without=zzz', 400)
  })

  it('state for each dish what it contains', async () => {
    const page = await read(restaurant, '/en/set-meals/mam-hai-nguoi')
    assert.match(page, /Banana blossom salad[^<]*<small>Contains: fish, peanuts, sesame<\/small>/)
  })
})

describe('the filters of services', () => {
  it('reject unknown values, too', async () => {
    for (const [app, path] of [
      [spa, '/treatments?feeling=zzz'],
      [spa, '/treatments?minutes=61'],
      [salon, '/services?length=zzz'],
      [salon, '/services?need=zzz'],
    ] as const) {
      const page = await read(app, path, 400)
      assert.match(page, /không phải lựa chọn ở đây/)
      assert.doesNotMatch(page, /class="price"/)
    }
  })

  it('suggest a treatment for what the guest feels, as the tool does', async () => {
    const page = await read(spa, '/en/treatments?feeling=da-kho')
    const { suggestion, alternative } = await expectToolResult<
      Record<'suggestion' | 'alternative', { name: string }>
    >(spa, 'suggest_treatment', { skin: ['da-kho'], locale: 'en' })
    assert.match(page, new RegExp(`We suggest: ${suggestion.name} ·`))
    assert.match(page, new RegExp(`Or: ${alternative.name} ·`))
    assert.match(page, /This is a suggestion, not a diagnosis/)
    assert.match(page, /<input type="hidden" name="feeling" value="da-kho">/)
  })

  it('list the lengths of a service as one row with several prices', async () => {
    const page = await read(salon, '/services')
    const row = /<h3><a href="[^"]*highlight-ngan">.*?<\/ul>/s.exec(page)?.[0] ?? ''
    assert.equal([...row.matchAll(/<li><a href="\/services\/highlight-/g)].length, 3)
    const short = await read(salon, '/services?length=dai')
    assert.match(short, /<h3><a href="\/services\/highlight-dai">/)
  })
})

describe('a booking after a filter', () => {
  it('starts with the allergens in the panel and in the form', async () => {
    const page = await read(restaurant, '/booking?party_size=2&without=peanuts,soy&date=2026-11-20')
    const times = [...page.matchAll(/href="([^"]*time=19%3A00[^"]*)"/g)].map(
      ([, href = '']) => href,
    )
    const address = (times[0] ?? '').replaceAll('&amp;', '&').replace(/#.*/, '')
    assert.match(address, /without=peanuts%2Csoy/)
    const form = await read(restaurant, address)
    const ticked = [...form.matchAll(/name="allergens" value="(\w+)" checked/g)].map(([, id]) => id)
    assert.deepEqual(ticked, ['peanuts', 'soy'])
    assert.match(form, /<details class="row" open>\s*<summary>(?:Dị ứng)/)
  })

  it('keeps them on the page of a dish or a set meal', async () => {
    const list = await read(restaurant, '/en/menu?without=peanuts,soy')
    assert.match(list, /<h3><a href="\/en\/menu\/cha-ruoi\?without=peanuts,soy">/)
    const dish = await read(restaurant, '/en/menu/cha-ruoi?without=peanuts,soy')
    assert.match(dish, /data-source="\/en\/booking\?[^"]*without=peanuts%2Csoy/)
    const set = await read(restaurant, '/set-meals/mam-bon-nguoi?without=peanuts,zzz')
    assert.match(set, /data-source="[^"]*offerId=mam-bon-nguoi&amp;without=peanuts&amp;/)
    const plain = await read(restaurant, '/set-meals/mam-bon-nguoi')
    assert.doesNotMatch(plain, /without=/)
  })

  it('ignores allergens that the kitchen does not track', async () => {
    const path = '/booking?party_size=2&without=zzz&date=2026-11-20&time=19:00'
    assert.doesNotMatch(await read(restaurant, path), /name="allergens" value="\w+" checked/)
  })
})
