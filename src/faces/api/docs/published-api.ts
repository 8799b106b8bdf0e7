/** /openapi.json as the documentation reads it, so that both describe the same. */

export type JsonSchema = {
  $ref?: string
  type?: string | readonly string[]
  format?: string
  description?: string
  properties?: Readonly<Record<string, JsonSchema>>
  required?: readonly string[]
  items?: JsonSchema
  enum?: readonly unknown[]
  const?: unknown
  default?: unknown
  minimum?: number
  maximum?: number
  minLength?: number
  maxLength?: number
}

export type PublishedParameter = {
  name: string
  in: 'path' | 'query' | 'header'
  required?: boolean
  description?: string
  schema: JsonSchema
}

export type PublishedOperation = {
  parameters: readonly (PublishedParameter | { $ref: string })[]
  requestBody?: { content: Readonly<Record<string, { schema: JsonSchema }>> }
  responses: Readonly<
    Record<string, { content?: Readonly<Record<string, { schema: JsonSchema }>> }>
  >
  description: string
}

export type PublishedApi = {
  paths: Readonly<Record<string, Readonly<Record<string, PublishedOperation>>>>
  components: {
    schemas: Readonly<Record<string, JsonSchema>>
    parameters: Readonly<Record<string, PublishedParameter>>
  }
}

export function parsePublishedApi(json: string): PublishedApi {
  return JSON.parse(json) as PublishedApi
}

/** "#/components/schemas/Offer" → "Offer" */
export function nameOfReference(reference: string): string {
  return reference.slice(reference.lastIndexOf('/') + 1)
}

/** The parameters of one operation; those in `components` are shared by several. */
export function ownParameters({ parameters }: PublishedOperation): PublishedParameter[] {
  return parameters.flatMap((one) => ('$ref' in one ? [] : one))
}
