/** Splits a typed line into tokens, and records what each token was parsed as. */
import { foldDiacritics } from '../../kernel/fold-diacritics.ts'

/** What a token was parsed as; a `mark` only separates other parts. */
type Part = 'date' | 'time' | 'party' | 'phone' | 'field' | 'name' | 'note' | 'mark'

/** A run of letters, a run of digits, or a single other character. */
export type Token = {
  text: string
  kind: 'word' | 'number' | 'sign'
  lower: string
  folded: string
  /** Position in the line. */
  start: number
  end: number
  /** No space before it. */
  isGlued: boolean
}

/** Token indexes; `to` is exclusive. */
export type TokenRange = { from: number; to: number }

export type Line = {
  text: string
  tokens: readonly Token[]
  /** What each token was parsed as so far. */
  parts: (Part | undefined)[]
  /** False if all letters are capitals: then capitals have no meaning. */
  hasMixedCase: boolean
  /** Index of the first word or number. */
  first: number
}

export function tokenizeLine(typed: string): Line {
  const text = typed
    .toWellFormed()
    .normalize('NFC')
    // Numbers copied from the contacts of a phone contain invisible characters.
    .replace(/\p{Cf}/gu, '')
    .replace(/\p{Cc}/gu, ' ')
  const tokens: Token[] = []
  for (const { 0: found, index } of text.matchAll(/[0-9]+|\p{L}[\p{L}\p{M}]*|\S/gu)) {
    tokens.push({
      text: found,
      kind: /^[0-9]/.test(found) ? 'number' : /^\p{L}/u.test(found) ? 'word' : 'sign',
      lower: found.toLowerCase(),
      folded: foldDiacritics(found),
      start: index,
      end: index + found.length,
      isGlued: tokens.at(-1)?.end === index,
    })
  }
  const hasMixedCase = tokens.some(
    ({ text, kind }) => kind === 'word' && text.length > 1 && /\p{Ll}/u.test(text),
  )
  const first = tokens.findIndex(({ kind }) => kind !== 'sign')
  return { text, tokens, parts: tokens.map(() => undefined), hasMixedCase, first }
}

/** The token at the index, unless it was already parsed. */
export function unreadTokenAt(line: Line, index: number): Token | undefined {
  return line.parts[index] === undefined ? line.tokens[index] : undefined
}

/** The unread token at the index, if there is no space before it. */
export function gluedTokenAt(line: Line, index: number): Token | undefined {
  const token = unreadTokenAt(line, index)
  return token?.isGlued ? token : undefined
}

export function isSignAt(line: Line, index: number, signs: string): boolean {
  const token = unreadTokenAt(line, index)
  return token?.kind === 'sign' && signs.includes(token.text)
}

export function markAs(line: Line, { from, to }: TokenRange, part: Part): void {
  line.parts.fill(part, from, to)
}

export function textOf({ text, tokens }: Line, { from, to }: TokenRange): string {
  return text.slice(tokens[from]?.start, tokens[to - 1]?.end)
}

export function isCapital({ hasMixedCase, tokens }: Line, index: number): boolean {
  const token = tokens[index]
  return hasMixedCase && token?.kind === 'word' && /^\p{Lu}/u.test(token.text)
}

/** Ignores the first word of a line, which phones often capitalize automatically. */
export function isIntentionalCapital(line: Line, index: number): boolean {
  return index > line.first && isCapital(line, index)
}

/** Whether the phone number is directly before or after, possibly with a sign between them. */
export function isNextToPhone(line: Line, { from, to }: TokenRange): boolean {
  const before =
    line.tokens[from - 1]?.kind === 'sign' && !line.parts[from - 1] ? from - 2 : from - 1
  const after = line.tokens[to]?.kind === 'sign' && !line.parts[to] ? to + 1 : to
  return line.parts[before] === 'phone' || line.parts[after] === 'phone'
}

/** A dash with spaces around it. */
export function isDash(line: Line, index: number): boolean {
  const next = line.tokens[index + 1]
  return isSignAt(line, index, '-–—') && !line.tokens[index]?.isGlued && !next?.isGlued
}
