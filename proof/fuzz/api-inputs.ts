/** Inputs for the API, derived from /openapi.json. */
import type { Operation } from '../support/contract.ts'
import type { Random } from '../support/random.ts'
import { createInput, type FuzzInput } from './input.ts'
import { jsonBytes, mutateFields } from './mutate.ts'
import { oddHeaders } from './odd-headers.ts'
import { inQuery, oddQuery, oddTarget } from './odd-target.ts'
import { oddText, textOf } from './odd-text.ts'
import type { Header } from './request.ts'
import { type Fields, objectFor, type Schema, valueFor } from './schema.ts'
import type { FuzzTarget } from './target.ts'

type Parameter = { in: string; name: string; required?: boolean; schema: Schema }

export type InputMaker = (random: Random) => FuzzInput

export function createApiInputMaker({
  document,
  knownValues,
  ports,
  site,
}: FuzzTarget): InputMaker {
  const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ path, method, operation })),
  )
  const host = `127.0.0.1:${ports.site}`

  const createAddress = (
    path: string,
    parameters: readonly Parameter[],
    random: Random,
  ): string => {
    const filled = path.replace(/\{(\w+)\}/g, (_, name: string) => {
      if (random.below(5) === 0)
        return inQuery(oddText(random), random).replaceAll('/', '%2F') || '.'
      return encodeURIComponent(
        String(name === 'code' ? random.pick(knownValues.codes) : random.pick(knownValues.offers)),
      )
    })
    const inQueries = parameters.filter((one) => one.in === 'query')
    const names = inQueries.map(({ name }) => name)
    if (random.below(6) === 0) return `${filled}?${oddQuery(random, names)}`
    const pairs = inQueries.flatMap(({ name, schema }) => {
      if (random.below(3) > 0) return []
      const value =
        random.below(7) === 0 ? oddText(random) : valueFor(name, schema, knownValues, random)
      return [`${name}=${inQuery(String(value), random)}`]
    })
    return pairs.length === 0 ? filled : `${filled}?${pairs.join('&')}`
  }

  const createBody = ({ requestBody }: Operation, random: Random): [Header[], Buffer] => {
    const schema = requestBody?.content['application/json']?.schema as Schema | undefined
    if (!schema) {
      return random.below(12) === 0
        ? [[['Content-Type', 'text/plain']], Buffer.from('zqx')]
        : [[], none]
    }
    const fields = mutateFields(objectFor(schema, knownValues, random), random)
    if (random.below(4) > 0) {
      return [[['Content-Type', 'application/json']], jsonBytes(fields, random)]
    }
    const tokens = [...site.forms.values()].flatMap((form) => form.fields.form_token ?? [])
    if (tokens.length > 0 && random.below(4) > 0) fields.form_token = random.pick(tokens)
    return [[['Content-Type', 'application/x-www-form-urlencoded']], formBytes(fields, random)]
  }

  return (random) => {
    const { path, method, operation } = random.pick(operations)
    const parameters = (operation.parameters ?? []) as readonly Parameter[]
    const target = oddTarget(createAddress(path, parameters, random), random)
    const [headers, body] = createBody(operation, random)
    const all = [...headers, ...oddHeaders(random)]
    const request = { method: method.toUpperCase(), target, headers: all, body }
    return createInput('site', `api ${operation.operationId}`, request, host, random)
  }
}

const none = Buffer.alloc(0)

export function formBytes(fields: Fields, random: Random): Buffer {
  const pairs = Object.entries(fields).flatMap(([name, value]) =>
    (Array.isArray(value) ? value : [value]).map(
      (one) => `${inQuery(name, random)}=${inQuery(textOf(one), random)}`,
    ),
  )
  if (random.below(10) === 0) pairs.push(oddQuery(random))
  return Buffer.from(pairs.join('&'), 'latin1')
}
