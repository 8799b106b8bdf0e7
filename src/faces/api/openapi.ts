/** /openapi.json, derived from the operations. */
import type { z } from 'zod'
import {
  createDocument,
  type ZodOpenApiOperationObject,
  type ZodOpenApiPathsObject,
  type ZodOpenApiResponsesObject,
} from 'zod-openapi'
import { type Business, vatText } from '../../content/shop.ts'
import type { Operation, WriteOperation } from '../../kernel/operation.ts'
import { type ProblemCode, problemRecord } from '../../kernel/problem.ts'
import { problemTable } from '../../kernel/problem-table.ts'
import type { Deprecations } from './deprecation.ts'
import { apiVersion, rateLimitPolicy } from './headers.ts'
import { headerComponents, type ResponseKind, responseHeaders } from './openapi-headers.ts'
import { dryRunParameter, parameterComponents } from './openapi-parameters.ts'
import { problemExample, problemHeaders } from './openapi-problems.ts'
import { localeParameter, splitInput } from './parameters.ts'

export type OpenApiDocument = ReturnType<typeof createDocument>

export type ApiDescription = {
  base: string
  writeLimit: number
  deprecations: Deprecations
  business: Pick<Business, 'name' | 'description' | 'email' | 'vat'>
}

/** Problems of every operation. */
const commonProblems: readonly ProblemCode[] = [
  'invalid-parameter',
  'unsupported-version',
  'unreadable-request',
  'not-acceptable',
  'body-too-large',
  'internal',
]

/** Problems that occur before the operation is known: they have no headers of the operation. */
const earlyProblems: readonly ProblemCode[] = [
  'method-not-allowed',
  'request-timeout',
  'headers-too-large',
]

/** Problems of every write operation. */
const writeProblems: readonly ProblemCode[] = [
  'malformed-body',
  'cross-site',
  'form-check-failed',
  'invalid-fields',
  'store-unavailable',
]

const keyProblems: readonly ProblemCode[] = ['invalid-idempotency-key', 'idempotency-key-reused']

export function describeApi(
  operations: readonly Operation[],
  { base, writeLimit, deprecations, business }: ApiDescription,
): OpenApiDocument {
  const paths: ZodOpenApiPathsObject = {}
  for (const operation of operations) {
    const { method, path } = operation.http
    paths[path] = {
      ...paths[path],
      [method.toLowerCase()]: {
        ...describeOperation(operation, base),
        ...(deprecations.includes(path) && { deprecated: true }),
      },
    }
  }

  return createDocument(
    {
      openapi: '3.1.1',
      info: {
        title: `${business.name}: catalogue, availability and booking`,
        version: apiVersion,
        summary: 'A public, anonymous interface: no key, no token, no login.',
        description: introduction(business),
        contact: {
          name: business.name,
          ...(business.email !== undefined && { email: business.email }),
          url: base,
        },
        license: { name: 'MIT', identifier: 'MIT' },
      },
      servers: [{ url: base, description: business.name }],
      externalDocs: { url: `${base}/docs`, description: 'Documentation' },
      security: [],
      tags: [...new Map(operations.map(({ group }) => [group.name, group])).values()],
      paths,
      components: {
        headers: headerComponents(rateLimitPolicy(writeLimit), base),
        parameters: parameterComponents,
      },
    },
    {
      override: ({ jsonSchema, io }) => {
        // Members may be added within 2.x, so response schemas allow additional properties.
        if (io === 'output') delete jsonSchema.additionalProperties
        // Every integer has these bounds; they are no limits of a field.
        if (jsonSchema.minimum === Number.MIN_SAFE_INTEGER) delete jsonSchema.minimum
        if (jsonSchema.maximum === Number.MAX_SAFE_INTEGER) delete jsonSchema.maximum
      },
    },
  )
}

function introduction(business: ApiDescription['business']): string {
  const { name, description } = business
  return [
    `${name}. ${description.en}`,
    `All times are Vietnam time; all prices are in dong${vatText(business).en}.`,
    'Every error is a problem record (RFC 9457) whose `type` is the URL of its explanation.',
    'Within 2.x only optional members and new endpoints are added.',
  ].join('\n\n')
}

