/** Finds the wrongly indented line of a YAML file; the parser only knows where it noticed the error. */
import type { ErrorCode } from 'yaml'

export function isIndentError(code: ErrorCode, message: string): boolean {
  return (
    code === 'BAD_INDENT' ||
    code === 'BLOCK_AS_IMPLICIT_KEY' ||
    code === 'MULTILINE_IMPLICIT_KEY' ||
    message === 'Sequence item without - indicator'
  )
}

/** Lines are counted from 0. */
export function findMisindentedLine(lines: readonly string[], at: number, code: ErrorCode): number {
  // A comment or an empty line may come before the reported position.
  const noticed = lines.findIndex((line, index) => index >= at && isEntry(line))
  if (noticed < 0) return at
  const isUncommonIndent = (index: number) =>
    countLinesWithIndent(lines, indentOf(lines[index] ?? '')) <= 2
  if (code !== 'BAD_INDENT' && code !== 'MISSING_CHAR') {
    // The error was reported at a value that the next line seems to continue.
    const next = lines.findIndex((line, index) => index > noticed && isEntry(line))
    const isDeeper = indentOf(lines[next] ?? '') > indentOf(lines[noticed] ?? '')
    return isDeeper && (!isUncommonIndent(noticed) || isUncommonIndent(next)) ? next : noticed
  }
  const above = lines.findLastIndex((line, index) => index < noticed && isEntry(line))
  return above >= 0 && isUncommonIndent(above) && !isUncommonIndent(noticed) ? above : noticed
}

/** How many lines have this indentation: a rare one is probably the mistake. */
function countLinesWithIndent(lines: readonly string[], indent: number): number {
  return lines.filter((line) => isEntry(line) && indentOf(line) === indent).length
}

function indentOf(line: string): number {
  return line.length - line.trimStart().length
}

/** Not a line of a multi-line text. */
function isEntry(line: string): boolean {
  return /^\s*(- |[a-z_]+:(\s|$))/.test(line)
}
