/** Header parameters, and the query parameter of a dry run. */
import { z } from 'zod'
import type { ZodOpenApiParameterObject } from 'zod-openapi'
import { apiVersion, apiVersions } from './headers.ts'
import { keyLength } from './idempotency-key.ts'

export const parameterComponents = {
  ApiVersion: {
    name: 'API-Version',
    in: 'header',
    required: false,
    description: `Pins the version; any other value than ${apiVersions.join(' or ')} is rejected.`,
    schema: { type: 'string', enum: [...apiVersions] },
    example: apiVersion,
  },
  AcceptLanguage: {
    name: 'Accept-Language',
    in: 'header',
    required: false,
    description: 'Chooses between Vietnamese and English if `locale` is missing.',
    schema: { type: 'string' },
    example: 'en',
  },
  IdempotencyKey: {
    name: 'Idempotency-Key',
    in: 'header',
    required: false,
    description:
      'Makes a retry safe: for 24 hours the same key with the same body returns the ' +
      'first response again. Quoted or unquoted.',
    // The longest key in quotes.
    schema: { type: 'string', minLength: keyLength.min, maxLength: keyLength.max + 2 },
    example: '8e03978e-40d5-43e8-bc93-6894a57f9324',
  },
} satisfies Record<string, ZodOpenApiParameterObject>

export const dryRunParameter = {
  dry_run: z.literal('1').optional().meta({
    description:
      'Checks everything and stores nothing: no notification is sent, nothing is counted.',
    example: '1',
  }),
}
