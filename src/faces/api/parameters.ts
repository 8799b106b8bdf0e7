/** Parses the query string as the input of an operation. */
import { z } from 'zod'
import { decodeComponent } from '../../http/router.ts'
import { checkInput, repeated as onceOnly, oneOf } from '../../kernel/input.ts'
import { isLocale, type Locale, locales } from '../../kernel/locale.ts'
import type { Operation } from '../../kernel/operation.ts'
import { type FieldError, Problem } from '../../kernel/problem.ts'
import { convertParameters } from '../../kernel/text-input.ts'

export type ParsedQuery = { values: ReadonlyMap<string, string>; repeated: readonly string[] }

/** Undefined if the query has an invalid encoding. */
export function parseQuery(query: string): ParsedQuery | undefined {
  const values = new Map<string, string>()
  const repeated = new Set<string>()
  for (const part of query.split('&')) {
    if (part === '') continue
    const equalsIndex = part.indexOf('=')
    const name = decodeComponent(equalsIndex < 0 ? part : part.slice(0, equalsIndex))
    const value =
      equalsIndex < 0 ? '' : decodeComponent(part.slice(equalsIndex + 1).replaceAll('+', ' '))
    if (name === undefined || value === undefined) return undefined
    if (values.has(name)) repeated.add(name)
    values.set(name, value.normalize('NFC'))
  }
  return { values, repeated: [...repeated] }
}

/** The supported locale in the query, if there is one. */
export function queryLocale(query: ParsedQuery): Locale | undefined {
  const named = query.values.get('locale')
  return named !== undefined && isLocale(named) ? named : undefined
}

export type InputParser = (
  pathParams: Readonly<Record<string, string>>,
  query: ParsedQuery,
) => Record<string, unknown>

/** Parses the input of a read operation; throws one Problem with all invalid parameters. */
export function createQueryParser({ http, input }: Operation): InputParser {
  const { pathSchema, nonPathSchema } = splitInput(http.path, input)
  const querySchema = nonPathSchema.extend(localeParameter)
  return (pathParams, query) => {
    const once = [...query.values].filter(([name]) => !query.repeated.includes(name))
    const values = convertParameters(querySchema, once)
    const fromPath = checkInput(pathSchema, pathParams)
    const fromQuery = checkInput(querySchema, values)
    const errors: FieldError[] = [
      ...repeatedNameErrors(query.repeated),
      ...(fromPath.ok ? [] : fromPath.errors),
      ...(fromQuery.ok ? [] : fromQuery.errors.map(nameParameter)),
    ]
    if (!fromPath.ok || !fromQuery.ok || errors.length > 0) {
      throw new Problem('invalid-parameter', { fields: errors })
    }
    return { ...fromQuery.value, ...fromPath.value }
  }
}

/** An error inside a list names the parameter, without the position. */
function nameParameter(error: FieldError): FieldError {
  return { ...error, name: error.name.split('.')[0] ?? error.name }
}

/** The query of a write: `locale`, and `dry_run=1` where dry runs are supported. */
export function checkParameters(
  { query, repeated }: { query: ReadonlyMap<string, string>; repeated: readonly string[] },
  canDryRun: boolean,
): { dryRun: boolean } {
  const errors = repeatedNameErrors(repeated)
  for (const [name, value] of query) {
    if (name === 'locale') {
      if (!isLocale(value)) errors.push({ name, code: 'not_one_of', message: oneOf(locales) })
    } else if (name === 'dry_run' && canDryRun) {
      if (value !== '1') errors.push({ name, code: 'not_one_of', message: oneOf(['1']) })
    } else {
      const known = canDryRun ? 'locale, dry_run' : 'locale'
      errors.push({
        name,
        code: 'unknown',
        message: {
          vi: `Không có tên này. Các tên: ${known}.`,
          en: `Unknown name. The names are: ${known}.`,
        },
      })
    }
  }
  if (errors.length > 0) throw new Problem('invalid-parameter', { fields: errors })
  return { dryRun: query.has('dry_run') }
}

/** Splits the fields into path parameters and the rest. */
export function splitInput(path: string, input: z.ZodObject) {
  const names = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => [name, true as const])
  const pathKeys = Object.fromEntries(names)
  return { pathSchema: input.pick(pathKeys), nonPathSchema: input.omit(pathKeys) }
}

export const localeParameter = {
  locale: z.enum(locales).optional().meta({
    description:
      'Language of the response; otherwise Accept-Language, then the first language of the shop.',
    example: 'en',
  }),
}

function repeatedNameErrors(names: readonly string[]): FieldError[] {
  return names.map((name) => ({ name, code: 'repeated', message: onceOnly }))
}
