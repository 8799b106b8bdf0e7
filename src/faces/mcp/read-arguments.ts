/** Reads the arguments of a tool call: converts what is unambiguous, and validates the result. */
import type { z } from 'zod'
import {
  type ArgumentReading,
  convertToType,
  isLeftOut,
  readerOf,
} from '../../kernel/argument-reader.ts'
import { checkInput } from '../../kernel/input.ts'
import type { Locale, LocalizedText } from '../../kernel/locale.ts'
import type { FieldError } from '../../kernel/problem.ts'
import { isDate } from '../../kernel/time.ts'
import type { JsonObject, ToolAnswer, ToolResult } from '../../mcp/definition.ts'
import { type ArgumentContext, fieldOf } from './argument-errors.ts'

type ReadArguments = {
  /** The arguments as they were read, also those that are not valid. */
  args: Record<string, unknown>
  /** How arguments were read that the client wrote in another way. */
  readings: readonly LocalizedText[]
  /** The validated arguments; only the valid ones if there are errors. */
  value: Record<string, unknown>
  errors: readonly FieldError[]
}

export function readArguments(
  schema: z.ZodObject,
  sent: JsonObject,
  context: ArgumentContext,
): ReadArguments {
  const { args, readings, errors } = convertArguments(schema, sent, context)
  const checked = checkInput(schema, args, 'inputSchema')
  if (checked.ok && errors.length === 0) {
    return { args, readings, value: checked.value, errors }
  }
  const named = new Set(errors.map(({ name }) => name))
  const invalid = (checked.ok ? [] : checked.errors)
    .filter(({ name }) => !named.has(name))
    .map((error): FieldError => (isMissing(error, args) ? { ...error, code: 'missing' } : error))
  return {
    args,
    readings,
    value: checked.ok ? checked.value : checked.validFields,
    errors: [...errors, ...invalid],
  }
}

/** The schema of a list of options rejects a missing value like a wrong one. */
function isMissing({ name, code }: FieldError, args: Readonly<Record<string, unknown>>): boolean {
  return code === 'not_one_of' && !name.includes('.') && !Object.hasOwn(args, name)
}

/** The readings as sentences in front of the text of a result. */
export function withReadings(
  readings: readonly LocalizedText[],
  text: string,
  locale: Locale,
): string {
  return [...new Set(readings.map((reading) => reading[locale])), text].join(' ')
}

/** A result whose summary begins with the readings. */
export function prependReadings(
  answer: ToolAnswer<ToolResult>,
  readings: readonly LocalizedText[],
  locale: Locale,
): ToolAnswer<ToolResult> {
  if (readings.length === 0 || !('structuredContent' in answer)) return answer
  const { content, structuredContent } = answer
  const summary = withReadings(readings, String(structuredContent?.summary ?? ''), locale)
  const output = { ...structuredContent, summary }
  const [, ...others] = content
  return {
    ...answer,
    content: [{ type: 'text', text: JSON.stringify(output) }, ...others],
    structuredContent: output,
  }
}

type Conversion = Pick<ReadArguments, 'args' | 'readings'> & { errors: FieldError[] }

function convertArguments(
  schema: z.ZodObject,
  sent: JsonObject,
  { today, calendar }: ArgumentContext,
): Conversion {
  const { named, hints, repeated, readings } = nameArguments(schema, sent)
  const args: Record<string, unknown> = { ...named }
  const errors: FieldError[] = []
  const implied: Readonly<Record<string, unknown>>[] = []
  const context = {
    today,
    calendar,
    hints,
    isSent: (name: string) => Object.hasOwn(named, name),
    sentValue: (name: string) => named[name],
  }
  const readField = (field: z.core.$ZodType, value: unknown): ArgumentReading => {
    const converted = convertToType(field, value)
    const date = typeof args.date === 'string' && isDate(args.date) ? args.date : undefined
    const reading = readerOf(field).read?.(converted, { ...context, date })
    return reading ?? { value: converted }
  }
  for (const [name, value] of datesFirst(schema, named)) {
    const field = fieldOf(schema, name)
    if (!field) continue
    const reading = readField(field, value)
    if ('error' in reading) {
      delete args[name]
      errors.push({ name, ...reading.error })
      continue
    }
    if (reading.value === undefined) delete args[name]
    else args[name] = reading.value
    if (reading.as && !Object.values(reading.as).includes(String(value))) {
      readings.push(readAs(value, reading.as))
    }
    implied.push(reading.also ?? {})
  }
  for (const also of implied) addImplied(schema, args, also, (name) => Object.hasOwn(named, name))
  for (const { name, argument, value } of repeated) {
    const field = fieldOf(schema, argument)
    if (!field || !Object.hasOwn(args, argument)) continue
    const reading = readField(field, value)
    const isSame = 'value' in reading && reading.value === args[argument]
    if (!isSame && !readerOf(field).agrees?.(value, args[argument]))
      errors.push(contradiction(name, value, argument, args[argument]))
  }
  return { args, readings, errors }
}

