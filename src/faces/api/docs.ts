/** /docs: the API reference in both languages, derived from the operations. */
import type { z } from 'zod'
import { type Block, heading, link, type Page, paragraph } from '../../content/document.ts'
import type { Locale, LocalizedText } from '../../kernel/locale.ts'
import type { Operation } from '../../kernel/operation.ts'
import type { Deprecation } from './deprecation.ts'
import { type ConsentTexts, consentBlocks } from './docs-consent.ts'
import { apiVersion, rateLimitPolicy } from './headers.ts'

export type DocsContext = {
  base: string
  business: { name: string; consent: ConsentTexts }
  writeLimit: number
  /** A bookable date and time for the examples. */
  bookable: { date: string; time: string } | undefined
  deprecations: readonly Deprecation[]
}

export function docsPage(operations: readonly Operation[], context: DocsContext): Page {
  const { name } = context.business
  return {
    path: '/docs',
    kind: 'page',
    document: (locale) => ({
      title: { vi: 'Tài liệu API', en: 'API documentation' }[locale],
      description: {
        vi: `API công khai của ${name}: không cần khoá, không cần đăng nhập.`,
        en: `The public API of ${name}: no key, no login.`,
      }[locale],
      blocks: [
        paragraph(opening[locale]),
        ...start(context, locale),
        ...endpoints(operations, locale),
        ...languages(locale),
        ...pagesOfResults(context, locale),
        ...errors(locale),
        ...writing(operations, context, locale),
        ...consentBlocks(operations, context.business.consent, locale),
        ...limits(context, locale),
        ...assistants(context, locale),
        ...caching(locale),
        ...versioning(context, locale),
      ],
    }),
  }
}

const opening: LocalizedText = {
  vi: 'Mọi địa chỉ đều công khai và ẩn danh. Giờ là giờ Việt Nam, giá là đồng và đã gồm VAT.',
  en: 'All endpoints are public and anonymous. Times are Vietnam time, prices are in dong and include VAT.',
}

