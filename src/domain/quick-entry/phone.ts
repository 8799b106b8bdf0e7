/** The phone number of a line, in any usual spelling. */
import type { Words } from '../../kernel/locale.ts'
import { readPhone } from '../../kernel/phone.ts'
import type { Unclear } from './result.ts'
import { type Line, type Span, signAt, take, textOf } from './tokens.ts'
import { anyOf, partyUnit } from './word-lists.ts'

const label = anyOf('sđt đt tel phone mobile số')

const mostDigits = 15
const fewestDigits = 7

const notAPhone: Words = {
  vi: 'Số này thiếu hoặc thừa chữ số. Số Việt Nam viết như 0912 345 678, số nước ngoài bắt đầu bằng dấu +.',
  en: 'This number has too few or too many digits. Write 0912 345 678, or a foreign number with + first.',
}

/** Takes the first number that somebody can be called at; what only looks like one is told. */
export function takePhone(line: Line): { phone: string | undefined; unclear: Unclear[] } {
  const unclear: Unclear[] = []
  let phone: string | undefined
  for (let place = 0; place < line.atoms.length; place += 1) {
    const run = runAt(line, place)
    if (!run) continue
    const { valid, longest } = run
    if (valid && phone === undefined) {
      phone = readPhone(textOf(line, valid))
      take(line, withLabel(line, valid), 'phone')
    }
    if (!valid) unclear.push({ text: textOf(line, longest), message: notAPhone })
    place = (valid ?? longest).to - 1
  }
  return { phone, unclear: phone === undefined ? unclear : [] }
}

/** The longest number from here that is one, and how far its digits go. */
function runAt(line: Line, from: number): { valid: Span | undefined; longest: Span } | undefined {
  const first = firstDigits(line, from)
  if (first === undefined) return undefined
  let valid: Span | undefined
  let longest: Span = { from, to: first + 1 }
  let digits = line.atoms[first]?.text.length ?? 0
  for (let place = first; ; ) {
    const span = { from, to: place + 1 }
    const short = (line.atoms[place]?.text.length ?? 0) <= 2
    if (readPhone(textOf(line, span)) && !(valid && short && !line.atoms[place]?.glued))
      valid = span
    if (valid === undefined) longest = span
    const next = nextDigits(line, place)
    digits += line.atoms[next ?? -1]?.text.length ?? 0
    if (next === undefined || digits > mostDigits) break
    place = next
  }
  const typed = textOf(line, longest).replace(/[^0-9]/g, '')
  return valid || typed.length >= fewestDigits ? { valid, longest } : undefined
}

/** Where the digits of a number that may be a phone's begin: +…, (0…, 0…, 84…, or nine at once. */
function firstDigits(line: Line, from: number): number | undefined {
  const { atoms } = line
  if (atoms[from]?.glued && atoms[from - 1]?.kind === 'number') return undefined
  let place = from
  if (signAt(line, place, '(')) place += 1
  const plus = signAt(line, place, '+')
  if (plus) place += 1
  const digits = atoms[place]
  if (digits?.kind !== 'number' || (place > from && !digits.glued)) return undefined
  if (plus) return place
  const whole = /^(0[0-9]{2,}|84[0-9]{9,}|[0-9]{8,})$/.test(digits.text)
  const spaced = digits.text === '84' && atoms[place + 1]?.kind === 'number'
  const amount = digits.text.endsWith('000')
  return (whole && !amount) || spaced ? place : undefined
}

/** The next group of digits, unless it begins something else: "0912345678 4 người", "… 19h". */
function nextDigits(line: Line, place: number): number | undefined {
  const { atoms } = line
  let next = place + 1
  if (signAt(line, next, ')')) next += 1
  if (signAt(line, next, '.-') && atoms[next]?.glued && atoms[next + 1]?.glued) next += 1
  const digits = atoms[next]
  if (digits?.kind !== 'number' || line.parts[next]) return undefined
  const after = atoms[next + 1]
  const begins = after?.glued && (after.kind === 'word' || ':/'.includes(after.text))
  return begins || partyUnit(after) ? undefined : next
}

function withLabel(line: Line, { from, to }: Span): Span {
  const before = signAt(line, from - 1, ':.') ? from - 2 : from - 1
  return label(line.atoms[before]) && !line.parts[before] ? { from: before, to } : { from, to }
}
