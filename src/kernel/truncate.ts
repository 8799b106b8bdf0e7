/** Cuts a text to a maximum length without splitting a surrogate pair. */
export function truncate(text: string, maxLength: number): string {
  const beginning = text.slice(0, maxLength)
  return /[\ud800-\udbff]$/.test(beginning) ? beginning.slice(0, -1) : beginning
}

/** The beginning of a text, up to the end of a word. */
export function truncateAtWord(text: string, maxLength: number): string {
  if (text.length <= maxLength) return text
  return `${text.slice(0, text.lastIndexOf(' ', maxLength))}…`
}
