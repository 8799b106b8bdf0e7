/** schema.org data of pages and emails: the properties that each type needs, and how a booking can be reserved. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { guestDelayMs } from '../src/domain/messages/routes.ts'
import { book } from './support/booking.ts'
import { openBefore } from './support/lifetime.ts'
import { openMailbox } from './support/receivers.ts'
import { samples } from './support/samples.ts'
import {
  base,
  languages,
  openForEachTrade,
  type RunningShop,
  startShop,
  trades,
} from './support/shop.ts'

const mailbox = openBefore(() => openMailbox())
const notifications = () => ({ SMTP_URL: mailbox.url, MAIL_FROM: 'quay@shop.example' })
const apps = openForEachTrade((trade) =>
  startShop(trade, { notifications: notifications(), writeLimit: 100 }),
)

type Node = Record<string, unknown> & { '@type': string }

const place = ['name', 'telephone', 'address']
const business = [...place, 'url', 'geo', 'openingHoursSpecification', 'potentialAction']
const reservation = [
  'reservationId',
  'reservationNumber',
  'reservationStatus',
  'reservationFor',
  'url',
]

/** By type; a type without an entry fails the test. */
const required: Record<string, readonly string[]> = {
  ...Object.fromEntries(trades.map((trade) => [samples[trade].schemaTypes.place, place])),
  Answer: ['text'],
  Article: ['headline', 'datePublished', 'dateModified', 'author', 'publisher'],
  EntryPoint: ['urlTemplate', 'actionPlatform', 'inLanguage'],
  Event: ['name', 'startDate', 'endDate', 'location'],
  EventReservation: reservation,
  FAQPage: ['mainEntity'],
  FoodEstablishmentReservation: [...reservation, 'startTime', 'endTime', 'partySize'],
  GeoCoordinates: ['latitude', 'longitude'],
  Menu: ['name', 'hasMenuSection'],
  MenuItem: ['name', 'offers'],
  MenuSection: ['name', 'hasMenuItem'],
  Offer: ['price', 'priceCurrency'],
  OpeningHoursSpecification: ['opens', 'closes'],
  Organization: ['name'],
  Person: ['name'],
  PostalAddress: ['streetAddress', 'addressLocality', 'addressRegion', 'addressCountry'],
  Product: ['name', 'description', 'offers'],
  Question: ['name', 'acceptedAnswer'],
  ReserveAction: ['name', 'target', 'result'],
  Service: ['name', 'description'],
  WebPage: ['name', 'description', 'inLanguage', 'url'],
}

function dataOf(html: string): Node[] {
  return [...html.matchAll(/<script type="application\/ld\+json">(.*?)<\/script>/gs)].map(
    ([, json = '']) => JSON.parse(json) as Node,
  )
}

/** The node and all nodes inside it. `key` is the property that contains it. */
function* nodesOf(value: unknown, key = ''): Generator<{ node: Node; key: string }> {
  if (typeof value !== 'object' || value === null) return
  if ('@type' in value) yield { node: value as Node, key }
  for (const [name, inner] of Object.entries(value))
    yield* nodesOf(inner, key && Array.isArray(value) ? key : name)
}

