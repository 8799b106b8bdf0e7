/** Reads along with what the program writes: neither what was typed nor a fault may stand there. */
import { logMarkers } from './odd-text.ts'

export type LogWatcher = {
  read(text: string): void
  /** Each kind of line that may not be there, once. */
  found(): string[]
  lines(): number
}

export function createLogWatcher(): LogWatcher {
  const found = new Map<string, string>()
  let remainder = ''
  let lines = 0
  const checkLine = (line: string) => {
    lines++
    const lowerCaseLine = line.toLowerCase()
    const marker = logMarkers.find((one) => lowerCaseLine.includes(one))
    if (marker !== undefined) found.set(marker, `"${marker}" is in the log: ${line.slice(0, 300)}`)
    if (line.startsWith('{') && !/"level":"(debug|info)"/.test(line)) {
      const kind = line.replace(/"(time|request)":"[^"]*"/g, '')
      if (found.size < 20) found.set(kind, line.slice(0, 1500))
    }
  }
  return {
    read(text) {
      const completeLines = (remainder + text).split('\n')
      remainder = completeLines.pop() ?? ''
      for (const line of completeLines) checkLine(line)
    },
    found: () => [...found.values()],
    lines: () => lines,
  }
}
