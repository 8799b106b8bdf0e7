/** Holds answers against /openapi.json, with a validator the product itself does not use. */
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js'

type Described = { content?: Record<string, { schema: object }>; headers?: Record<string, unknown> }

export type Operation = {
  operationId: string
  parameters?: readonly object[]
  requestBody?: { content: Record<string, { schema: object }> }
  responses: Record<string, Described>
}

export type OpenApi = { paths: Record<string, Record<string, Operation>>; components: object }

/** An answer as it came over the wire; the names of headers in small letters. */
export type Answered = {
  status: number
  headers: Readonly<Record<string, string>>
  text: string
}

export type Contract = {
  /** What the answer has that the description of this method and path does not allow, if anything. */
  breach(method: string, path: string, answer: Answered): string | undefined
}

export function createContract(document: OpenApi): Contract {
  const ajv = new Ajv2020({ strict: false, allErrors: true, formats: { uri: URL.canParse } })
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
    const bare = path.split('?')[0] ?? ''
    const pattern = patterns.find(({ fits }) => fits.test(bare))
    return document.paths[pattern?.path ?? '']?.[method === 'HEAD' ? 'get' : method.toLowerCase()]
  }

  return {
    breach(method, path, { status, headers, text }) {
      const where = `${method} ${path} → ${status}`
      const type = headers['content-type'] ?? ''
      const operation = operationAt(method, path)
      const described = operation?.responses[String(status)]
      if (operation && !described) return `${where} is not described`
      const lacking = Object.keys(described?.headers ?? {}).find(
        (name) => !(name.toLowerCase() in headers),
      )
      if (lacking !== undefined) return `${where} lacks ${lacking}`
      if (method === 'HEAD' || [204, 304].includes(status)) return undefined
      const schema = operation ? described?.content?.[type]?.schema : problem
      if (!schema) return `${where} has the type ${type}, which is not described`
      const validate = validatorOf(schema)
      const body = parsed(text)
      if (body === undefined) return `${where} is no JSON`
      return validate(body) ? undefined : `${where}: ${ajv.errorsText(validate.errors)}`
    },
  }
}

/** Of whatever is no operation only refusals are told. */
const problem = { $ref: '#/components/schemas/Problem' }

function parsed(text: string): unknown {
  try {
    return JSON.parse(text) as unknown
  } catch {
    return undefined
  }
}
