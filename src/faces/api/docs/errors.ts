/** Every error with what the caller should do, from the problem table. */
import { type Block, heading, link, paragraph } from '../../../content/document.ts'
import type { Locale } from '../../../kernel/locale.ts'
import { problemTableBlock } from '../problem-pages.ts'
import { resourceLink } from './schema-table.ts'

export function errorBlocks(locale: Locale): Block[] {
  return [
    heading({ vi: 'Lỗi', en: 'Errors' }[locale], 'errors'),
    paragraph(
      {
        vi: 'Mọi lỗi dưới /api có kiểu application/problem+json (RFC 9457), theo dạng ',
        en: 'Every error under /api is application/problem+json (RFC 9457) in the form of ',
      }[locale],
      resourceLink('Problem'),
      {
        vi:
          '. Hãy rẽ nhánh theo “type”; “detail” là lời cho người đọc, theo locale. Mọi tham ' +
          'số sai được nêu cùng lúc trong “fields”. ',
        en:
          '. Decide by “type”; “detail” is text for people and follows locale. “fields” lists ' +
          'all invalid parameters. ',
      }[locale],
      link({ vi: 'Mỗi lỗi có một trang', en: 'Each problem has a page' }[locale], '/problems'),
      '.',
    ),
    problemTableBlock(locale),
    paragraph(
      {
        vi:
          '/mcp trả lỗi giao thức theo JSON-RPC; một yêu cầu bị từ chối là kết quả của công ' +
          'cụ với isError và cùng lời giải thích.',
        en:
          '/mcp returns protocol errors as JSON-RPC; a rejected request is a tool result with ' +
          'isError and the same explanation.',
      }[locale],
    ),
  ]
}
