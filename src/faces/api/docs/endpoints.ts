/** The endpoints: an overview, then each with its parameters, its body and its response. */
import { type Block, heading, type Inline, paragraph } from '../../../content/document.ts'
import type { Locale } from '../../../kernel/locale.ts'
import type { Operation } from '../../../kernel/operation.ts'
import type { DocsContext } from './context.ts'
import {
  nameOfReference,
  ownParameters,
  type PublishedApi,
  type PublishedOperation,
  type PublishedParameter,
} from './published-api.ts'
import {
  descriptionOf,
  fieldsOf,
  fieldTable,
  formatYesNo,
  resourceLink,
  typeOf,
} from './schema-table.ts'

export function endpointBlocks(context: DocsContext, locale: Locale): Block[] {
  const { operations, publishedApi } = context
  const api = publishedApi()
  return [
    heading({ vi: 'Các địa chỉ', en: 'Endpoints' }[locale], 'endpoints'),
    {
      kind: 'table',
      head: [
        { vi: 'Phương thức', en: 'Method' }[locale],
        { vi: 'Đường dẫn', en: 'Path' }[locale],
        { vi: 'Mục đích', en: 'Purpose' }[locale],
      ],
      rows: operations.map(({ http, summary }) => [[http.method], [http.path], [summary[locale]]]),
    },
    paragraph(
      {
        vi:
          'HEAD dùng được ở mọi nơi có GET, và OPTIONS ở mọi nơi; phương thức khác nhận 405 ' +
          'với tiêu đề Allow. Trang web ở tên miền khác được đọc (CORS). Mô tả của tham số và ' +
          'trường giữ nguyên tiếng Anh, như trong /openapi.json.',
        en:
          'HEAD works wherever GET does, and OPTIONS everywhere; any other method gets a 405 ' +
          'with the Allow header. Pages of other origins may read (CORS).',
      }[locale],
    ),
    paragraph(
      {
        vi: 'Tiêu đề của yêu cầu; Idempotency-Key chỉ dùng với POST:',
        en: 'Request headers; Idempotency-Key is for POST only:',
      }[locale],
    ),
    parameterTable(Object.values(api.components.parameters), locale),
    ...operations.flatMap((operation) => describeEndpoint(api, operation, locale)),
  ]
}

function describeEndpoint(
  api: PublishedApi,
  { http, name, summary }: Operation,
  locale: Locale,
): Block[] {
  const published = api.paths[http.path]?.[http.method.toLowerCase()]
  if (!published) return []
  const body = published.requestBody?.content['application/json']?.schema
  return [
    { kind: 'heading', level: 3, text: `${http.method} ${http.path}`, id: `operation-${name}` },
    paragraph(`${summary[locale]}. `, descriptionOf(published)),
    parameterTable(ownParameters(published), locale),
    ...(body
      ? [
          paragraph(
            {
              vi: 'Nội dung (application/json, hoặc application/x-www-form-urlencoded từ trang của chúng tôi):',
              en: 'Body (application/json, or application/x-www-form-urlencoded from our own pages):',
            }[locale],
          ),
          fieldTable(fieldsOf(body), 'sent by the client', locale),
        ]
      : []),
    paragraph({ vi: 'Trả về: ', en: 'Returns: ' }[locale], ...successOf(published), '.'),
  ]
}

function parameterTable(parameters: readonly PublishedParameter[], locale: Locale): Block {
  return {
    kind: 'table',
    head: [
      { vi: 'Tham số', en: 'Parameter' }[locale],
      { vi: 'Ở đâu', en: 'In' }[locale],
      { vi: 'Kiểu', en: 'Type' }[locale],
      { vi: 'Bắt buộc', en: 'Required' }[locale],
      { vi: 'Mô tả', en: 'Description' }[locale],
    ],
    rows: parameters.map((parameter) => [
      [parameter.name],
      [parameter.in],
      typeOf(parameter.schema, locale),
      [formatYesNo(parameter.required ?? false, locale)],
      [descriptionOf(parameter)],
    ]),
  }
}

/** "202, RequestedBooking" */
function successOf({ responses }: PublishedOperation): Inline[] {
  const [status = '', response] =
    Object.entries(responses).find(([status]) => status.startsWith('2')) ?? []
  const reference = response?.content?.['application/json']?.schema.$ref
  return reference === undefined
    ? [status]
    : [`${status}, `, resourceLink(nameOfReference(reference))]
}
