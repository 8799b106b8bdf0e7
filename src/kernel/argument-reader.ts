/**
 * How the arguments of tools are read before they are validated. A reader belongs to a field of a tool's schema through
 * a registry, so that the JSON Schema of the field stays the same.
 */
import { z } from 'zod'
import { innermost, isNumberField } from './input.ts'
import type { LocalizedText } from './locale.ts'
import type { FieldError } from './problem.ts'

/** Which days and times can be booked, regardless of what is booked. */
export type BookingCalendar = {
  lastDay(today: string): string
  isOpen(date: string): boolean
  /** Whether the shop is open at this minute of the day, on some day of the week. */
  isOpenAt(minutes: number): boolean
  /** Whether some booking may start about this minute of the day, on one of these dates. */
  canStartAt(minutes: number, dates: readonly string[]): boolean
  /** The calendar date of a time after midnight in the night that begins on this day, if the shop is open then. */
  nightDate(date: string, minutes: number): string
}

export type ReadingContext = {
  today: string
  calendar: BookingCalendar
  /** The date of the call, if it has one that could be read. */
  date: string | undefined
  /** Whether the call has this argument. */
  isSent(name: string): boolean
  /** What the client sent under one of the names in `hints`. */
  hints: Readonly<Record<string, unknown>>
  /** The argument as it was sent. */
  sentValue(name: string): unknown
}

export type ReadingError = Omit<FieldError, 'name'>

export type ArgumentReading =
  | {
      /** Undefined leaves the argument out. */
      value: unknown
      /** What the value means, if the client should see how it was read. */
      as?: LocalizedText
      /**
       * Other arguments that follow from the value; used if the tool has them and the call does not. Lists are
       * united.
       */
      also?: Readonly<Record<string, unknown>>
    }
  | { error: ReadingError }

type ArgumentReader = {
  /** Other names by which clients send the argument. */
  aliases?: readonly string[]
  /** Names under which clients send what only narrows the argument down; the tool has no arguments of these names. */
  hints?: readonly string[]
  /** The question to the guest if the argument is missing. Without it, the argument is the model's own. */
  question?: LocalizedText
  /** Replaces the general text about a wrong format. */
  expected?: LocalizedText
  /** Whether what was sent under an alias beside the argument says the same; by default, if it is read as the same. */
  agrees?: (sent: unknown, value: unknown) => boolean
  /** Errors about the argument also name today and the last bookable day. */
  isDate?: boolean
  read?: (value: unknown, context: ReadingContext) => ArgumentReading
}

export const argumentReaders = z.registry<ArgumentReader>()

/** What is registered for a field or for the schema inside it. */
export function readerOf(field: z.core.$ZodType): ArgumentReader {
  const inner = field instanceof z.ZodOptional || field instanceof z.ZodDefault
  return {
    ...(inner && readerOf(field.unwrap() as z.core.$ZodType)),
    ...argumentReaders.get(field),
  }
}

/** Converts a value to the JSON type of the field if there is only one way to do it. */
export function convertToType(field: z.core.$ZodType, sent: unknown): unknown {
  const inner = innermost(field)
  if (inner instanceof z.ZodArray) return toList(inner, sent)
  const value = Array.isArray(sent) && sent.length === 1 ? sent[0] : sent
  if (isNumberField(inner)) return toNumber(value)
  if (inner instanceof z.ZodBoolean) return toBoolean(value)
  if (inner instanceof z.ZodEnum) return toOption(inner.options.map(String), value)
  return typeof value === 'number' && Number.isFinite(value) ? String(value) : value
}

/** Null, an empty text and a text that only names the absence of a value. */
export function isLeftOut(value: unknown): boolean {
  return value === null || (typeof value === 'string' && /^\s*(null|undefined)?\s*$/i.test(value))
}

function toList(field: z.ZodArray, value: unknown): unknown[] {
  const items = Array.isArray(value) ? value : (parseJsonList(value) ?? [value])
  const element = field.element as z.core.$ZodType
  return items.filter((item) => !isLeftOut(item)).map((item) => convertToType(element, item))
}

/** Some models send a list as JSON text. */
function parseJsonList(value: unknown): unknown[] | undefined {
  if (typeof value !== 'string' || !value.trim().startsWith('[')) return undefined
  try {
    return JSON.parse(value)
  } catch {
    return undefined
  }
}

function toNumber(value: unknown): unknown {
  if (typeof value !== 'string') return value
  const text = value.trim()
  // "100.000" is a hundred thousand in Vietnam.
  return /^-?[0-9]{1,15}(\.0{1,2})?$/.test(text) ? Number(text) : value
}

const booleans = new Map([
  ['true', true],
  ['false', false],
])

function toBoolean(value: unknown): unknown {
  return typeof value === 'string' ? (booleans.get(value.trim().toLowerCase()) ?? value) : value
}

function toOption(options: readonly string[], value: unknown): unknown {
  if (typeof value !== 'string' || options.includes(value)) return value
  return options.find((option) => spelling(option) === spelling(value)) ?? value
}

/** "Smaller party" and "smaller_party" are spelled the same. */
function spelling(text: string): string {
  return text
    .trim()
    .toLowerCase()
    .replace(/[\s-]+/g, '_')
}
