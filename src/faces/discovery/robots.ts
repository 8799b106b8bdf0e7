/** /robots.txt: who may read what, and what may be done with it. */
import { localPath } from '../../kernel/locale.ts'
import { type DiscoveryContext, type DiscoveryFile, plainType } from './context.ts'
import { sitemap } from './sitemap.ts'

/** A robot with a group of its own ignores the common group, so each group repeats every rule. */
const groups: readonly (readonly string[])[] = [
  ['*'],
  [
    'GPTBot',
    'OAI-SearchBot',
    'ChatGPT-User',
    'ClaudeBot',
    'Claude-User',
    'Claude-SearchBot',
    'Claude-Web',
    'PerplexityBot',
    'Perplexity-User',
    'Google-Extended',
    'Applebot-Extended',
    'CCBot',
    'Bytespider',
    'meta-externalagent',
  ],
]

/** Private pages: the status of a booking or an order, links in emails. */
const ownPages = ['/booking/', '/order/', '/newsletter/']

export const robotsTxt: DiscoveryFile = {
  path: '/robots.txt',
  type: plainType,
  description: {
    vi: 'máy tìm kiếm và AI được làm gì với nội dung',
    en: 'what search engines and AI may do with the content',
  },
  render(context) {
    const rules = [
      contentSignal(context),
      'Allow: /',
      ...ownPages.flatMap((path) =>
        context.languages.map(
          (locale) => `Disallow: ${localPath(path, locale, context.languages)}`,
        ),
      ),
    ]
    return [
      ...groups.map((robots) => [...robots.map((name) => `User-agent: ${name}`), ...rules]),
      [`Sitemap: ${context.base}${sitemap.path}`],
    ]
      .map((lines) => `${lines.join('\n')}\n`)
      .join('\n')
  },
}

function contentSignal({ business: { content_signals } }: DiscoveryContext): string {
  const { search, ai_input, ai_train } = content_signals
  const signals = { search, 'ai-input': ai_input, 'ai-train': ai_train }
  const values = Object.entries(signals).map(
    ([name, allowed]) => `${name}=${allowed ? 'yes' : 'no'}`,
  )
  return `Content-Signal: ${values.join(', ')}`
}