function start({ base }: DocsContext, locale: Locale): Block[] {
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

function endpoints(operations: readonly Operation[], locale: Locale): Block[] {
  return [
    heading({ vi: 'Các địa chỉ', en: 'Endpoints' }[locale], 'endpoints'),
    {
      kind: 'table',
      head: [
        { vi: 'Phương thức', en: 'Method' }[locale],
        { vi: 'Đường dẫn', en: 'Path' }[locale],
        { vi: 'Tham số', en: 'Parameters' }[locale],
        { vi: 'Mục đích', en: 'Purpose' }[locale],
      ],
      rows: operations.map(({ http, input, summary }) => [
        [http.method],
        [http.path],
        [[...new Set([...Object.keys(input.shape), 'locale'])].join(', ')],
        [summary[locale]],
      ]),
    },
    paragraph(
      {
        vi: 'HEAD dùng được ở mọi nơi có GET. Trang web ở tên miền khác được đọc (CORS).',
        en: 'HEAD works wherever GET does. Pages of other origins may read (CORS).',
      }[locale],
    ),
  ]
}

function languages(locale: Locale): Block[] {
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

function pagesOfResults({ base }: DocsContext, locale: Locale): Block[] {
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

function errors(locale: Locale): Block[] {
  return [
    heading({ vi: 'Lỗi', en: 'Errors' }[locale], 'errors'),
    paragraph(
      {
        vi:
          'Mọi lỗi dưới /api có kiểu application/problem+json (RFC 9457). Hãy rẽ nhánh ' +
          'theo “type”; “detail” là lời cho người đọc. Mọi tham số sai được nêu cùng lúc ' +
          'trong “fields”. ',
        en:
          'Every error under /api is application/problem+json (RFC 9457). Decide by ' +
          '“type”; “detail” is text for people. “fields” lists all invalid parameters. ',
      }[locale],
      link({ vi: 'Danh sách vấn đề', en: 'List of problems' }[locale], '/problems'),
      '.',
    ),
  ]
}

/** An example that works as it is: a dry run, which stores nothing. */
function writing(
  operations: readonly Operation[],
  { base, bookable }: DocsContext,
  locale: Locale,
): Block[] {
  const booking = operations.find(({ http }) => http.path === '/api/booking')
  if (!booking) return []
  const needed = Object.fromEntries(
    Object.entries(booking.input.shape).flatMap(([name, field]) => {
      const mustBe = !(field as z.ZodType).safeParse(undefined).success
      return mustBe ? [[name, (field as z.ZodType).meta()?.example]] : []
    }),
  )
  return [
    heading({ vi: 'Gửi yêu cầu', en: 'Sending requests' }[locale], 'writing'),
    paragraph(
      {
        vi:
          'Chỉ gửi sau khi người khách đồng ý: consent là "1". Một yêu cầu luôn ở trạng ' +
          'thái chờ cho tới khi nhân viên xác nhận. Với dry_run=1 mọi thứ được kiểm tra mà ' +
          'không lưu gì, không báo ai, không tính lượt.',
        en:
          'Send a request only after the guest has agreed: consent is "1". A request is ' +
          'pending until staff confirm it. With dry_run=1 everything is checked; nothing ' +
          'is stored, reported or counted.',
      }[locale],
    ),
    {
      kind: 'code',
      language: 'sh',
      text:
        `curl '${base}/api/booking?dry_run=1' \\\n  -H 'Content-Type: application/json' ` +
        `\\\n  -H 'Idempotency-Key: 8e03978e-40d5-43e8-bc93-6894a57f9324' \\\n  -d ` +
        `'${JSON.stringify({ ...needed, date: bookable?.date, time: bookable?.time })}'`,
    },
    paragraph(
      {
        vi:
          'Idempotency-Key (8 đến 64 ký tự) làm cho việc gửi lại vô hại: cùng mã và cùng ' +
          'nội dung thì nhận lại đúng câu trả lời đầu tiên trong 24 giờ, kèm ' +
          'Idempotent-Replayed: true; nội dung khác bị từ chối. Câu trả lời từ chối không ' +
          'được lưu, nên có thể sửa rồi dùng lại mã.',
        en:
          'Idempotency-Key (8 to 64 characters) makes a retry safe: for 24 hours the same ' +
          'key with the same body returns the first response again, with ' +
          'Idempotent-Replayed: true; a different body is rejected. Rejections are not ' +
          'stored, so a corrected request may use the same key.',
      }[locale],
    ),
    paragraph(
      {
        vi:
          'Thứ tự kiểm tra: phiên bản, kiểu và cỡ nội dung, cùng trang, mã lặp, nội dung ' +
          '(422), lượt gửi (429), quy định và chỗ trống (422, 409), rồi mới lưu.',
        en:
          'Order of the checks: version, type and size of the body, same site, key, ' +
          'replay, body (422), write limit (429), rules and free slot (422, 409). Then the ' +
          'request is stored.',
      }[locale],
    ),
  ]
}

function limits({ writeLimit }: DocsContext, locale: Locale): Block[] {
  return [
    heading({ vi: 'Giới hạn', en: 'Limits' }[locale], 'limits'),
    paragraph(
      {
        vi:
          `Đọc không giới hạn. Ghi: ${writeLimit} lần mỗi giờ cho một địa chỉ, như tiêu đề ` +
          `RateLimit-Policy nêu: ${rateLimitPolicy(writeLimit)}.`,
        en:
          `Reads are not limited. Writes: ${writeLimit} per hour and address, as stated in ` +
          `the RateLimit-Policy header: ${rateLimitPolicy(writeLimit)}.`,
      }[locale],
    ),
  ]
}

function assistants({ base }: DocsContext, locale: Locale): Block[] {
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

function caching(locale: Locale): Block[] {
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

function versioning({ deprecations }: DocsContext, locale: Locale): Block[] {
  return [
    heading({ vi: 'Phiên bản', en: 'Versioning' }[locale], 'versioning'),
    paragraph(
      {
        vi:
          `Phiên bản hiện nay là ${apiVersion}; mọi câu trả lời mang tiêu đề API-Version. ` +
          'Gửi chính tiêu đề đó để ghim phiên bản. Trong 2.x chỉ thêm trường tuỳ chọn và ' +
          'địa chỉ mới; thay đổi phá vỡ là một phiên bản chính mới.',
        en:
          `The current version is ${apiVersion}; every response contains it in the ` +
          'API-Version header. Send the same header to pin the version. Within 2.x only ' +
          'optional fields and new endpoints are added; a breaking change is a new major ' +
          'version.',
      }[locale],
    ),
    paragraph(
      {
        vi:
          'Không có gì bị bỏ mà không báo trước: địa chỉ sắp bỏ mang tiêu đề Deprecation ' +
          '(RFC 9745) từ ngày quyết định và Sunset (RFC 8594) với ngày ngừng, cách nhau ít ' +
          'nhất 90 ngày.',
        en:
          'Nothing is removed without notice: an endpoint that will be removed has a ' +
          'Deprecation header (RFC 9745) from the day of the decision and a Sunset header ' +
          '(RFC 8594) with its last day, at least 90 days later.',
      }[locale],
    ),
    deprecations.length === 0
      ? paragraph(
          {
            vi: 'Hiện không có địa chỉ nào sắp bỏ.',
            en: 'No endpoint is deprecated at present.',
          }[locale],
        )
      : {
          kind: 'table',
          head: ['path', 'Deprecation', 'Sunset', 'successor-version'],
          rows: deprecations.map(({ path, since, until, successor }) => [
            [path],
            [since],
            [until],
            [successor ?? '–'],
          ]),
        },
  ]
}
