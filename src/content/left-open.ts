/** A quote or a bracket of a YAML file that was begun and not ended. */

export type Mark = '"' | "'" | '}' | ']'

export type LeftOpen = { mark: Mark; line: number }

/** `at` is the line where the parser noticed, counted from 0: it may have read on for long. */
export function leftOpenIn(
  lines: readonly string[],
  at: number,
  message: string,
): LeftOpen | undefined {
  const lastOf = (form: RegExp) => {
    const found = lines.slice(0, at + 1).findLastIndex((line) => form.test(line))
    return found < 0 ? at : found
  }
  if (message === 'Missing closing "quote') {
    return { mark: '"', line: lastOf(/(^|[\s:,[{-])"([^"\\]|\\.)*$/) }
  }
  if (message === "Missing closing 'quote") {
    return { mark: "'", line: lastOf(/(^|[\s:,[{-])'[^']*$/) }
  }
  const quotes = (lines[at] ?? '').replace(/\\./g, '').split('"').length - 1
  if (quotes % 2 === 1) return { mark: '"', line: at }
  if (message.endsWith('end with a }')) return { mark: '}', line: lastOf(/\{[^}]*$/) }
  if (message.endsWith('end with a ]')) return { mark: ']', line: lastOf(/\[[^\]]*$/) }
  // Entries that stand under one another are no list between brackets.
  const before = lines[at - 1] ?? ''
  if (/: \{\s*$/.test(before)) return { mark: '}', line: at - 1 }
  if (/: \[\s*$/.test(before)) return { mark: ']', line: at - 1 }
  return undefined
}
