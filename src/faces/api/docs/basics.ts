/** First steps, languages, pages of results, caching and the MCP server. */
import { type Block, heading, link, paragraph } from '../../../content/document.ts'
import type { Locale } from '../../../kernel/locale.ts'
import type { DocsContext } from './context.ts'

export function startBlocks({ base }: DocsContext, locale: Locale): Block[] {
  return [
    heading({ vi: 'Bắt đầu', en: 'Getting started' }[locale], 'start'),
    { kind: 'code', language: 'sh', text: `curl '${base}/api/offers?limit=3&locale=${locale}'` },
    paragraph(
      { vi: 'Mô tả cho máy: ', en: 'Machine-readable description: ' }[locale],
      link('/openapi.json', '/openapi.json'),
      ' (OpenAPI 3.1).',
    ),
  ]
}

export function languageBlocks(locale: Locale): Block[] {
  return [
    heading({ vi: 'Ngôn ngữ', en: 'Language' }[locale], 'language'),
    paragraph(
      {
        vi:
          'locale=vi hoặc locale=en; nếu không có thì theo Accept-Language, rồi tiếng ' +
          'Việt. Mã (id) không đổi theo ngôn ngữ. Tìm kiếm không cần dấu: q=mam com cũng ' +
          'tìm ra “Mâm cơm”.',
        en:
          'locale=vi or locale=en; otherwise Accept-Language, then Vietnamese. Ids are the ' +
          'same in both languages. Search ignores diacritics: q=mam com finds “Mâm cơm”.',
      }[locale],
    ),
  ]
}

export function paginationBlocks({ base }: DocsContext, locale: Locale): Block[] {
  return [
    heading({ vi: 'Từng trang', en: 'Pagination' }[locale], 'pages'),
    paragraph(
      {
        vi:
          'Gửi next_cursor của trang trước trong cursor, giữ nguyên các tham số khác ' +
          '(limit có thể đổi). Trang cuối có next_cursor là null. Mỗi mục hiện đúng một ' +
          'lần.',
        en:
          'Send next_cursor of the previous page as cursor and keep the other parameters ' +
          '(limit may change). On the last page next_cursor is null. Each offer appears ' +
          'exactly once.',
      }[locale],
    ),
    { kind: 'code', language: 'sh', text: `curl '${base}/api/offers?limit=10&cursor=…'` },
  ]
}

export function cachingBlocks(locale: Locale): Block[] {
  return [
    heading({ vi: 'Lưu tạm', en: 'Caching' }[locale], 'caching'),
    paragraph(
      {
        vi: 'Mỗi câu trả lời có ETag; gửi lại trong If-None-Match sẽ nhận 304 nếu không có gì đổi. Nén br và gzip.',
        en:
          'Every response has an ETag. Send it in If-None-Match to get a 304 if nothing ' +
          'has changed. Responses are compressed with br or gzip.',
      }[locale],
    ),
  ]
}

export function assistantBlocks({ base }: DocsContext, locale: Locale): Block[] {
  return [
    heading({ vi: 'Trợ lý (MCP)', en: 'Assistants (MCP)' }[locale], 'mcp'),
    paragraph(
      {
        vi:
          `Máy chủ MCP ở ${base}/mcp (Streamable HTTP, không cần khoá, trả lời bằng JSON): ` +
          'phiên bản 2026-07-28, và các phiên bản 2025 qua initialize. Công cụ gọi đúng ' +
          'những gì API gọi: cùng quy định, cùng giới hạn gửi, cùng sổ. Yêu cầu luôn ở ' +
          'trạng thái chờ; không có consent: true thì không có gì được gửi. ',
        en:
          `The MCP server is at ${base}/mcp (Streamable HTTP, no key, JSON responses): ` +
          'version 2026-07-28, and the 2025 versions through initialize. Its tools call ' +
          'the same operations as the API: same rules, same write limit, same database. A ' +
          'new request is always pending; without consent: true nothing is sent. ',
      }[locale],
      link({ vi: 'Thẻ của máy chủ', en: 'Server card' }[locale], '/mcp/server-card'),
      '.',
    ),
    {
      kind: 'code',
      language: 'sh',
      text:
        `curl ${base}/mcp -H 'Content-Type: application/json' \\\n  -d ` +
        `'{"jsonrpc":"2.0","id":1,"method":"tools/list"}'`,
    },
  ]
}