function describeOperation(operation: Operation, base: string): ZodOpenApiOperationObject {
  const { pathSchema, nonPathSchema } = splitInput(operation.http.path, operation.input)
  const writes = operation.kind === 'write'
  const takesKey = writes && operation.takesKey
  return {
    operationId: operation.name,
    tags: [operation.group.name],
    summary: operation.summary.en,
    description: operation.description,
    parameters: ['ApiVersion', 'AcceptLanguage', ...(takesKey ? ['IdempotencyKey'] : [])].map(
      (name) => ({ $ref: `#/components/parameters/${name}` as const }),
    ),
    requestParams: {
      path: pathSchema,
      query: writes ? localeQuery(operation) : nonPathSchema.extend(localeParameter),
    },
    ...(writes && {
      requestBody: {
        required: true,
        content: {
          'application/json': {
            schema: nonPathSchema,
            example: exampleRequest(nonPathSchema, operation),
          },
          'application/x-www-form-urlencoded': { schema: nonPathSchema },
        },
      },
    }),
    responses: responses(operation, base),
  }
}

/** The required fields with their examples, in the order of the schema. */
function exampleRequest(
  { shape }: z.ZodObject,
  { requestExample = {} }: WriteOperation,
): Record<string, unknown> {
  const fields = Object.entries(shape as Record<string, z.ZodType>)
  return Object.fromEntries(
    fields.flatMap(([name, field]) => {
      if (name in requestExample) return [[name, requestExample[name]]]
      return field.safeParse(undefined).success ? [] : [[name, field.meta()?.example]]
    }),
  )
}

function localeQuery({ dryRun, input }: WriteOperation) {
  const none = input.pick({}).extend(localeParameter)
  return dryRun ? none.extend(dryRunParameter) : none
}

function responses(operation: Operation, base: string): ZodOpenApiResponsesObject {
  const writes = operation.kind === 'write'
  const codes = [
    ...new Set([...operation.problems, ...commonProblems, ...(writes ? writeProblems : [])]),
    ...(writes && operation.takesKey ? keyProblems : []),
    ...(writes && operation.limit ? ['rate-limited' as const] : []),
  ]
  const statuses = [...new Set(codes.map((code) => problemTable[code].status))].sort()
  const content = {
    'application/json': { schema: operation.output, example: operation.example },
  }
  return {
    [String(writes ? operation.http.status : 200)]: {
      description: operation.summary.en,
      headers: responseHeaders(successKind(operation)),
      content,
    },
    ...(!writes && {
      '304': {
        description: 'The response still has the ETag in If-None-Match.',
        headers: responseHeaders('notModified'),
      },
    }),
    ...Object.fromEntries(
      statuses.map((status) => {
        const here = codes.filter((code) => problemTable[code].status === status)
        return [String(status), problemResponse(here, base, writes ? 'rejectedWrite' : 'problem')]
      }),
    ),
    ...Object.fromEntries(
      earlyProblems.map((code) => [
        String(problemTable[code].status),
        problemResponse([code], base, 'problem'),
      ]),
    ),
  }
}

function successKind(operation: Operation): ResponseKind {
  if (operation.kind === 'read') return 'read'
  if (!operation.takesKey) return 'queryByPost'
  return operation.hasLocation ? 'locatedWrite' : 'write'
}

function problemResponse(codes: readonly ProblemCode[], base: string, kind: ResponseKind) {
  const more = new Set(codes.flatMap((code) => problemHeaders[code] ?? []))
  return {
    description: codes.map((code) => problemTable[code].meaning.en).join(' Or: '),
    headers: responseHeaders(kind, [...more]),
    content: {
      'application/problem+json': {
        schema: problemRecord,
        examples: Object.fromEntries(codes.map((code) => [code, problemExample(code, base)])),
      },
    },
  }
}
