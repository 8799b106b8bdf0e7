/** Which line of a YAML file stands too far left or right. The parser only knows where it noticed. */
import type { ErrorCode } from 'yaml'

export function isIndentError(code: ErrorCode, message: string): boolean {
  return (
    code === 'BAD_INDENT' ||
    code === 'BLOCK_AS_IMPLICIT_KEY' ||
    code === 'MULTILINE_IMPLICIT_KEY' ||
    message === 'Sequence item without - indicator'
  )
}

/** Lines count from 0. */
export function lineOutOfLine(lines: readonly string[], at: number, code: ErrorCode): number {
  // A note or an empty line may stand before what was noticed.
  const noticed = lines.findIndex((line, place) => place >= at && isEntry(line))
  if (noticed < 0) return at
  const isOdd = (place: number) => alike(lines, indentOf(lines[place] ?? '')) <= 2
  if (code !== 'BAD_INDENT' && code !== 'MISSING_CHAR') {
    // It was noticed at a value that the next line seems to go on with.
    const next = lines.findIndex((line, place) => place > noticed && isEntry(line))
    const isDeeper = indentOf(lines[next] ?? '') > indentOf(lines[noticed] ?? '')
    return isDeeper && (!isOdd(noticed) || isOdd(next)) ? next : noticed
  }
  const above = lines.findLastIndex((line, place) => place < noticed && isEntry(line))
  return above >= 0 && isOdd(above) && !isOdd(noticed) ? above : noticed
}

/** How many begin so far to the right: few do by mistake. */
function alike(lines: readonly string[], indent: number): number {
  return lines.filter((line) => isEntry(line) && indentOf(line) === indent).length
}

function indentOf(line: string): number {
  return line.length - line.trimStart().length
}

/** Not a line of a longer text. */
function isEntry(line: string): boolean {
  return /^\s*(- |[a-z_]+:(\s|$))/.test(line)
}
