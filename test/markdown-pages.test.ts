/** HTML and Markdown say the same, word for word, on every page that is in the sitemap. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import MarkdownIt from 'markdown-it'
import { base, forEachVariant, type RunningShop, startShop, variants } from './support/shop.ts'

const apps = await forEachVariant((variant) => startShop(variant))
const markdown = new MarkdownIt({ html: false })

const entities: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', '#39': "'" }

/** The words of some HTML in their order, without what only screens or only readers get. */
function wordsOf(html: string): string[] {
  return (
    html
      .replace(/<[^>]*>/g, ' ')
      .replace(/&(#?\w+);/g, (all, name: string) => entities[name] ?? all)
      .match(/[\p{L}\p{N}]+/gu) ?? []
  )
}

const mainOf = (html: string) => /<main id="content">([\s\S]*)<\/main>/.exec(html)?.[1] ?? ''

/** The text after the front matter and the line that leads to the index. */
const textOf = (markdownText: string) =>
  markdownText.replace(/^---\n[\s\S]*?\n---\n/, '').replace(/^> .*llms.*$/m, '')

async function pathsOf(app: RunningShop): Promise<string[]> {
  const sitemap = await (await app.get('/sitemap.xml')).text()
  return [...sitemap.matchAll(/<loc>([^<]+)<\/loc>/g)].map(
    ([, address = '']) => address.slice(base.length) || '/',
  )
}

for (const variant of variants) {
  describe(`the twins of the ${variant}`, () => {
    const app = apps[variant]

    it('say the same as their pages', async () => {
      const paths = await pathsOf(app)
      assert.ok(paths.length > 90, String(paths.length))
      for (const path of paths) {
        const page = await app.get(path)
        const html = mainOf(await page.text())
        const markdownPage = await app.get(path, { headers: { accept: 'text/markdown' } })
        const shown = wordsOf(html)
        const markdownWords = wordsOf(markdown.render(textOf(await markdownPage.text())))
        // A form is drawn for people and listed for programs.
        if (html.includes('<form') || path.endsWith('/booking')) continue
        assert.deepEqual(markdownWords, shown, path)
      }
    })

    it('name every field of a form', async () => {
      for (const path of await pathsOf(app)) {
        const html = mainOf(await (await app.get(path)).text())
        const names = [...html.matchAll(/ name="(\w+)"/g)].map(([, name]) => name)
        if (!html.includes('<form')) continue
        const markdownText = await (
          await app.get(path, { headers: { accept: 'text/markdown' } })
        ).text()
        for (const name of names) {
          if (['form_token', 'request_id', 'website'].includes(name ?? '')) continue
          assert.ok(markdownText.includes(`\`${name}\``), `${path} ${name}`)
        }
      }
    })
  })
}
