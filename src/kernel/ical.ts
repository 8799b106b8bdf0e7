/** Calendar files as every calendar reads them (RFC 5545). */

/** Whole and folded, from the lines of its entries and whatever it says of itself. */
export function formatCalendar(lines: readonly string[]): string {
  const allLines = [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//Letan//Front desk//EN',
    'METHOD:PUBLISH',
    ...lines,
    'END:VCALENDAR',
  ]
  return allLines.map((line) => `${foldLine(line)}\r\n`).join('')
}

/** "20261120T113000Z" */
export function toUtcTimestamp(atMs: number): string {
  return new Date(atMs).toISOString().replace(/[-:]|\.\d{3}/g, '')
}

/** A text as a value: what would end the line or the value is written otherwise. */
export function escapeText(text: string): string {
  return text
    .replace(/[\\;,]/g, '\\$&')
    .replace(/\r\n?|\n/g, '\\n')
    .replace(/(?!\t)\p{Cc}/gu, '')
}

const maxLineBytes = 75

/** No line is longer than so many bytes, and no letter is cut; what is left goes on after a space. */
function foldLine(line: string): string {
  let [text, length] = ['', 0]
  for (const character of line) {
    const size = Buffer.byteLength(character)
    if (length + size > maxLineBytes) {
      text += '\r\n '
      length = 1
    }
    text += character
    length += size
  }
  return text
}
