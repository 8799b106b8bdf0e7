/** Tools that search the site and return its pages as Markdown, in parts. */

import { z } from 'zod'
import { formatPageQuery, parsePageQuery } from '../../content/page-query.ts'
import { forEachLocale, type LocalizedText, localPath } from '../../kernel/locale.ts'
import { plural } from '../../kernel/plural.ts'
import { Problem } from '../../kernel/problem.ts'
import { readTool, type Tool } from '../../kernel/tool.ts'
import { truncateAtWord } from '../../kernel/truncate.ts'
import type { SearchHit } from '../search/search.ts'
import type { ToolContext } from '../trade/tool-context.ts'
import { limitArgument, queryArgument } from './arguments.ts'
import { nearestMeaning } from './found.ts'
import { sectionsAfter, splitIntoParts } from './page-parts.ts'

export function searchContent({ search, pageIndex }: ToolContext): Tool {
  return readTool({
    name: 'search_content',
    title: 'Search the site',
    description:
      'Searches pages, articles, FAQs and offers of the site, address and hours. ' +
      'Returns titles, links and short excerpts.',
    changesWith: 'content',
    input: z.strictObject({
      query: queryArgument.meta({ description: 'Words to search for.' }),
      limit: limitArgument(5, 10),
    }),
    output: z.object({
      results: z.array(
        z.object({
          title: z.string(),
          url: z.string(),
          markdown_url: z.string(),
          kind: z.enum(['offer', 'page', 'article', 'faq']),
          excerpt: z.string(),
        }),
      ),
      nearest: z.literal(true).optional().describe(nearestMeaning),
    }),
    run({ query, limit }, { locale }) {
      const show = ({ entry }: SearchHit) => {
        const [path = '', fragment] = entry.path.split('#')
        const { html, markdown } = pageIndex.addresses(path, locale)
        return {
          title: entry.title[locale],
          url: fragment ? `${html}#${fragment}` : html,
          markdown_url: markdown,
          kind: entry.kind,
          excerpt: truncateAtWord(search.passageFor(query, entry.text[locale]), 120),
        }
      }
      const { hits, isNearest } = search.findBestMatches(query)
      const results = hits.slice(0, limit).map(show)
      return { results, ...(isNearest && { nearest: true as const }) }
    },
    summarize({ results: [first, ...others], nearest }, locale) {
      if (!first) return { vi: 'Không tìm thấy gì.', en: 'Nothing was found.' }[locale]
      if (nearest) {
        return {
          vi: `Không trang nào có đủ các từ đã hỏi. Trang có nhiều từ ấy nhất: “${first.title}”.`,
          en: `Nothing contains all of these words. The page with most of them: “${first.title}”.`,
        }[locale]
      }
      return {
        vi: `Tìm thấy “${first.title}”${others.length > 0 ? ` và ${others.length} mục khác` : ''}.`,
        en: `Found “${first.title}”${others.length > 0 ? ` and ${others.length} more` : ''}.`,
      }[locale]
    },
  })
}

/** For files that are read without a response around them; the result has what it says. */
const frontMatter = /^---\n.*?\n---\n\n/s

