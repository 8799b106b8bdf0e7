/** /openapi.json, drawn from the operations that answer. */
import {
  createDocument,
  type ZodOpenApiPathsObject,
  type ZodOpenApiResponsesObject,
} from 'zod-openapi'
import { defaultLocale, type Words } from '../../kernel/locale.ts'
import type { Operation } from '../../kernel/operation.ts'
import { Problem, type ProblemCode, problemRecord } from '../../kernel/problem.ts'
import { problemTable } from '../../kernel/problem-table.ts'
import type { Deprecation } from './deprecation.ts'
import { apiVersion, rateLimitPolicy } from './headers.ts'
import { headerComponents, headersOf } from './openapi-headers.ts'
import { splitInput } from './parameters.ts'

export type Described = {
  base: string
  writeLimit: number
  deprecations: readonly Deprecation[]
  business: { name: string; description: Words; email: string }
}

/** Any operation may be refused for these, whatever it does. */
const general: readonly ProblemCode[] = [
  'unsupported-version',
  'unreadable-request',
  'not-acceptable',
  'body-too-large',
  'internal',
]

export function describeApi(
  operations: readonly Operation[],
  { base, writeLimit, deprecations, business }: Described,
): object {
  const paths: ZodOpenApiPathsObject = {}
  for (const operation of operations) {
    const { pathSchema, querySchema } = splitInput(operation.http.path, operation.input)
    paths[operation.http.path] = {
      ...paths[operation.http.path],
      [operation.http.method.toLowerCase()]: {
        operationId: operation.name,
        tags: [operation.group.name],
        summary: operation.summary,
        description: operation.description,
        ...(deprecations.some(({ path }) => path === operation.http.path) && { deprecated: true }),
        parameters: [
          { $ref: '#/components/parameters/ApiVersion' },
          { $ref: '#/components/parameters/AcceptLanguage' },
        ],
        requestParams: { path: pathSchema, query: querySchema },
        responses: responses(operation, base),
      },
    }
  }

  return createDocument({
    openapi: '3.1.1',
    info: {
      title: `${business.name}: catalogue, availability and booking`,
      version: apiVersion,
      summary: 'A public, anonymous interface: no key, no token, no login.',
      description: introduction(business),
      contact: { name: business.name, email: business.email, url: base },
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [{ url: base, description: business.name }],
    externalDocs: { url: `${base}/docs`, description: 'The documentation for people' },
    security: [],
    tags: [...new Map(operations.map(({ group }) => [group.name, group])).values()],
    paths,
    components: {
      headers: headerComponents(rateLimitPolicy(writeLimit), base),
      parameters: {
        ApiVersion: {
          name: 'API-Version',
          in: 'header',
          required: false,
          description: 'Pins the version; any other value than 2.0 or 2 is refused.',
          schema: { type: 'string', enum: ['2.0', '2'] },
          example: apiVersion,
        },
        AcceptLanguage: {
          name: 'Accept-Language',
          in: 'header',
          required: false,
          description: 'Chooses between Vietnamese and English where `locale` is not given.',
          schema: { type: 'string' },
          example: 'en',
        },
      },
    },
  })
}

function introduction({ name, description }: Described['business']): string {
  return [
    `${name}. ${description.en}`,
    'All times are Vietnam time; all prices are in dong, VAT included.',
    'Every refusal is a problem record (RFC 9457) whose `type` is the address of its explanation.',
    'Within 2.x only optional members and new endpoints are added.',
  ].join('\n\n')
}

function responses(operation: Operation, base: string): ZodOpenApiResponsesObject {
  const codes = [...new Set([...operation.problems, ...general])]
  const statuses = [...new Set(codes.map((code) => problemTable[code].status))].sort()
  return {
    '200': {
      description: operation.summary,
      headers: headersOf('reading'),
      content: {
        'application/json': {
          schema: operation.output,
          example: operation.run(operation.input.parse(operation.example) as never, {
            locale: defaultLocale,
          }),
        },
      },
    },
    '304': {
      description: 'Nothing has changed since the answer with the ETag in If-None-Match.',
      headers: headersOf('unchanged'),
    },
    ...Object.fromEntries(
      statuses.map((status) => {
        const here = codes.filter((code) => problemTable[code].status === status)
        return [String(status), refusal(here, base)]
      }),
    ),
  }
}

function refusal(codes: readonly ProblemCode[], base: string) {
  return {
    description: codes.map((code) => problemTable[code].meaning.en).join(' Or: '),
    headers: headersOf('problem'),
    content: {
      'application/problem+json': {
        schema: problemRecord,
        examples: Object.fromEntries(codes.map((code) => [code, problemExample(code, base)])),
      },
    },
  }
}

function problemExample(code: ProblemCode, base: string) {
  const fields =
    code === 'invalid-parameter'
      ? [
          {
            name: 'limit',
            code: 'too_large' as const,
            message: {
              vi: 'Viết một số nguyên từ 1 đến 100.',
              en: 'Write a whole number from 1 to 100.',
            },
          },
        ]
      : undefined
  const problem = new Problem(code, fields && { fields })
  return {
    summary: problemTable[code].title.en,
    value: problem.record('en', base, 'urn:uuid:1f0e5b9c-8c2d-4a57-9f0e-2b7d1c3a4e5f'),
  }
}
