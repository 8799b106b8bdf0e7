/** The HTML and the Markdown of every page in the sitemap contain the same words. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import MarkdownIt from 'markdown-it'
import { base, openForEachTrade, type RunningShop, startShop, trades } from './support/shop.ts'

const apps = openForEachTrade((trade) => startShop(trade))
const markdown = new MarkdownIt({ html: false })

const entities: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', '#39': "'" }

/** The words of an HTML text in order, without the parts that only one of the two formats has. */
function wordsOf(html: string): string[] {
  return (
    html
      .replace(/<[^>]*>/g, ' ')
      // Pages write the number as guests in Vietnam do.
      .replace(/\+84\s(?=\d)/g, '0')
      .replace(/&(#?\w+);/g, (all, name: string) => entities[name] ?? all)
      .match(/[\p{L}\p{N}]+/gu) ?? []
  )
}

const mainOf = (html: string) => /<main id="content">([\s\S]*)<\/main>/.exec(html)?.[1] ?? ''

/** The text after the front matter and the line with the link to the index. */
const textOf = (markdownText: string) =>
  markdownText.replace(/^---\n[\s\S]*?\n---\n/, '').replace(/^> .*llms.*$/m, '')

/** Without what repeats another part: the bar of an offer, and what screen readers do not read. */
const withoutRepetition = (html: string) =>
  html
    .replace(/<aside class="bar"[\s\S]*?<\/aside>/g, '')
    .replace(/<(\w+)[^>]* aria-hidden="true"[^>]*>[^<]*<\/\1>/g, '')

/** Without the booking panel, which is a link in Markdown. */
function withoutPanel(html: string): string {
  const start = html.indexOf('<section id="booking"')
  if (start < 0) return html
  let [end, depth] = [start, 0]
  for (const tag of html.slice(start).matchAll(/<\/?section/g)) {
    depth += tag[0] === '<section' ? 1 : -1
    end = start + tag.index
    if (depth === 0) break
  }
  return html.slice(0, start) + html.slice(end)
}

const withoutBookingLink = (text: string) =>
  text.replace(/^- \[[^\]]*\]\([^)]*\/booking(\?[^)]*)?\)$/m, '')

async function pathsOf(app: RunningShop): Promise<string[]> {
  const sitemap = await (await app.get('/sitemap.xml')).text()
  return [...sitemap.matchAll(/<loc>([^<]+)<\/loc>/g)].map(
    ([, address = '']) => address.slice(base.length) || '/',
  )
}

for (const trade of trades) {
  describe(`the Markdown pages of the ${trade}`, () => {
    const app = apps[trade]

    it('contain the same words as the HTML pages', async () => {
      const paths = await pathsOf(app)
      assert.ok(paths.length > 90, String(paths.length))
      for (const path of paths) {
        const page = await app.get(path)
        const html = mainOf(await page.text())
        const markdownPage = await app.get(path, { headers: { accept: 'text/markdown' } })
        const markdownText = textOf(await markdownPage.text())
        const shown = wordsOf(withoutRepetition(withoutPanel(html)))
        const hasPanel = html.includes('<section id="booking"')
        const written = hasPanel ? withoutBookingLink(markdownText) : markdownText
        const markdownWords = wordsOf(markdown.render(written))
        // A form is an HTML form on the page and a list of fields in Markdown.
        if (html.includes('<form') || path.endsWith('/booking')) continue
        assert.deepEqual(markdownWords, shown, path)
      }
    })

    it('list every field of a form', async () => {
      for (const path of await pathsOf(app)) {
        const html = mainOf(await (await app.get(path)).text())
        const names = [...html.matchAll(/ name="(\w+)"/g)].map(([, name]) => name)
        if (!html.includes('<form')) continue
        const markdownText = await (
          await app.get(path, { headers: { accept: 'text/markdown' } })
        ).text()
        for (const name of names) {
          if (['form_token', 'request_id'].includes(name ?? '')) continue
          assert.ok(markdownText.includes(`\`${name}\``), `${path} ${name}`)
        }
      }
    })
  })
}
