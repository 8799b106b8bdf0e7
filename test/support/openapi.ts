/** Holds real answers against /openapi.json, with a validator the product itself does not use. */
import assert from 'node:assert/strict'
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js'
import type { Running } from './shop.ts'

type Answer = { content?: Record<string, { schema: object }>; headers?: Record<string, unknown> }
type Operation = { responses: Record<string, Answer> }

export type Contract = {
  document: { paths: Record<string, Record<string, Operation>>; components: object }
  /** Fails unless the answer is one that the description allows for this method and path. */
  allows(method: string, path: string, response: Response): Promise<void>
}

export async function readContract(app: Running): Promise<Contract> {
  const document = (await app.json('/openapi.json')) as unknown as Contract['document']
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

  const operationAt = (method: string, path: string): Operation | undefined => {
    const bare = path.split('?')[0] ?? ''
    const pattern = Object.keys(document.paths).find((one) =>
      new RegExp(`^${one.replace(/\{\w+\}/g, '[^/]+')}$`).test(bare),
    )
    return document.paths[pattern ?? '']?.[method === 'HEAD' ? 'get' : method.toLowerCase()]
  }

  const allows: Contract['allows'] = async (method, path, response) => {
    const where = `${method} ${path} → ${response.status}`
    const type = response.headers.get('content-type') ?? ''
    const operation = operationAt(method, path)
    const answer = operation?.responses[String(response.status)]
    if (operation) assert.ok(answer, `${where} is not described`)
    for (const name of Object.keys(answer?.headers ?? {})) {
      assert.ok(response.headers.has(name), `${where} lacks ${name}`)
    }
    if (method === 'HEAD' || [204, 304].includes(response.status)) return
    const schema = operation
      ? answer?.content?.[type]?.schema
      : { $ref: '#/components/schemas/Problem' }
    assert.ok(schema, `${where} has the type ${type}, which is not described`)
    const validate = validatorOf(schema)
    const body: unknown = await response.json()
    assert.ok(validate(body), `${where}: ${ajv.errorsText(validate.errors)}`)
  }

  return { document, allows }
}