/** What a time means depends on the day. */
function datesFirst(schema: z.ZodObject, named: Readonly<Record<string, unknown>>) {
  const isAboutDate = ([name]: [string, unknown]) => {
    const field = fieldOf(schema, name)
    return field !== undefined && readerOf(field).isDate === true
  }
  const entries = Object.entries(named)
  return [...entries.filter(isAboutDate), ...entries.filter((one) => !isAboutDate(one))]
}

/** The same argument under two names with different values. */
function contradiction(name: string, value: unknown, argument: string, other: unknown): FieldError {
  const [one, two] = [`${name} “${String(value).slice(0, 40)}”`, `${argument} “${other}”`]
  return {
    name,
    code: 'repeated',
    message: {
      vi: `${one} và ${two} khác nhau: chỉ gửi ${argument}, với giá trị đúng.`,
      en: `${one} and ${two} differ: send only ${argument}, with the right value.`,
    },
  }
}

/**
 * Leaves empty arguments out, gives the others the names of the schema, and sets aside what only narrows another
 * down.
 */
function nameArguments(schema: z.ZodObject, sent: JsonObject) {
  const named: Record<string, unknown> = Object.create(null)
  const hints: Record<string, unknown> = Object.create(null)
  const repeated: { name: string; argument: string; value: unknown }[] = []
  const hintNames = new Set(
    Object.values(schema.shape).flatMap((field) => readerOf(field).hints ?? []),
  )
  const readings: LocalizedText[] = []
  const present = Object.entries(sent).filter(([, value]) => !isLeftOut(value))
  const isPresent = (name: string) => present.some(([one]) => one === name)
  for (const [name, value] of present) {
    const spelled = toSnakeCase(name)
    const found = fieldOf(schema, name) ? [name] : findArguments(schema, spelled)
    if (found.length === 0 && hintNames.has(spelled)) hints[spelled] = value
    else if (found.length === 0) named[name] = value
    const free = found.filter((argument) => argument === name || !isPresent(argument))
    for (const argument of free) named[argument] = value
    for (const argument of found.filter((one) => !free.includes(one))) {
      repeated.push({ name, argument, value })
    }
    const isOtherName = free.length > 0 && !free.includes(spelled) && !free.includes(name)
    if (isOtherName) readings.push(readAs(name, sameText(free.join(', '))))
  }
  return { named, hints, repeated, readings }
}

/** The argument of this name, or those of which it is an alias: one time is both ends of a window. */
function findArguments(schema: z.ZodObject, spelled: string): string[] {
  if (fieldOf(schema, spelled)) return [spelled]
  return Object.entries(schema.shape).flatMap(([name, field]) =>
    readerOf(field).aliases?.includes(spelled) ? [name] : [],
  )
}

/** "partySize" → "party_size" */
function toSnakeCase(name: string): string {
  return name
    .replace(/([a-z0-9])([A-Z])/g, '$1_$2')
    .replace(/[\s-]+/g, '_')
    .toLowerCase()
}

function addImplied(
  schema: z.ZodObject,
  args: Record<string, unknown>,
  also: Readonly<Record<string, unknown>>,
  isSent: (name: string) => boolean,
): void {
  for (const [name, value] of Object.entries(also)) {
    const field = fieldOf(schema, name)
    const before = args[name]
    const isList = Array.isArray(value) && Array.isArray(before)
    if (!field || (!isList && (isSent(name) || Object.hasOwn(args, name)))) continue
    const united = isList ? [...new Set([...before, ...value])] : value
    if ((field as z.ZodType).safeParse(united).success) args[name] = united
  }
}

const maxShownLength = 60

function readAs(value: unknown, as: LocalizedText): LocalizedText {
  const text = Array.isArray(value) ? value.join(', ') : String(value)
  const shown = text.length > maxShownLength ? `${text.slice(0, maxShownLength)}…` : text
  return { vi: `Hiểu “${shown}” là ${as.vi}.`, en: `Read “${shown}” as ${as.en}.` }
}

function sameText(text: string): LocalizedText {
  return { vi: text, en: text }
}