function checkNodes(data: readonly Node[], location: string): Set<string> {
  const types = new Set<string>()
  for (const one of data) assert.equal(one['@context'], 'https://schema.org', location)
  for (const { node, key } of nodesOf(data)) {
    const type = node['@type']
    types.add(type)
    // What a reservation would be is described by its type and its name alone.
    const names = key === 'result' ? ['name'] : required[type]
    assert.ok(names, `${location}: unknown type ${type}`)
    for (const name of names) {
      const value = node[name]
      assert.ok(
        value !== undefined && value !== null && value !== '',
        `${location}: ${type}.${name}`,
      )
      assert.ok(!Array.isArray(value) || value.length > 0, `${location}: ${type}.${name}`)
    }
  }
  assert.doesNotMatch(JSON.stringify(data), /undefined|NaN|\[object/)
  return types
}

async function pathsOf(app: RunningShop): Promise<string[]> {
  const sitemap = await (await app.get('/sitemap.xml')).text()
  return [...sitemap.matchAll(/<loc>([^<]+)<\/loc>/g)].map(
    ([, url = '']) => url.slice(base.length) || '/',
  )
}

/** Expands {?a,b} as RFC 6570 does. */
function expand(template: string, values: Record<string, unknown>): string {
  return template.replace(/\{\?([\w,]+)\}/, (_, names: string) => {
    const known = names.split(',').filter((name) => values[name] !== undefined)
    return `?${new URLSearchParams(known.map((name) => [name, String(values[name])] as [string, string]))}`
  })
}

/** A name and a note with text that no mail to an unconfirmed address may carry in its data. */
const typed = { name: 'Bùi Ngọc Quyên', note: 'ghé https://spam.example nhé' }

for (const trade of trades) {
  describe(`the structured data of the ${trade}`, () => {
    const app = apps[trade]
    const { request, preference, schemaTypes } = samples[trade]

    it('has the required properties of each type, on every page', async () => {
      const types = new Set<string>()
      for (const path of await pathsOf(app)) {
        const data = dataOf(await (await app.get(path)).text())
        assert.ok(data.length > 0, path)
        for (const type of checkNodes(data, path)) types.add(type)
      }
      for (const type of [schemaTypes.place, 'FAQPage', 'Article', 'Offer', 'ReserveAction'])
        assert.ok(types.has(type), type)
    })

    for (const locale of languages) {
      it(`says how to reserve, with a URL that opens the form (${locale})`, async () => {
        const prefix = locale === 'en' ? '/en' : ''
        const [shop] = dataOf(await (await app.get(prefix || '/')).text())
        for (const name of business) assert.ok(shop?.[name], name)
        const action = shop?.potentialAction ?? {}
        const { target, result } = action as Record<string, Record<string, unknown>>
        assert.deepEqual(target?.actionPlatform, [
          'https://schema.org/DesktopWebPlatform',
          'https://schema.org/MobileWebPlatform',
        ])
        assert.equal(result?.['@type'], schemaTypes.reservation)
        const template = String(target?.urlTemplate)
        assert.ok(template.startsWith(`${base}${prefix}/booking{?`), template)

        const { date, time, offerId, party_size } = request as Record<string, unknown>
        const values = { date, time, ...(offerId ? { offerId } : { party_size }) }
        const url = expand(template, { ...values, ...preference })
        const page = await app.get(url.slice(base.length))
        assert.equal(page.status, 200)
        assert.match(await page.text(), /name="phone"/)
        const first = await app.get(expand(template, {}).slice(base.length))
        assert.equal(first.status, 200)
      })

      it(`describes a booking on its page and in its emails, without typed text (${locale})`, async () => {
        const email = `khach-${trade}-${locale}@example.com`
        const { body, status } = await book(app, { ...request, ...typed, email, locale })
        assert.equal(status, 202)
        const code = String(body.code)
        const path = `${locale === 'en' ? '/en' : ''}/booking/${code}`

        const checkBooking = async (state: string) => {
          await app.dispatch()
          app.clock.now += guestDelayMs
          await app.dispatch()
          const mail = await mailbox.nextMail()
          assert.deepEqual(mail.to, [email])
          const html = mail.parts.find((part) =>
            part.headers.get('content-type')?.startsWith('text/html'),
          )
          const inMail = dataOf(html?.text ?? '')
          // The page itself comes first, for assistants in the browser.
          const [page, ...onPage] = dataOf(await (await app.get(path)).text())
          assert.equal(page?.['@type'], 'WebPage')
          assert.deepEqual(inMail, onPage)
          checkNodes(inMail, path)
          const [data] = inMail
          assert.equal(data?.['@type'], schemaTypes.reservation)
          assert.equal(data?.reservationId, code)
          assert.equal(data?.reservationStatus, `https://schema.org/Reservation${state}`)
          assert.equal(data?.url, `${base}${path}`)
          assert.match(JSON.stringify(data), new RegExp(`"${request.date}T${request.time}`))
          assert.ok(!('underName' in (data ?? {})))
          assert.doesNotMatch(JSON.stringify(data), /Quyên|spam|khach-|0912|5678/)
          return { mail, html: html?.text ?? '' }
        }

        const { mail, html } = await checkBooking('Pending')
        await app.desk.confirm({ code, version: 1, actor: 'mai' })
        await checkBooking('Confirmed')

        // Text, HTML and the calendar file; the HTML has the same text.
        assert.equal(mail.parts.length, 3)
        const shown = html.slice(html.indexOf('<body>')).replace(/<[^>]*>/g, ' ')
        const words = (text: string) => text.match(/[\p{L}\p{N}]+/gu)
        assert.deepEqual(words(shown.replace(/&\w+;/g, ' ')), words(mail.text))
        const links = [...html.matchAll(/href="([^"]*)"/g)].map(([, href]) => href)
        assert.equal(links.length, 2)
        assert.equal(links[0], `${base}${path}`)
        assert.match(links[1] ?? '', /\?token=[\w-]{43}$/)
        assert.equal(links[1]?.split('?')[0], `${base}${path}`)
        assert.doesNotMatch(html, /Quyên|spam/)
      })
    }
  })
}

describe('the menu', () => {
  it('says which dishes suit a diet that schema.org knows', async () => {
    const app = apps.restaurant
    const [menu] = dataOf(await (await app.get('/en/menu')).text())
    const items = [...nodesOf(menu)].flatMap(({ node }) =>
      node['@type'] === 'MenuItem' ? [node] : [],
    )
    assert.ok(items.length > 30)
    for (const [diet, type] of [
      ['vegan', 'VeganDiet'],
      ['vegetarian', 'VegetarianDiet'],
    ]) {
      const page = (await app.json(`/api/offers?limit=100&locale=en&diet=${diet}`)) as {
        offers: { name: string; kind: string; links: { html: string } }[]
      }
      const names = page.offers.filter(({ kind }) => kind === 'dish').map(({ name }) => name)
      const suited = items.filter(({ suitableForDiet = [] }) =>
        (suitableForDiet as string[]).includes(`https://schema.org/${type}`),
      )
      assert.deepEqual(
        suited.map(({ name }) => name),
        names,
      )
      assert.ok(names.length > 0 && names.length < items.length)
      for (const { links } of page.offers) {
        const [offer] = dataOf(await (await app.get(links.html.slice(base.length))).text())
        const diets = (offer?.suitableForDiet ?? []) as string[]
        assert.ok(diets.includes(`https://schema.org/${type}`), links.html)
      }
    }
    assert.doesNotMatch(JSON.stringify(menu), /GlutenFree|safe/i)
  })
})
