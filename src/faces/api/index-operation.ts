/** GET /api: index of the operations. */
import { z } from 'zod'
import { constFormat } from '../../kernel/field-formats.ts'
import type { Locale, LocalizedText } from '../../kernel/locale.ts'
import { type Operation, readOperation } from '../../kernel/operation.ts'
import { apiVersion, versioningAddress } from './headers.ts'

export function indexOperation(
  shop: { name: string; trade: string },
  base: string,
  otherOperations: readonly Operation[],
): Operation {
  const summary: LocalizedText = { vi: 'API này có gì', en: 'What this API offers' }
  const all = [{ http: { method: 'GET' as const, path: '/api' }, summary }, ...otherOperations]
  const createIndex = (locale: Locale) => ({
    name: shop.name,
    variant: shop.trade,
    version: apiVersion,
    endpoints: all.map(({ http: { method, path }, summary }) => ({
      method,
      path,
      summary: summary[locale],
    })),
    documentation: {
      html: `${base}/docs`,
      markdown: `${base}/docs.md`,
      versioning: versioningAddress(base),
      problems: `${base}/problems`,
      consent: `${base}/docs#consent`,
    },
    openapi: `${base}/openapi.json`,
    mcp: `${base}/mcp`,
  })
  return readOperation({
    name: 'getIndex',
    group: { name: 'Index', description: 'Overview of the API.' },
    summary,
    description: 'All endpoints with their purpose, and links to the documentation.',
    http: { method: 'GET', path: '/api' },
    changesWith: 'content',
    input: z.strictObject({}),
    output: z
      .object({
        name: z.string().describe('The name of the business.'),
        variant: z.string().describe('The trade, such as `restaurant` or `spa`.'),
        version: z.string().describe('The version of this API.').meta(constFormat(apiVersion)),
        endpoints: z
          .array(
            z.object({
              method: z.enum(['GET', 'POST']).describe('The HTTP method.'),
              path: z.string().describe('The path, with its parameters in braces.'),
              summary: z.string().describe('The purpose, in the language of the response.'),
            }),
          )
          .describe('All endpoints of this API.'),
        documentation: z
          .object({
            html: z.url().describe('The documentation as a web page.'),
            markdown: z.url().describe('The same as Markdown.'),
            versioning: z.url().describe('Its section on versions and deprecations.'),
            problems: z.url().describe('The list of problem types.'),
            consent: z
              .url()
              .describe('Its section with the texts that a guest agrees to, word for word.'),
          })
          .describe('Documentation for developers.'),
        openapi: z.url().describe('The OpenAPI description.'),
        mcp: z.url().describe('The MCP server, for assistants.'),
      })
      .meta({ id: 'Index' }),
    problems: ['invalid-parameter'],
    example: createIndex('vi'),
    run: (_input, { locale }) => createIndex(locale),
  })
}
