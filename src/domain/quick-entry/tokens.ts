/** A typed line as its smallest parts, and which of them were already understood as what. */
import { fold } from '../../kernel/fold-diacritics.ts'

/** What a part of the line was read as; a `mark` only sets other parts apart. */
export type Part = 'date' | 'time' | 'party' | 'phone' | 'field' | 'name' | 'note' | 'mark'

/** A run of letters, a run of digits, or a single sign. */
export type Atom = {
  text: string
  kind: 'word' | 'number' | 'sign'
  lower: string
  folded: string
  /** Where it stands in the line. */
  start: number
  end: number
  /** No space before it. */
  glued: boolean
}

/** Places of atoms, the last one excluded. */
export type Span = { from: number; to: number }

export type Line = {
  text: string
  atoms: readonly Atom[]
  /** What each atom was read as so far. */
  parts: (Part | undefined)[]
  /** Whether capitals tell anything: not where all letters are capitals. */
  cased: boolean
  /** Where the first word or number stands. */
  first: number
}

export function splitLine(typed: string): Line {
  const text = typed
    .toWellFormed()
    .normalize('NFC')
    // Numbers copied from a phone's contacts come with invisible signs around them.
    .replace(/\p{Cf}/gu, '')
    .replace(/\p{Cc}/gu, ' ')
  const atoms: Atom[] = []
  for (const { 0: found, index } of text.matchAll(/[0-9]+|\p{L}[\p{L}\p{M}]*|\S/gu)) {
    atoms.push({
      text: found,
      kind: /^[0-9]/.test(found) ? 'number' : /^\p{L}/u.test(found) ? 'word' : 'sign',
      lower: found.toLowerCase(),
      folded: fold(found),
      start: index,
      end: index + found.length,
      glued: atoms.at(-1)?.end === index,
    })
  }
  const cased = atoms.some(
    ({ text, kind }) => kind === 'word' && text.length > 1 && /\p{Ll}/u.test(text),
  )
  const first = atoms.findIndex(({ kind }) => kind !== 'sign')
  return { text, atoms, parts: atoms.map(() => undefined), cased, first }
}

/** The atom there, unless it was read already. */
export function free(line: Line, place: number): Atom | undefined {
  return line.parts[place] === undefined ? line.atoms[place] : undefined
}

/** The free atom there if no space stands before it. */
export function gluedAt(line: Line, place: number): Atom | undefined {
  const atom = free(line, place)
  return atom?.glued ? atom : undefined
}

export function signAt(line: Line, place: number, signs: string): boolean {
  const atom = free(line, place)
  return atom?.kind === 'sign' && signs.includes(atom.text)
}

export function take(line: Line, { from, to }: Span, part: Part): void {
  line.parts.fill(part, from, to)
}

export function textOf({ text, atoms }: Line, { from, to }: Span): string {
  return text.slice(atoms[from]?.start, atoms[to - 1]?.end)
}

export function isCapital({ cased, atoms }: Line, place: number): boolean {
  const atom = atoms[place]
  return cased && atom?.kind === 'word' && /^\p{Lu}/u.test(atom.text)
}

/** A capital that was meant: that of a line's first word is often the telephone's doing. */
export function isMeantCapital(line: Line, place: number): boolean {
  return place > line.first && isCapital(line, place)
}

/** Whether the phone number stands directly before or after, a sign between them or not. */
export function isNextToPhone(line: Line, { from, to }: Span): boolean {
  const before =
    line.atoms[from - 1]?.kind === 'sign' && !line.parts[from - 1] ? from - 2 : from - 1
  const after = line.atoms[to]?.kind === 'sign' && !line.parts[to] ? to + 1 : to
  return line.parts[before] === 'phone' || line.parts[after] === 'phone'
}

/** A dash that stands by itself. */
export function isDash(line: Line, place: number): boolean {
  const next = line.atoms[place + 1]
  return signAt(line, place, '-–—') && !line.atoms[place]?.glued && !next?.glued
}
