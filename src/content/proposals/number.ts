/** Numbers with a unit, in quotes, as a word, or between two steps. */
import { foldDiacritics } from '../../kernel/fold-diacritics.ts'
import type { FieldKind } from '../schema-message.ts'
import { type Correction, isQuoted, quotesNotNeeded, type WrittenValue } from './proposal.ts'

type NumberKind = Extract<FieldKind, { kind: 'number' }>

/** The length of each unit in minutes. */
const minutesOfUnit: Readonly<Record<string, number>> = {
  phut: 1,
  p: 1,
  minutes: 1,
  minute: 1,
  min: 1,
  gio: 60,
  tieng: 60,
  h: 60,
  hours: 60,
  hour: 60,
  ngay: 1440,
  days: 1440,
  day: 1440,
  tuan: 10_080,
  weeks: 10_080,
  week: 10_080,
  thang: 43_200,
  months: 43_200,
  month: 43_200,
  nam: 525_600,
  years: 525_600,
  year: 525_600,
}

export function proposeNumber(
  { min, max, step, words }: NumberKind,
  written: WrittenValue,
): Correction | undefined {
  const number =
    findWord(words, written.plain) ?? parseNumber(written.plain, unitOfField(written.key))
  if (number === undefined || number < min || number > max) return undefined
  const neighbors = [Math.floor(number / step) * step, Math.ceil(number / step) * step]
  const values = [...new Set(neighbors)].filter((one) => one >= min && one <= max)
  return { wrong: describeNumber(number, step, written), values: values.map(String) }
}

function describeNumber(number: number, step: number, written: WrittenValue): Correction['wrong'] {
  if (number % step !== 0) {
    return (quoted) => ({
      vi: `${quoted} không chia hết cho ${step}`,
      en: `${quoted} is not a multiple of ${step}`,
    })
  }
  if (String(number) === written.plain) return isQuoted(written) ? quotesNotNeeded : undefined
  const isWord = !/[0-9]/.test(written.plain)
  return (quoted) =>
    isWord
      ? { vi: `${quoted} ở đây là ${number}`, en: `${quoted} is ${number} here` }
      : { vi: `${quoted} không chỉ là một con số`, en: `${quoted} is not a plain number` }
}

function findWord(words: NumberKind['words'], text: string): number | undefined {
  const folded = foldDiacritics(text)
  const [, number] = Object.entries(words).find(([word]) => foldDiacritics(word) === folded) ?? []
  return typeof number === 'number' ? number : undefined
}

/** "2 giờ" is 120 for a field in minutes, and 2 for one in hours. */
function parseNumber(text: string, unitMinutes: number | undefined): number | undefined {
  const folded = foldDiacritics(text).replace(',', '.')
  const [, digits = '', unit = '', more = ''] =
    /^([0-9]+(?:\.[0-9]+)?)\s*([a-z%]*)\s*([0-9]*)$/.exec(folded) ?? []
  if (digits === '') return undefined
  const written = minutesOfUnit[unit]
  if (more !== '' && unit !== 'h' && unit !== 'gio') return undefined
  if (unitMinutes === undefined || unit === '') return toInteger(Number(digits))
  if (written === undefined) return undefined
  return toInteger((Number(digits) * written + Number(more)) / unitMinutes)
}

function toInteger(number: number): number | undefined {
  return Number.isInteger(number) ? number : undefined
}

/** The unit that the name of a field states: `hold_minutes`. */
function unitOfField(key: string): number | undefined {
  const [unit = ''] = /(minutes|hours|days)$/.exec(key) ?? []
  return minutesOfUnit[unit]
}
