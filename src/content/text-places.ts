/** Places in the texts of a folder, and one note for all of them. */
import type { LocalizedText } from '../kernel/locale.ts'
import type { Report } from './report.ts'
import type { TextFile } from './text-files.ts'
import type { Remedy } from './yaml-errors.ts'

type TextPlace = { file: string; line: number }

/** Where a global pattern matches, outside comments, if `isMeant` says so. */
export function findTextPlaces(
  texts: readonly TextFile[],
  pattern: RegExp,
  isMeant: (match: string) => boolean = () => true,
): TextPlace[] {
  return texts.flatMap(({ file, text }) => {
    // An empty line instead of a comment keeps the line numbers.
    const lines = text.split('\n').map((line) => (isComment(file, line) ? '' : line))
    const read = lines.join('\n')
    return [...read.matchAll(pattern)]
      .filter(([match]) => isMeant(match))
      .map(({ index }) => ({ file, line: read.slice(0, index).split('\n').length }))
  })
}

/** At the first place; the others are listed after `wrong`. */
export function notePlaces(
  [first, ...others]: readonly TextPlace[],
  wrong: LocalizedText,
  remedy: Remedy,
  report: Report,
): void {
  if (!first) return
  const places = [...new Set(others.map(({ file, line }) => `${file}:${line}`))]
    .filter((place) => place !== `${first.file}:${first.line}`)
    .map((place) => place.split(':') as [string, string])
  const list = (word: string) => places.map(([file, line]) => `${file} ${word} ${line}`).join(', ')
  const also = (sentence: string) => (places.length === 0 ? '' : sentence)
  const text = {
    vi: `${wrong.vi}${also(`; cả ở ${list('dòng')}`)}`,
    en: `${wrong.en}${also(`; also in ${list('line')}`)}`,
  }
  report.noteAt(first.file, first.line, text, remedy)
}

function isComment(file: string, line: string): boolean {
  return !file.endsWith('.md') && /^\s*#/.test(line)
}
