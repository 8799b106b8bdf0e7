/** The query of an address as an operation's input. */
import { z } from 'zod'
import { decode } from '../../http/router.ts'
import { checkInput, innermost, repeated as onceOnly, oneOf } from '../../kernel/input.ts'
import { isLocale, type Locale, locales } from '../../kernel/locale.ts'
import type { Operation } from '../../kernel/operation.ts'
import { type FieldFault, Problem } from '../../kernel/problem.ts'
import { asNumber } from './body.ts'

export type Query = { values: ReadonlyMap<string, string>; repeated: readonly string[] }

/** Nothing if the query is wrongly encoded. */
export function readQuery(query: string): Query | undefined {
  const values = new Map<string, string>()
  const again = new Set<string>()
  for (const part of query.split('&')) {
    if (part === '') continue
    const mark = part.indexOf('=')
    const name = decode(mark < 0 ? part : part.slice(0, mark))
    const value = mark < 0 ? '' : decode(part.slice(mark + 1).replaceAll('+', ' '))
    if (name === undefined || value === undefined) return undefined
    if (values.has(name)) again.add(name)
    values.set(name, value.normalize('NFC'))
  }
  return { values, repeated: [...again] }
}

/** The locale that the query names, if it names one we speak. */
export function localeOf(query: Query): Locale | undefined {
  const named = query.values.get('locale')
  return named !== undefined && isLocale(named) ? named : undefined
}

export type InputReader = (
  inPath: Readonly<Record<string, string>>,
  query: Query,
) => Record<string, unknown>

/** Reads a read's input; throws a Problem with every wrong parameter at once. */
export function queryReader({ http, input }: Operation): InputReader {
  const { pathSchema, restSchema } = splitInput(http.path, input)
  const querySchema = restSchema.extend(localeParameter)
  const numbers = new Set(
    Object.entries(querySchema.shape).flatMap(([name, field]) =>
      innermost(field) instanceof z.ZodNumber ? [name] : [],
    ),
  )

  return (inPath, query) => {
    const given: Record<string, unknown> = Object.create(null)
    for (const [name, value] of query.values) {
      if (!query.repeated.includes(name)) given[name] = numbers.has(name) ? asNumber(value) : value
    }
    const fromPath = checkInput(pathSchema, inPath)
    const fromQuery = checkInput(querySchema, given)
    const faults: FieldFault[] = [
      ...repeatedFaults(query.repeated),
      ...(fromPath.ok ? [] : fromPath.faults),
      ...(fromQuery.ok ? [] : fromQuery.faults),
    ]
    if (!fromPath.ok || !fromQuery.ok || faults.length > 0) {
      throw new Problem('invalid-parameter', { fields: faults })
    }
    return { ...fromQuery.value, ...fromPath.value }
  }
}

/** The query of a write: `locale`, and `dry_run=1` where it can be tried. */
export function checkParameters(
  { query, repeated }: { query: ReadonlyMap<string, string>; repeated: readonly string[] },
  mayTry: boolean,
): { dryRun: boolean } {
  const faults = repeatedFaults(repeated)
  for (const [name, value] of query) {
    if (name === 'locale') {
      if (!isLocale(value)) faults.push({ name, code: 'not_one_of', message: oneOf(locales) })
    } else if (name === 'dry_run' && mayTry) {
      if (value !== '1') faults.push({ name, code: 'not_one_of', message: oneOf(['1']) })
    } else {
      const known = mayTry ? 'locale, dry_run' : 'locale'
      faults.push({
        name,
        code: 'unknown',
        message: { vi: `Không có tên này. Các tên: ${known}.`, en: `The names are: ${known}.` },
      })
    }
  }
  if (faults.length > 0) throw new Problem('invalid-parameter', { fields: faults })
  return { dryRun: query.has('dry_run') }
}

/** What stands in the path, and the rest. */
export function splitInput(path: string, input: z.ZodObject) {
  const names = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => [name, true as const])
  const inPath = Object.fromEntries(names)
  return { pathSchema: input.pick(inPath), restSchema: input.omit(inPath) }
}

export const localeParameter = {
  locale: z.enum(locales).optional().meta({
    description: 'The language of the answer; without it Accept-Language decides, then `vi`.',
    example: 'en',
  }),
}

function repeatedFaults(names: readonly string[]): FieldFault[] {
  return names.map((name) => ({ name, code: 'repeated', message: onceOnly }))
}
