/** GET /api: where everything is. */
import { z } from 'zod'
import { type Operation, operation } from '../../kernel/operation.ts'
import { apiVersion } from './headers.ts'

export function indexOperation(
  shop: { name: string; variant: string },
  base: string,
  others: readonly Operation[],
): Operation {
  const index: Operation = operation({
    name: 'getIndex',
    group: { name: 'Index', description: 'Where everything is.' },
    summary: 'What this API offers',
    description: 'Every endpoint with its purpose, and where the documentation stands.',
    http: { method: 'GET', path: '/api' },
    input: z.strictObject({}),
    output: z
      .object({
        name: z.string().describe('The name of the business.'),
        variant: z.string().describe('Its trade, such as `restaurant` or `spa`.'),
        version: z.string().describe('The version of this API.'),
        endpoints: z.array(z.object({ method: z.string(), path: z.string(), summary: z.string() })),
        documentation: z.object({
          html: z.url(),
          markdown: z.url(),
          versioning: z.url(),
          problems: z.url(),
        }),
        openapi: z.url(),
      })
      .meta({ id: 'Index' }),
    problems: ['invalid-parameter'],
    example: {},
    run: () => ({
      name: shop.name,
      variant: shop.variant,
      version: apiVersion,
      endpoints: [index, ...others].map(({ http, summary }) => ({ ...http, summary })),
      documentation: {
        html: `${base}/docs`,
        markdown: `${base}/docs.md`,
        versioning: `${base}/docs#versioning`,
        problems: `${base}/problems`,
      },
      openapi: `${base}/openapi.json`,
    }),
  })
  return index
}
