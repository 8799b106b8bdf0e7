/** /ai: for guests who use an assistant, and for the assistant. */
import {
  type Block,
  heading,
  type Inline,
  link,
  type Page,
  paragraph,
} from '../../content/document.ts'
import { telephoneLink } from '../../content/shop.ts'
import { foldDiacritics } from '../../kernel/fold-diacritics.ts'
import type { Locale } from '../../kernel/locale.ts'
import type { Prompt, Tool } from '../../kernel/tool.ts'
import type { DiscoveryContext } from './context.ts'
import { discoveryFiles } from './files.ts'
import { rules, sentences } from './rules.ts'

export type AssistantsPageContext = Pick<DiscoveryContext, 'base' | 'business' | 'writeLimit'> & {
  /** Functions, because some tools need the pages and are created after them. */
  tools(): readonly Tool[]
  prompts(): readonly Prompt[]
}

export function assistantsPage(context: AssistantsPageContext): Page {
  const { business } = context
  return {
    path: '/ai',
    kind: 'page',
    document: (locale) => ({
      title: { vi: 'Dùng trợ lý AI', en: 'With an AI assistant' }[locale],
      description: {
        vi: `Trợ lý AI của bạn có thể hỏi ${business.name} và gửi yêu cầu thay bạn.`,
        en: `Your AI assistant can ask ${business.name} and send requests for you.`,
      }[locale],
      blocks: [
        paragraph(
          {
            vi:
              `${business.name} mở cửa cho cả trợ lý AI: hỏi giá, xem giờ trống, gửi yêu ` +
              'cầu. Không cần tài khoản, không cần khoá. Trợ lý chỉ gửi khi bạn đồng ý, và ' +
              'nhân viên xác nhận lại với bạn. Nếu bạn muốn nói chuyện với người, hãy gọi ',
            en:
              `AI assistants can use ${business.name} too: ask for prices, find free times ` +
              'and send requests. No account or key is needed. Your assistant sends ' +
              'something only when you agree, and staff confirm it with you. If you prefer ' +
              'to talk to a person, call ',
          }[locale],
          link(business.phone, telephoneLink(business)),
          '.',
        ),
        ...examplePrompts(context, locale),
        ...connectBlocks(context, locale),
        ...ruleBlocks(context, locale),
        ...toolBlocks(context, locale),
        ...fileBlocks(locale),
      ],
    }),
  }
}

function examplePrompts(context: AssistantsPageContext, locale: Locale): Block[] {
  const prompts = context.prompts()
  if (prompts.length === 0) return []
  return [
    heading({ vi: 'Bạn có thể nói', en: 'What you can say' }[locale], 'say'),
    {
      kind: 'facts',
      rows: prompts.map((prompt) => [prompt.title[locale], [`“${example(prompt, locale)}”`]]),
    },
  ]
}

/** The message of a prompt, with placeholders for the guest's input. */
function example(prompt: Prompt, locale: Locale): string {
  const needed = prompt.arguments.filter(({ required }) => required)
  const args = Object.fromEntries(needed.map(({ name }) => [name, '…']))
  return prompt.message(args, locale).replace(/ +([.,])/g, '$1')
}

function connectBlocks({ base, business }: AssistantsPageContext, locale: Locale): Block[] {
  const name = foldDiacritics(business.name).replace(/[^a-z0-9]+/g, '-')
  const settings = { mcpServers: { [name]: { type: 'http', url: `${base}/mcp` } } }
  return [
    heading({ vi: 'Kết nối', en: 'Connect' }[locale], 'connect'),
    paragraph(
      {
        vi:
          `Thêm địa chỉ ${base}/mcp vào trợ lý của bạn, ở mục kết nối (connector) hoặc máy ` +
          'chủ MCP. Không chọn cách đăng nhập nào. Với trợ lý đọc tệp cấu hình:',
        en:
          `Add ${base}/mcp to your assistant as a connector or an MCP server, without ` +
          'login. For assistants with a settings file:',
      }[locale],
    ),
    { kind: 'code', language: 'json', text: JSON.stringify(settings, null, 2) },
    paragraph(
      {
        vi:
          'Trợ lý không kết nối được vẫn có thể đọc mọi trang dưới dạng Markdown: thêm .md ' +
          'vào đường dẫn. Lập trình viên xem ',
        en:
          'An assistant that cannot connect can still read every page as Markdown: add .md ' +
          'to the path. Developers: see the ',
      }[locale],
      link({ vi: 'tài liệu API', en: 'API documentation' }[locale], '/docs'),
      '.',
    ),
  ]
}

function ruleBlocks(context: AssistantsPageContext, locale: Locale): Block[] {
  return [
    heading({ vi: 'Quy tắc cho trợ lý', en: 'Rules for assistants' }[locale], 'rules'),
    { kind: 'list', items: rules(context).map((rule) => [rule[locale]]) },
  ]
}

/** Tool descriptions are in English, for models; the operations behind them have texts in both languages. */
function toolBlocks({ tools }: AssistantsPageContext, locale: Locale): Block[] {
  const purpose = (tool: Tool): string => {
    if (locale === 'en') return sentences(tool.description)[0] ?? tool.title
    return tool.kind === 'write' ? `${tool.operation.summary.vi} (${tool.title})` : tool.title
  }
  const withAddedText = (tool: Tool) =>
    tool.addedText ? `${purpose(tool)} ${tool.addedText[locale]}` : purpose(tool)
  return [
    heading({ vi: 'Công cụ', en: 'Tools' }[locale], 'tools'),
    paragraph(
      {
        vi: 'Tên công cụ viết bằng tiếng Anh cho máy đọc; trợ lý trả lời bạn bằng tiếng Việt.',
        en: 'Tool names are in English for machines; your assistant answers in your language.',
      }[locale],
    ),
    {
      kind: 'table',
      head: [
        { vi: 'Công cụ', en: 'Tool' }[locale],
        { vi: 'Để làm gì', en: 'Purpose' }[locale],
        { vi: 'Gửi đi', en: 'Sends' }[locale],
      ],
      rows: tools().map((tool) => [
        [tool.name],
        [withAddedText(tool)],
        [
          tool.kind === 'write'
            ? { vi: 'có, khi bạn đồng ý', en: 'yes, if you agree' }[locale]
            : '–',
        ],
      ]),
    },
  ]
}

function fileBlocks(locale: Locale): Block[] {
  return [
    heading({ vi: 'Tệp cho máy đọc', en: 'Machine-readable files' }[locale], 'files'),
    {
      kind: 'list',
      items: [
        ...discoveryFiles.map(({ path, description }): Inline[] => [
          link(path, path),
          `: ${description[locale]}`,
        ]),
        [
          link('/openapi.json', '/openapi.json'),
          { vi: ': mô tả API (OpenAPI 3.1)', en: ': API description (OpenAPI 3.1)' }[locale],
        ],
        [
          link('/mcp/server-card', '/mcp/server-card'),
          { vi: ': thẻ của máy chủ MCP', en: ': MCP server card' }[locale],
        ],
      ],
    },
  ]
}
