/** The beginning of a text that is no longer than this, and without half a sign at its end. */
export function truncate(text: string, maxLength: number): string {
  const beginning = text.slice(0, maxLength)
  return /[\ud800-\udbff]$/.test(beginning) ? beginning.slice(0, -1) : beginning
}
