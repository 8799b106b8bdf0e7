/** How many guests a line says: 4 người, 4n, x4, for 4, 2 lớn 2 bé, or a number by itself. */

import { free, gluedAt, type Line, type Span, signAt, take } from './tokens.ts'
import { anyOf, numberAt, otherUnit, partyUnit } from './word-lists.ts'

export type PartyTaken = {
  partySize: number | undefined
  /** Text that must also stand in the note, such as "2 lớn 2 bé". */
  kept: Span[]
}

type Said = Span & { guests: number; keep?: boolean }

const most = 500

const grown = anyOf('lớn adults adult nl')
const small = anyOf('bé trẻ cháu nhỏ te kids kid children child')
const smallMore = anyOf('em nhỏ con')
const joining = anyOf('và and')
const orWord = anyOf('đến tới hoặc hay or to')
const beforeNumber = anyOf('for cho nhóm đoàn bàn x sl')
const leading = anyOf('đặt bàn giữ chỗ cho for book table a of party group nhóm đoàn khoảng tầm')

export function takeParty(line: Line): PartyTaken {
  const ways = [grownAndSmallAt, countedAt, announcedAt, aloneAt]
  for (const way of ways) {
    const said = first(line, way)
    if (!said) continue
    take(line, { from: withLeading(line, said.from), to: said.to }, 'party')
    return { partySize: said.guests, kept: said.keep ? [said] : [] }
  }
  return { partySize: undefined, kept: [] }
}

function first(line: Line, way: (line: Line, place: number) => Said | undefined): Said | undefined {
  for (let place = 0; place < line.atoms.length; place += 1) {
    const said = free(line, place) ? way(line, place) : undefined
    if (said && said.guests >= 1 && said.guests <= most) return said
  }
  return undefined
}

/** "2 lớn 2 bé", "2 người lớn + 1 trẻ em", "2 adults 2 kids"; the note tells who they are. */
function grownAndSmallAt(line: Line, from: number): Said | undefined {
  const one = groupAt(line, from)
  if (!one) return undefined
  const joined = joining(free(line, one.to)) || signAt(line, one.to, ',+&') ? one.to + 1 : one.to
  const other = groupAt(line, joined)
  if (other && other.grown !== one.grown) {
    return { from, to: other.to, guests: one.guests + other.guests, keep: true }
  }
  return one.grown ? { from, to: one.to, guests: one.guests } : undefined
}

function groupAt(
  line: Line,
  from: number,
): { guests: number; grown: boolean; to: number } | undefined {
  const number = numberAt(line, from)
  if (!number) return undefined
  const { value: guests, to } = number
  const unit = partyUnit(free(line, to)) ? to + 1 : to
  if (grown(free(line, unit))) return { guests, grown: true, to: unit + 1 }
  if (!small(free(line, to))) return undefined
  return { guests, grown: false, to: smallMore(free(line, to + 1)) ? to + 2 : to + 1 }
}

/** "4 người", "4ng", "bốn khách"; of "4-5 người" the larger, and the note tells both. */
function countedAt(line: Line, from: number): Said | undefined {
  const number = numberAt(line, from)
  if (!number) return undefined
  const between = signAt(line, number.to, '-–~') || orWord(free(line, number.to))
  const upper = between ? numberAt(line, number.to + 1) : undefined
  const { value, to } = upper ?? number
  const end = unitEnd(line, to, value)
  if (end === undefined) return undefined
  return { from, to: end, guests: Math.max(value, number.value), keep: upper !== undefined }
}

function unitEnd(line: Line, place: number, count: number): number | undefined {
  const unit = free(line, place)
  if (partyUnit(unit)) return place + 1
  // Shortened to one letter it must touch its number; "500k" is money.
  const letter = unit?.glued && !gluedAt(line, place + 1) ? unit.lower : ''
  return letter === 'n' || (letter === 'k' && count <= 20) || unit?.lower === 'bạn'
    ? place + 1
    : undefined
}

/** "for 4", "bàn 4", "x4", "party of 4" */
function announcedAt(line: Line, from: number): Said | undefined {
  const atom = free(line, from)
  const of = atom?.lower === 'of' && from > 0
  if (!of && !beforeNumber(atom)) return undefined
  const colon = signAt(line, from + 1, ':') ? 1 : 0
  const number = numberAt(line, from + 1 + colon)
  if (!number || !isAlone(line, number.to)) return undefined
  return { from, to: number.to, guests: number.value }
}

/** "19h 4 Lan": a small number beside something understood, or at an end of the line. */
function aloneAt(line: Line, from: number): Said | undefined {
  const atom = free(line, from)
  if (atom?.kind !== 'number' || atom.text.length > 2 || !isAlone(line, from + 1)) return undefined
  if (atom.glued && line.atoms[from - 1]?.kind !== 'sign') return undefined
  if (signAt(line, from - 1, '/.:#') || otherUnit(line, from - 1)) return undefined
  const beside = [from - 1, from + 1].some((place) => isEdge(line, place))
  return beside ? { from, to: from + 1, guests: Number(atom.text) } : undefined
}

function isEdge(line: Line, place: number): boolean {
  const step = signAt(line, place, ',;-–+') ? 1 : 0
  const beyond = place + step
  if (place < 0 || beyond >= line.atoms.length) return true
  const part = line.parts[beyond] ?? line.parts[place]
  return part !== undefined && part !== 'note'
}

function isAlone(line: Line, to: number): boolean {
  const next = free(line, to)
  if (otherUnit(line, to)) return false
  return !next?.glued || (next.kind === 'sign' && !':/.%'.includes(next.text))
}

function withLeading(line: Line, from: number): number {
  let place = from
  while (leading(free(line, place - 1)) && free(line, place - 2)?.kind !== 'number') place -= 1
  return place
}
