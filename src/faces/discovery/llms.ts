/** /llms.txt: the pages of the site, for machines that read Markdown. */
import type { Page, PageKind } from '../../content/document.ts'
import { type Locale, locales, type Words } from '../../kernel/locale.ts'
import { agentsMd } from './agents.ts'
import { authMd } from './auth.ts'
import { type Facts, type MachineFile, plainType } from './context.ts'
import { bullets, code, link, section, text } from './markdown.ts'
import { forbidden, rules } from './rules.ts'
import { skillFiles } from './skills.ts'
import { whenToUse } from './when-to-use.ts'

/** Readers cut off longer ones. */
const longest = 30_000

export const llmsTxt: MachineFile = {
  path: '/llms.txt',
  type: plainType,
  about: {
    vi: 'mục lục mọi trang, cho máy đọc',
    en: 'an index of all pages, for machines',
  },
  write(facts) {
    const whole = index(facts, [pages, offers, articles])
    return whole.length < longest ? whole : index(facts, [pages, articles])
  },
}

type Shelf = { title: Words; kinds: readonly PageKind[]; described: boolean }

const pages: Shelf = {
  title: { vi: 'Các trang', en: 'Pages' },
  kinds: ['page', 'faq'],
  described: true,
}

/** Their names say enough, and there may be many. */
const offers: Shelf = {
  title: { vi: 'Món và dịch vụ', en: 'Offers' },
  kinds: ['offer'],
  described: false,
}

const articles: Shelf = {
  title: { vi: 'Bài viết', en: 'Articles' },
  kinds: ['article'],
  described: true,
}

function index(facts: Facts, shelves: readonly Shelf[]): string {
  const { base, business } = facts
  const { name, description, tagline, address, phone } = business
  return text(
    `# ${name}`,
    `> ${description.en}`,
    `${tagline.vi}. ${address.street}, ${address.ward.vi}, ${address.city.vi}, ${phone}.`,
    'Vietnamese stands at the root, English under /en. Every page is also Markdown: add .md to its path, or send Accept: text/markdown.',
    section(
      'When to use',
      bullets(whenToUse(facts)),
      'Rules for assistants:',
      bullets([...rules(facts).map(({ en }) => en), ...ownRules(facts)]),
    ),
    ...locales.flatMap((locale) => [
      ...shelves.map((shelf) => links(facts, shelf, locale)),
      forms(facts, locale),
    ]),
    section(
      'For programs',
      bullets([
        ...[agentsMd, authMd].map(
          ({ path, about }) => `${link(path.slice(1), base + path)}: ${about.en}`,
        ),
        ...skillFiles(facts).map(
          ({ name, path, description }) => `${link(name, base + path)}: ${description}`,
        ),
      ]),
      `The MCP server is at ${code(`${base}/mcp`)}, the API at ${code(`${base}/api`)}, its description at ${code('/openapi.json')} (OpenAPI 3.1).`,
    ),
  )
}

/** What only this trade forbids, with the tool that says so. */
function ownRules({ tools }: Facts): string[] {
  return tools.flatMap((tool) => {
    const said = forbidden(tool)
    return said.length === 0 ? [] : `${code(tool.name)}: ${said.join(' ')}`
  })
}

/** Where something can be sent. */
function forms({ library, listed }: Facts, locale: Locale): string {
  const title = { vi: 'Biểu mẫu (tiếng Việt)', en: 'Forms (English)' }[locale]
  const lines = listed.map(({ path, title: name }) =>
    link(name[locale], library.address(path, locale).markdown),
  )
  return lines.length === 0 ? '' : section(title, bullets(lines))
}

function links({ library }: Facts, { title, kinds, described }: Shelf, locale: Locale): string {
  const here = library.pages.filter(({ kind }) => kinds.includes(kind))
  if (here.length === 0) return ''
  const line = (page: Page): string => {
    const { title, description } = page.document(locale)
    const to = link(title, library.address(page.path, locale).markdown)
    return described ? `${to}: ${description}` : to
  }
  const language = { vi: 'tiếng Việt', en: 'English' }[locale]
  return section(`${title[locale]} (${language})`, bullets(here.map(line)))
}
