/** iCalendar files (RFC 5545). */

/** A calendar from the lines of its properties and events. */
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

/** Escapes a text value. */
export function escapeText(text: string): string {
  return text
    .replace(/[\\;,]/g, '\\$&')
    .replace(/\r\n?|\n/g, '\\n')
    .replace(/(?!\t)\p{Cc}/gu, '')
}

const maxLineBytes = 75

/** Splits a line at the byte limit, between characters; continuation lines begin with a space. */
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