export function readPage(context: ToolContext): Tool {
  const { pageIndex } = context
  return readTool({
    name: 'read_page',
    title: 'Read a page',
    description:
      'Returns one page of the site as Markdown, by its path or URL (such as /policy or /en/faq). Long pages come in ' +
      'parts; sections says where each begins.',
    changesWith: 'content',
    input: z.strictObject({
      path: z.string().trim().min(1).max(300).meta({ description: 'Path or URL on this site.' }),
      part: z.int().min(1).max(200).default(1).meta({ description: 'Which part of a long page.' }),
    }),
    output: z.object({
      path: z.string(),
      title: z.string(),
      markdown: z.string(),
      part: z.int(),
      parts: z.int(),
      sections: z
        .record(z.string(), z.string())
        .optional()
        .describe('Where the next parts begin: the number of a part and its first heading.'),
      updated: z.string().optional().describe('Date of the last change.'),
      language: z.string().optional().describe('Of the text, if it exists in another one only.'),
    }),
    run({ path, part }, { locale: callLocale, namedLocale }) {
      const pageRef = pageIndex.findByAddress(path)
      if (!pageRef) throw pageNotFound(context, path)
      // Without a locale, a path under the second language, such as /en, means that language.
      const isPathPlain = pageRef.locale === pageIndex.languages[0]
      const locale = namedLocale || isPathPlain ? callLocale : pageRef.locale
      const query = parsePageQuery(pageRef.page, path.split('#')[0]?.split('?')[1] ?? '')
      const document = pageRef.page.document(locale, query)
      if (document.rejection) throw unreadablePath(document.rejection)
      const text = pageIndex.renderPage(document, locale, pageRef.page).replace(frontMatter, '')
      const parts = splitIntoParts(text)
      const updated = pageIndex.lastUpdated(pageRef.page)
      const language = pageIndex.languageOf(document, locale)
      const markdown = parts[part - 1]
      if (markdown === undefined) throw partNotFound(parts.length)
      const sections = sectionsAfter(parts, part)
      return {
        path: localPath(pageRef.page.path, locale, pageIndex.languages) + formatPageQuery(query),
        title: document.title,
        markdown,
        part,
        parts: parts.length,
        ...(Object.keys(sections).length > 0 && { sections }),
        ...(updated && { updated }),
        ...(language !== locale && { language }),
      }
    },
    summarize: ({ title, part, parts }, locale) =>
      ({
        vi: `Trang “${title}”${parts > 1 ? `, phần ${part}/${parts}` : ''}.`,
        en: `The page “${title}”${parts > 1 ? `, part ${part} of ${parts}` : ''}.`,
      })[locale],
  })
}

function pageNotFound(context: ToolContext, address: string): Problem {
  const path = context.pageIndex.toPath(address)
  // The API has the status of a record at the path of its page.
  const record = context.findRecord(path) ?? context.findRecord(path.replace(/^\/api(?=\/)/, ''))
  if (record) return recordNotReadable(context, record)
  return unreadablePath({
    vi: 'Site không có trang này. Dùng search_content để tìm đường dẫn đúng.',
    en: 'The site has no such page. Use search_content to find the right path.',
  })
}

/** An error of the model, which can correct it: the guest is not asked for a path. */
function unreadablePath(message: LocalizedText): Problem {
  return new Problem('invalid-parameter', {
    fields: [{ name: 'path', code: 'not_one_of', message }],
  })
}

/** What belongs to one guest is no content of the site; says which tools return and change it. */
function recordNotReadable(
  { tools }: ToolContext,
  { followUp, isCard, code }: NonNullable<ReturnType<ToolContext['findRecord']>>,
): Problem {
  const nameOf = (matches: (tool: Tool) => boolean) => tools().find(matches)?.name
  const reader = nameOf(({ name }) => name === (isCard ? 'get_card_balance' : 'get_booking_status'))
  const writer = nameOf((one) => one.kind === 'write' && one.operation.name === followUp)
  const whose = isCard
    ? { vi: 'Đây là trang của riêng một thẻ.', en: 'This is the page of one card.' }
    : {
        vi: 'Đây là trang của riêng một lượt đặt, một đơn hoặc một lượt chờ.',
        en: 'This is the page of one booking, order or waitlist entry.',
      }
  const reads = isCard
    ? {
        vi: `${reader} cho biết số dư, với số thẻ ${code} và bốn số cuối điện thoại của chủ thẻ.`,
        en: `${reader} returns its balance with the number ${code} and the last four digits of the holder’s phone.`,
      }
    : {
        vi: `${reader} cho biết tình trạng với mã ${code}.`,
        en: `${reader} returns its status with the code ${code}.`,
      }
  const writes = {
    vi: `${writer} gửi yêu cầu về việc này.`,
    en: `${writer} sends a request about it.`,
  }
  return unreadablePath(
    forEachLocale((locale) =>
      [whose[locale], reader && reads[locale], writer && writes[locale]].filter(Boolean).join(' '),
    ),
  )
}

function partNotFound(parts: number): Problem {
  return new Problem('invalid-parameter', {
    fields: [
      {
        name: 'part',
        code: 'too_large',
        message: {
          vi: `Trang này có ${parts} phần.`,
          en: `This page has ${parts} ${plural(parts, { one: 'part', other: 'parts' })}.`,
        },
      },
    ],
  })
}
