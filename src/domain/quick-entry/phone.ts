/** Extracts the phone number of a line, in any common format. */
import type { LocalizedText } from '../../kernel/locale.ts'
import { parsePhone } from '../../kernel/phone.ts'
import type { QuickEntryWarning } from './result.ts'
import { isSignAt, type Line, markAs, type TokenRange, textOf } from './tokens.ts'
import { isPartyUnit, matchesAny } from './word-lists.ts'

const isPhoneLabel = matchesAny('sđt đt tel phone mobile số')

const maxDigits = 15
const minDigits = 7

const invalidPhoneText: LocalizedText = {
  vi: 'Số này thiếu hoặc thừa chữ số. Số Việt Nam viết như 0912 345 678, số nước ngoài bắt đầu bằng dấu +.',
  en: 'This number has too few or too many digits. Write 0912 345 678, or a foreign number with + first.',
}

/** Extracts the first valid number. Without one, invalid numbers become warnings. */
export function extractPhone(line: Line): {
  phone: string | undefined
  warnings: QuickEntryWarning[]
} {
  const warnings: QuickEntryWarning[] = []
  let phone: string | undefined
  for (let index = 0; index < line.tokens.length; index += 1) {
    const run = digitRunAt(line, index)
    if (!run) continue
    const { valid, longest } = run
    if (valid && phone === undefined) {
      phone = parsePhone(textOf(line, valid))
      markAs(line, withLabel(line, valid), 'phone')
    }
    if (!valid) warnings.push({ text: textOf(line, longest), message: invalidPhoneText })
    index = (valid ?? longest).to - 1
  }
  return { phone, warnings: phone === undefined ? warnings : [] }
}

/** The longest valid number that starts here, and the longest run of digits. */
function digitRunAt(
  line: Line,
  from: number,
): { valid: TokenRange | undefined; longest: TokenRange } | undefined {
  const first = firstDigits(line, from)
  if (first === undefined) return undefined
  let valid: TokenRange | undefined
  let longest: TokenRange = { from, to: first + 1 }
  let digits = line.tokens[first]?.text.length ?? 0
  for (let index = first; ; ) {
    const span = { from, to: index + 1 }
    const isShort = (line.tokens[index]?.text.length ?? 0) <= 2
    if (parsePhone(textOf(line, span)) && !(valid && isShort && !line.tokens[index]?.isGlued))
      valid = span
    if (valid === undefined) longest = span
    const next = nextDigits(line, index)
    digits += line.tokens[next ?? -1]?.text.length ?? 0
    if (next === undefined || digits > maxDigits) break
    index = next
  }
  const digitsOnly = textOf(line, longest).replace(/[^0-9]/g, '')
  return valid || digitsOnly.length >= minDigits ? { valid, longest } : undefined
}

/** The first digits of a possible phone number: +…, (0…, 0…, 84…, or at least eight digits. */
function firstDigits(line: Line, from: number): number | undefined {
  const { tokens } = line
  if (tokens[from]?.isGlued && tokens[from - 1]?.kind === 'number') return undefined
  let index = from
  if (isSignAt(line, index, '(')) index += 1
  const hasPlus = isSignAt(line, index, '+')
  if (hasPlus) index += 1
  const digits = tokens[index]
  if (digits?.kind !== 'number' || (index > from && !digits.isGlued)) return undefined
  if (hasPlus) return index
  const isComplete = /^(0[0-9]{2,}|84[0-9]{9,}|[0-9]{8,})$/.test(digits.text)
  const isSpaced = digits.text === '84' && tokens[index + 1]?.kind === 'number'
  const isAmount = digits.text.endsWith('000')
  return (isComplete && !isAmount) || isSpaced ? index : undefined
}

/** The next group of digits, unless it starts something else: "0912345678 4 người", "… 19h". */
function nextDigits(line: Line, index: number): number | undefined {
  const { tokens } = line
  let next = index + 1
  if (isSignAt(line, next, ')')) next += 1
  if (isSignAt(line, next, '.-') && tokens[next]?.isGlued && tokens[next + 1]?.isGlued) next += 1
  const digits = tokens[next]
  if (digits?.kind !== 'number' || line.parts[next]) return undefined
  const after = tokens[next + 1]
  const startsOther = after?.isGlued && (after.kind === 'word' || ':/'.includes(after.text))
  return startsOther || isPartyUnit(after) ? undefined : next
}

function withLabel(line: Line, { from, to }: TokenRange): TokenRange {
  const before = isSignAt(line, from - 1, ':.') ? from - 2 : from - 1
  return isPhoneLabel(line.tokens[before]) && !line.parts[before]
    ? { from: before, to }
    : { from, to }
}
