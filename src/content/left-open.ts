/** Finds a quote or bracket in a YAML file that is not closed. */

export type Delimiter = '"' | "'" | '}' | ']'

export type UnclosedDelimiter = { delimiter: Delimiter; line: number }

/** `at` is the line where the parser reported the error, counted from 0; the cause may be far above. */
export function findUnclosed(
  lines: readonly string[],
  at: number,
  message: string,
): UnclosedDelimiter | undefined {
  const lastLineMatching = (pattern: RegExp) => {
    const index = lines.slice(0, at + 1).findLastIndex((line) => pattern.test(line))
    return index < 0 ? at : index
  }
  if (message === 'Missing closing "quote') {
    return { delimiter: '"', line: lastLineMatching(/(^|[\s:,[{-])"([^"\\]|\\.)*$/) }
  }
  if (message === "Missing closing 'quote") {
    return { delimiter: "'", line: lastLineMatching(/(^|[\s:,[{-])'[^']*$/) }
  }
  const quotes = (lines[at] ?? '').replace(/\\./g, '').split('"').length - 1
  if (quotes % 2 === 1) return { delimiter: '"', line: at }
  if (message.endsWith('end with a }'))
    return { delimiter: '}', line: lastLineMatching(/\{[^}]*$/) }
  if (message.endsWith('end with a ]'))
    return { delimiter: ']', line: lastLineMatching(/\[[^\]]*$/) }
  // Entries below each other are not a list in brackets.
  const before = lines[at - 1] ?? ''
  if (/: \{\s*$/.test(before)) return { delimiter: '}', line: at - 1 }
  if (/: \[\s*$/.test(before)) return { delimiter: ']', line: at - 1 }
  return undefined
}
