/** The page of an offer, the team page and the pages of cards: their parts and the order of these. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { PictureFiles, ShareImage } from '../src/content/share-image.ts'
import { openBefore } from './support/lifetime.ts'
import { openForEachTrade, startShop, trades } from './support/shop.ts'
import { assertOrder, read } from './support/site-page.ts'

const shops = openForEachTrade((trade) => startShop(trade))

describe('the page of a dish', () => {
  it('has name, sentence, price, marks and panel before the story and the details', async () => {
    assertOrder(await read(shops.restaurant, '/en/menu/ca-kho-lang-vu-dai'), [
      /<div class="opening offer">/,
      /<div class="face"><img src="\/pictures\/ca-kho-lang-vu-dai\.svg"/,
      /<h1>/,
      /<p>Black carp/,
      /<p class="offer-price">\s<b>320,000 ₫<\/b>/,
      /<ul class="marks">/,
      /<li class="mark contains">Contains: fish<\/li>/,
      /<section id="booking"/,
      /<div class="story">/,
      /<ol class="stages">/,
      /<div class="notice note">/,
      /<h2>Goes well with<\/h2>/,
      /<ul class="cards trio">/,
      /<aside class="bar"/,
    ])
  })

  it('repeats price and booking in a bar that leads to the panel', async () => {
    const html = await read(shops.restaurant, '/en/menu/ca-kho-lang-vu-dai')
    const [, bar = ''] = /<aside class="bar"[^>]*>([\s\S]*?)<\/aside>/.exec(html) ?? []
    assert.match(bar, /<b>320,000 ₫<\/b>/)
    assert.match(bar, /<a class="button" href="#booking">Choose a time<\/a>/)
  })

  it('never says that a dish contains nothing', async () => {
    for (const { kind, path } of shops.restaurant.shop.assortment.offers) {
      if (kind !== 'dish' && kind !== 'set_meal') continue
      const html = await read(shops.restaurant, `/en${path}`)
      assert.match(html, /<li class="mark (contains|none|unstated)">/, path)
      assert.doesNotMatch(html, /Tracked allergens|allergen-free|free from/, path)
    }
  })
})

describe('the page of a set meal', () => {
  it('lists its dishes with what each contains, and the other sets with their prices', async () => {
    const html = await read(shops.restaurant, '/en/set-meals/mam-bon-nguoi')
    const lists = [...html.matchAll(/<ul class="price-list">([\s\S]*?)<\/ul>/g)].map(
      ([, list = '']) => list,
    )
    assert.equal(lists.length, 2)
    assert.match(lists[0] ?? '', /4 × [^<]*<small>[^<]+<\/small><\/span> <b>260,000 ₫<\/b>/)
    assert.equal(lists[1]?.match(/<a href="\/en\/set-meals\//g)?.length, 4)
    assert.doesNotMatch(lists[1] ?? '', /mam-bon-nguoi/)
  })
})

describe('the page of a treatment', () => {
  it('has the health advice in a closed row that names the conditions', async () => {
    const html = await read(shops.spa, '/en/treatments/goi-bo-ket')
    assertOrder(html, [
      /<p class="offer-price">\s<b>180,000 ₫<\/b> <span>45 minutes<\/span>/,
      /<section id="booking"/,
      /<div class="story">/,
    ])
    const [, summary = ''] =
      /<details class="row"><summary><span>[^<]+<small>([^<]+)<\/small><\/span><\/summary>\s*<dl>/.exec(
        html,
      ) ?? []
    assert.equal(summary.split(' · ').length, 4)
  })

  it('shows all variants of a service as one list of prices, with the current one marked', async () => {
    const { offers } = shops.salon.shop.assortment
    const groups = [...Map.groupBy(offers, ({ variantOf }) => variantOf)]
    const [, variants = []] = groups.find(([id, group]) => id && group.length > 1) ?? []
    assert.ok(variants.length > 1)
    for (const { path } of variants) {
      const html = await read(shops.salon, path)
      const [, list = ''] = /<ul class="price-list">([\s\S]*?)<\/ul>/.exec(html) ?? []
      assert.equal(list.match(/<li>/g)?.length, variants.length)
      assert.match(list, new RegExp(`href="${path}" aria-current="page"`))
    }
  })
})

describe('the team page', () => {
  for (const trade of trades) {
    it(`has a portrait or initials, and the days as seven marks, for everyone of the ${trade}`, async () => {
      const html = await read(shops[trade], '/en/team')
      const people = html.split('<li id="').slice(1)
      assert.ok(people.length >= 4)
      for (const person of people) {
        assert.match(person, /<div class="initials" aria-hidden="true">\p{Lu}{1,2}<\/div>/u)
        const [, week = ''] = /<p class="week">([\s\S]*?)<\/p>/.exec(person) ?? []
        assert.match(week, /<span class="visually-hidden">\p{Lu}\w+day/u)
        assert.equal(week.match(/<span aria-hidden="true"/g)?.length, 7)
      }
    })
  }

  it('has a booking link, which leads to what that person does', async () => {
    const html = await read(shops.spa, '/en/team')
    assert.match(html, /href="\/en\/booking\?therapist_id=quoc-bao">Book with Quốc Bảo</)
    const [, person = ''] = html.split('<li id="quoc-bao">')
    const [, work = ''] = /<details class="row">([\s\S]*?)<\/details>/.exec(person) ?? []
    const own = [...work.matchAll(/href="\/en\/treatments\/([^"]+)"/g)].map(([, id = '']) => id)
    assert.match(work, new RegExp(`<summary>${own.length} treatments</summary>`))
    const booking = await read(shops.spa, '/en/booking?therapist_id=quoc-bao')
    const offered = [...booking.matchAll(/class="choice" href="[^"]*offerId=([^&"#]+)/g)]
    assert.deepEqual([...new Set(offered.map(([, id = '']) => id))].toSorted(), own.toSorted())
    assert.ok(offered.every(([link]) => link.includes('therapist_id=quoc-bao')))
  })

  it('has no booking link for people who are not booked', async () => {
    assert.doesNotMatch(await read(shops.restaurant, '/en/team'), /Book with/)
  })
})

describe('the pages of cards', () => {
  it('show the gift cards as one card with its amounts, each chosen in the form', async () => {
    const html = await read(shops.spa, '/en/gift-cards')
    assert.doesNotMatch(html, /class="cards/)
    assert.match(html, /href="\/en\/gift-cards\/order\?amount=1000000">1,000,000 ₫</)
    const form = await read(shops.spa, '/en/gift-cards/order?amount=1000000')
    assert.match(form, /1,?000,?000/)
  })

  it('show the memberships as one list of prices', async () => {
    const html = await read(shops.spa, '/memberships')
    const [, list = ''] = /<ul class="price-list">([\s\S]*?)<\/ul>/.exec(html) ?? []
    assert.equal(list.match(/<b>[\d.]+ ₫<\/b>/g)?.length, 2)
  })
})

describe('the share image', () => {
  const images: ShareImage[] = []
  const pictureFiles: PictureFiles = {
    read: async () => undefined,
    shareImageName(image) {
      images.push(image)
      return `share-${'0'.repeat(20)}.jpg`
    },
  }
  const app = openBefore(() => startShop('spa', { pictureFiles }))

  it('has the name, the price and the duration of an offer', async () => {
    await read(app, '/en/treatments/goi-bo-ket')
    const [image] = images.splice(0)
    assert.deepEqual(
      [image?.title, image?.note, image?.shopName],
      ['Bồ Kết Hair Wash', '180,000 ₫ · 45 minutes', app.shop.business.name],
    )
  })

  it('has no price on other pages', async () => {
    await read(app, '/en/team')
    assert.ok(images.length > 0)
    assert.ok(images.every(({ note }) => note === undefined))
  })
})
