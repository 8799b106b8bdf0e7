/** Checks responses against /openapi.json with a validator that the product does not use. */
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js'

type DescribedResponse = {
  content?: Record<string, { schema: object }>
  headers?: Record<string, DescribedHeader>
}

/** A header, or a reference to one of the components. */
type DescribedHeader = { $ref?: string; required?: boolean }

export type Operation = {
  operationId: string
  parameters?: readonly object[]
  requestBody?: { content: Record<string, { schema: object }> }
  responses: Record<string, DescribedResponse>
}

export type OpenApi = {
  paths: Record<string, Record<string, Operation>>
  components: { headers?: Record<string, DescribedHeader>; schemas: Record<string, object> }
}

/** A response with lower-case header names. */
export type ReceivedResponse = {
  status: number
  headers: Readonly<Record<string, string>>
  text: string
}

export type Contract = {
  /** The first violation of the description of this method and path. */
  findViolation(method: string, path: string, response: ReceivedResponse): string | undefined
}

const formats = {
  uri: URL.canParse,
  date: /^[0-9]{4}-[0-9]{2}-[0-9]{2}$/,
  'date-time':
    /^[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}(\.[0-9]+)?(Z|[+-][0-9]{2}:[0-9]{2})$/,
}

export function createContract(document: OpenApi): Contract {
  const ajv = new Ajv2020({ strict: false, allErrors: true, formats })
  ajv.addSchema({ $id: 'api:', components: document.components })
  const validators = new Map<object, ValidateFunction>()

  const validatorOf = (schema: object): ValidateFunction => {
    const known = validators.get(schema)
    if (known) return known
    const text = JSON.stringify(schema).replaceAll('"#/components', '"api:#/components')
    const made = ajv.compile(JSON.parse(text) as object)
    validators.set(schema, made)
    return made
  }

  const patterns = Object.keys(document.paths).map((path) => ({
    path,
    fits: new RegExp(`^${path.replace(/\{\w+\}/g, '[^/]+')}$`),
  }))

  const operationAt = (method: string, path: string): Operation | undefined => {
    const pathOnly = path.split('?')[0] ?? ''
    const pattern = patterns.find(({ fits: regex }) => regex.test(pathOnly))
    return document.paths[pattern?.path ?? '']?.[method === 'HEAD' ? 'get' : method.toLowerCase()]
  }

  const isRequired = ({ $ref, required }: DescribedHeader) =>
    $ref === undefined
      ? required
      : document.components.headers?.[$ref.split('/').at(-1) ?? '']?.required

  return {
    findViolation(method, path, { status, headers, text }) {
      const where = `${method} ${path} → ${status}`
      const type = headers['content-type'] ?? ''
      const operation = operationAt(method, path)
      const described = operation?.responses[String(status)]
      if (operation && !described) return `${where} is not described`
      const missingHeader = Object.entries(described?.headers ?? {}).find(
        ([name, one]) => isRequired(one) && !(name.toLowerCase() in headers),
      )?.[0]
      if (missingHeader !== undefined) return `${where} lacks ${missingHeader}`
      if (method === 'HEAD' || [204, 304].includes(status)) return undefined
      const schema = operation ? described?.content?.[type]?.schema : problem
      if (!schema) return `${where} has the type ${type}, which is not described`
      const validate = validatorOf(schema)
      const body = parseJson(text)
      if (body === undefined) return `${where} is not JSON`
      return validate(body) ? undefined : `${where}: ${ajv.errorsText(validate.errors)}`
    },
  }
}

/** A path without an operation can only return a problem. */
const problem = { $ref: '#/components/schemas/Problem' }

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text) as unknown
  } catch {
    return undefined
  }
}
