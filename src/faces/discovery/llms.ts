/** /llms.txt: the pages of the site, for machines that read Markdown. */
import { type Page, type PageKind, pageHead } from '../../content/document.ts'
import { formatAddress } from '../../content/shop.ts'
import type { Languages, Locale, LocalizedText } from '../../kernel/locale.ts'
import { agentsMd } from './agents.ts'
import { authMd } from './auth.ts'
import { type DiscoveryContext, type DiscoveryFile, plainType } from './context.ts'
import { inlineCode, joinBlocks, markdownLink, markdownList, markdownSection } from './markdown.ts'
import { rules } from './rules.ts'
import { skillFiles } from './skills.ts'
import { whenToUse } from './when-to-use.ts'

/** Some readers truncate longer files. */
const maxLength = 30_000

export const llmsTxt: DiscoveryFile = {
  path: '/llms.txt',
  type: plainType,
  description: {
    vi: 'mục lục mọi trang, cho máy đọc',
    en: 'an index of all pages, for machines',
  },
  render(context) {
    const fullIndex = renderIndex(context, [pages, offers, articles])
    return fullIndex.length < maxLength ? fullIndex : renderIndex(context, [pages, articles])
  },
}

type PageSection = { title: LocalizedText; kinds: readonly PageKind[]; hasDescriptions: boolean }

const pages: PageSection = {
  title: { vi: 'Các trang', en: 'Pages' },
  kinds: ['page', 'faq'],
  hasDescriptions: true,
}

/** Listed by name only, because there may be many. */
const offers: PageSection = {
  title: { vi: 'Món và dịch vụ', en: 'Offers' },
  kinds: ['offer'],
  hasDescriptions: false,
}

const articles: PageSection = {
  title: { vi: 'Bài viết', en: 'Articles' },
  kinds: ['article'],
  hasDescriptions: true,
}

function renderIndex(context: DiscoveryContext, pageSections: readonly PageSection[]): string {
  const { base, business, languages } = context
  const { name, description, tagline, phone } = business
  const [locale] = languages
  return joinBlocks(
    `# ${name}`,
    `> ${description.en}`,
    `${tagline ? `${tagline[locale]}. ` : ''}${formatAddress(business, locale)}, ${phone}.`,
    `${languageSentence(languages)} Every page is also ` +
      'available as Markdown: add .md to its path, or send Accept: text/markdown.',
    markdownSection(
      'When to use',
      markdownList(whenToUse(context)),
      'Rules for assistants:',
      markdownList([...rules(context).map(({ en }) => en), ...toolCautions(context)]),
    ),
    ...languages.flatMap((locale) => [
      ...pageSections.map((pageSection) => linkSection(context, pageSection, locale)),
      formSection(context, locale),
    ]),
    markdownSection(
      'For programs',
      markdownList([
        ...[agentsMd, authMd].map(
          ({ path, description }) =>
            `${markdownLink(path.slice(1), base + path)}: ${description.en}`,
        ),
        ...skillFiles(context).map(
          ({ name, path, description }) => `${markdownLink(name, base + path)}: ${description}`,
        ),
      ]),
      `The MCP server is at ${inlineCode(`${base}/mcp`)}, the API at ` +
        `${inlineCode(`${base}/api`)}, its description at ${inlineCode('/openapi.json')} ` +
        '(OpenAPI 3.1).',
    ),
  )
}

function languageSentence(languages: Languages): string {
  const [first, other] = languages.map((locale) => ({ vi: 'Vietnamese', en: 'English' })[locale])
  return other === undefined
    ? `All pages are in ${first}.`
    : `${first} pages are at the root, ${other} pages under /${languages[1]}.`
}

/** What this shop does not promise, with the tool that states it. */
function toolCautions({ tools }: DiscoveryContext): string[] {
  return tools.flatMap(({ name, cautions = [] }) =>
    cautions.length === 0 ? [] : `${inlineCode(name)}: ${cautions.join(' ')}`,
  )
}

/** Pages with a form. */
function formSection({ pageIndex, dynamicPages }: DiscoveryContext, locale: Locale): string {
  const title = { vi: 'Biểu mẫu (tiếng Việt)', en: 'Forms (English)' }[locale]
  const lines = dynamicPages.map(({ path, title: name }) =>
    markdownLink(name[locale], pageIndex.addresses(path, locale).markdown),
  )
  return lines.length === 0 ? '' : markdownSection(title, markdownList(lines))
}

function linkSection(
  { pageIndex }: DiscoveryContext,
  { title, kinds, hasDescriptions }: PageSection,
  locale: Locale,
): string {
  const here = pageIndex.pages.filter(({ kind }) => kinds.includes(kind))
  if (here.length === 0) return ''
  const formatLink = (page: Page): string => {
    const { title, description } = pageHead(page, locale)
    const to = markdownLink(title, pageIndex.addresses(page.path, locale).markdown)
    return hasDescriptions ? `${to}: ${description}` : to
  }
  const language = { vi: 'tiếng Việt', en: 'English' }[locale]
  return markdownSection(`${title[locale]} (${language})`, markdownList(here.map(formatLink)))
}
