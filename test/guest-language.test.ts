/** The words and formats of the pages for guests: no technical terms, and numbers as the language writes them. */
import assert from 'node:assert/strict'
import { before, describe, it } from 'node:test'
import {
  type GuestPage,
  isForPrograms,
  linksIn,
  readableTextOf,
  readGuestPages,
} from './support/guest-pages.ts'
import { openForEachTrade, startShop, trades } from './support/shop.ts'

const mail = { SMTP_URL: 'smtp://mail.example', MAIL_FROM: 'chao@quan.example' }
// With mail, because the pages that offer it exist only then.
const apps = openForEachTrade((trade) => startShop(trade, { notifications: mail }))

/** Terms of programs. Guests know a QR code, the tax code of a company, and a one-time code. */
const technicalWords =
  /\b(?:API|MCP|Markdown|JSON|llms\.txt|tokens?|cache|servers?|máy chủ|URL|webhook|pending|consent version|phiên bản)\b|(?<!QR |one-time |tax )\bcodes?\b/gi

const wrongFormats: Readonly<Record<'both' | 'vi' | 'en', Readonly<Record<string, RegExp>>>> = {
  both: {
    'a date for programs': /\b\d{4}-\d{2}-\d{2}\b/g,
    'a time for programs': /\dT\d\d:\d\d/g,
    'đ as a currency': /\d ?đ(?![\p{L}])/gu,
    'VND beside a number': /\d ?(?:VND|VNĐ)/g,
    'a space that breaks before ₫': /\d[ \n]?₫/g,
    'a space before a dash': / –|\d – ?\d/g,
    'a hyphen between times': /\d{1,2}:\d\d ?- ?\d{1,2}:\d\d/g,
    'a time of twelve hours': /\b\d{1,2} ?(?:am|pm|a\.m\.|p\.m\.)/gi,
  },
  vi: {
    'an amount with commas': /\d,\d{3}\b/g,
    'a country code': /\+84/g,
  },
  en: {
    'an amount with dots': /\d\.\d{3}\b/g,
    'a date in numbers': /\b\d{1,2}\/\d{1,2}(?:\/\d{4})?\b/g,
    'one with a plural': /\b1 (?:guests|minutes|hours|days|dishes|months|photos)\b/g,
  },
}

for (const trade of trades) {
  describe(`the pages for guests of the ${trade}`, () => {
    let pages: GuestPage[]
    before(async () => {
      pages = await readGuestPages(apps[trade], trade)
    })

    it('use no technical term', () => {
      assert.ok(pages.length > 80, String(pages.length))
      const found = pages.flatMap(({ path, html }) =>
        findIn(readableTextOf(html), technicalWords).map((text) => `${path}: ${text}`),
      )
      assert.deepEqual(found, [])
    })

    it('write amounts, dates, times and phone numbers as the language does', () => {
      const found = pages.flatMap(({ path, locale, html }) =>
        Object.entries({ ...wrongFormats.both, ...wrongFormats[locale] }).flatMap(([name, wrong]) =>
          findIn(readableTextOf(html), wrong).map((text) => `${path}: ${name}: ${text}`),
        ),
      )
      assert.deepEqual(found, [])
    })

    it('keep a period of time on one line', () => {
      for (const { path, html } of pages) {
        const body = html
          .slice(html.indexOf('<body'))
          .replace(/<(script|option)[\s\S]*?<\/\1>/g, '')
        const loose = body
          .replace(/<span class="keep">[^<]*<\/span>/g, '')
          .replace(/<[^>]*>/g, ' ')
          .match(/\d\d:\d\d–\d\d:\d\d/)
        assert.equal(loose, null, path)
      }
    })

    it('link to nothing for programs, and begin with the skip link and the name of the shop', () => {
      const { name } = apps[trade].shop.business
      for (const { path, html } of pages) {
        const links = linksIn(html)
        const forPrograms = links.filter((link) => isForPrograms(link.path))
        assert.deepEqual(forPrograms, [], path)
        assert.ok(html.includes('<link rel="describedby" href="/llms.txt"'), path)
        const focusable = [...html.matchAll(/<(?:a|button|input|select|summary)\b/g)]
        const [first, second] = links
        assert.equal(first?.path, '', path)
        assert.equal(second?.text, name, path)
        assert.ok((focusable[1]?.index ?? 0) <= html.indexOf('class="name'), path)
      }
    })

    it('have one destination for each text of a link in header and footer', () => {
      const destinations = new Map<string, string>()
      for (const { path, locale, html } of pages) {
        const frame = [/<header>[\s\S]*?<\/header>/, /<footer>[\s\S]*?<\/footer>/]
          .map((part) => part.exec(html)?.[0] ?? '')
          .join('')
        const own = linksIn(frame).filter(
          ({ text }) => !/^(?:EN|VI)?(?:English|Tiếng Việt)$/.test(text),
        )
        for (const link of own) {
          const key = `${locale} ${link.text}`
          assert.equal(destinations.get(key) ?? link.path, link.path, `${path}: ${key}`)
          destinations.set(key, link.path)
        }
        const main = /<main[\s\S]*<\/main>/.exec(html)?.[0] ?? ''
        for (const link of linksIn(main)) {
          const known = destinations.get(`${locale} ${link.text}`)
          assert.equal(known ?? link.path, link.path, `${path}: ${link.text}`)
        }
      }
    })
  })
}

/** Each place with some text around it. */
function findIn(text: string, pattern: RegExp): string[] {
  return [...text.matchAll(pattern)].map(({ index, 0: found }) =>
    text
      .slice(Math.max(0, index - 25), index + found.length + 25)
      .replace(/\s+/g, ' ')
      .trim(),
  )
}
