/** Checks the output of the program: it may contain neither input nor errors. */
import { logMarkers } from './odd-text.ts'

type LogWatcher = {
  read(text: string): void
  /** One example of each kind of line that must not occur. */
  findings(): string[]
  lines(): number
}

export function createLogWatcher(): LogWatcher {
  const findings = new Map<string, string>()
  let remainder = ''
  let lines = 0
  const checkLine = (line: string) => {
    lines++
    const lowerCaseLine = line.toLowerCase()
    const marker = logMarkers.find((one) => lowerCaseLine.includes(one))
    if (marker !== undefined)
      findings.set(marker, `"${marker}" is in the log: ${line.slice(0, 300)}`)
    // The random headers of the clients look like those of a proxy.
    const isExpected = /"level":"(debug|info)"|"event":"proxy not declared"/.test(line)
    if (line.startsWith('{') && !isExpected) {
      const kind = line.replace(/"(time|request)":"[^"]*"/g, '')
      if (findings.size < 20) findings.set(kind, line.slice(0, 1500))
    }
  }
  return {
    read(text) {
      const completeLines = (remainder + text).split('\n')
      remainder = completeLines.pop() ?? ''
      for (const line of completeLines) checkLine(line)
    },
    findings: () => [...findings.values()],
    lines: () => lines,
  }
}
