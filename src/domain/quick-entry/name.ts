/** The guest's name: what is left where a name stands. */

import { isRemark } from './remark.ts'
import {
  free,
  isCapital,
  isMeantCapital,
  isNextToPhone,
  type Line,
  type Span,
  signAt,
  take,
  textOf,
} from './tokens.ts'
import { anyOf, isAddress, saysNothing } from './word-lists.ts'

/** The likelier, the higher. */
type Candidate = Span & { likely: number }

const label = anyOf('tên là name under for cho của khách kh')
/** Small words within a foreign name. */
const particle = anyOf('de la van der den von da di bin al')

const longest = 80
const mostWords = 6

export function takeName(line: Line): string | undefined {
  const [best] = pieces(line)
    .flatMap((piece) => nameIn(line, piece) ?? [])
    .sort((one, other) => other.likely - one.likely || one.from - other.from)
  if (!best) return undefined
  const name = shortened(line, best)
  take(line, name, 'name')
  takeLabel(line, name.from)
  return textOf(line, name)
}

/** Stretches in which nothing was understood, between commas. */
function pieces(line: Line): Span[] {
  const found: Span[] = []
  let from = 0
  for (let place = 0; place <= line.atoms.length; place += 1) {
    const within = free(line, place) && !signAt(line, place, ',;|+')
    if (within) continue
    if (place > from) found.push({ from, to: place })
    from = place + 1
  }
  return found
}

function nameIn(line: Line, piece: Span): Candidate | undefined {
  return addressedIn(line, piece) ?? capitalsIn(line, piece) ?? plainIn(line, piece)
}

/** "chị Lan", "anh chị Tuấn Anh", "c Lan" */
function addressedIn(line: Line, { from, to }: Span): Candidate | undefined {
  for (let place = from; place < to; place += 1) {
    if (!isAddress(line, place)) continue
    let start = place + 1
    while (start < to && isAddress(line, start)) start += 1
    if (signAt(line, start, '.')) start += 1
    const end = capitalsEnd(line, start, to) ?? plainEnd(line, start, to)
    if (end !== undefined) return { from: place, to: end, likely: 6 }
    place = start - 1
  }
  return undefined
}

/** Without capitals one word after the polite one, or all of them up to the phone number. */
function plainEnd(line: Line, start: number, to: number): number | undefined {
  if (!isNameWord(line, start)) return undefined
  const all = wordsEnd(line, start, to)
  const beforePhone = all === to && isNextToPhone(line, { from: start, to })
  return beforePhone && all - start <= 4 ? all : start + 1
}

function capitalsIn(line: Line, { from, to }: Span): Candidate | undefined {
  for (let place = from; place < to; place += 1) {
    const end = capitalsEnd(line, place, to)
    if (end === undefined) continue
    const span = { from: place, to: end }
    const meant = isMeantCapital(line, place) || isMeantCapital(line, end - 1)
    return { ...span, likely: (meant ? 4 : 2) + (isNextToPhone(line, span) ? 1 : 0) }
  }
  return undefined
}

/** The end of the words in capitals that begin here; "Anne-Marie", "O'Neil" and "J. Smith" hold together. */
function capitalsEnd(line: Line, start: number, to: number): number | undefined {
  if (!isCapital(line, start) || !isNameWord(line, start)) return undefined
  let end = start + 1
  for (let words = 1; words < mostWords; words += 1) {
    const joint = signAt(line, end, `-'’.`) && line.atoms[end]?.glued ? end + 1 : end
    const small = particle(free(line, joint)) ? joint + 1 : joint
    if (small >= to || !isCapital(line, small) || !isNameWord(line, small)) break
    end = small + 1
  }
  return end
}

/** Small letters throughout: one or two words, or up to four beside the phone number. */
function plainIn(line: Line, { from, to }: Span): Candidate | undefined {
  let start = from
  while (start < to && !isNameWord(line, start)) {
    if (!saysNothing(line.atoms[start]) && !label(line.atoms[start])) return undefined
    start += 1
  }
  const end = wordsEnd(line, start, to)
  if (end === start) return undefined
  const span = { from: start, to: end }
  const byPhone = isNextToPhone(line, span)
  const cut = end < to && isRemark(line, end)
  if (end - start > (byPhone ? 4 : 2)) return cut ? undefined : firstWord(line, span, byPhone)
  return { ...span, likely: byPhone ? 3 : 1 }
}

/** Of a long stretch before the phone number nothing is sure; after it the name is the first word. */
function firstWord(line: Line, { from }: Span, byPhone: boolean): Candidate | undefined {
  return byPhone && line.parts[from - 1] === 'phone' ? { from, to: from + 1, likely: 1 } : undefined
}

function wordsEnd(line: Line, start: number, to: number): number {
  let end = start
  while (end < to && isNameWord(line, end)) end += 1
  return end
}

function isNameWord(line: Line, place: number): boolean {
  const atom = free(line, place)
  if (atom?.kind !== 'word' || atom.text.length > longest / 2 || isRemark(line, place)) return false
  const touches = [place - 1, place + 1].some((beside) => isJoined(line, place, beside))
  return !touches && (!saysNothing(atom) || isMeantCapital(line, place))
}

/** Part of something that is no word: an e-mail address, a code. */
function isJoined(line: Line, place: number, beside: number): boolean {
  const touching = line.atoms[Math.max(place, beside)]?.glued
  const other = free(line, beside)
  return touching === true && (other?.kind === 'number' || other?.text === '@')
}

/** "tên là Lan", "tên: Lan", "under name Lan" */
function takeLabel(line: Line, name: number): void {
  let from = signAt(line, name - 1, ':') ? name - 1 : name
  while (label(free(line, from - 1))) from -= 1
  if (label(line.atoms[from])) take(line, { from, to: name }, 'name')
}

function shortened(line: Line, { from, to }: Span): Span {
  let end = to
  while (end > from + 1 && textOf(line, { from, to: end }).length > longest) end -= 1
  return { from, to: end }
}
