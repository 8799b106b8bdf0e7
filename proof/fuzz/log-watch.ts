/** Reads along with what the program writes: neither what was typed nor a fault may stand there. */
import { marks } from './odd-text.ts'

export type LogWatch = {
  read(text: string): void
  /** Each kind of line that may not be there, once. */
  found(): string[]
  lines(): number
}

export function createLogWatch(): LogWatch {
  const found = new Map<string, string>()
  let rest = ''
  let lines = 0
  const look = (line: string) => {
    lines++
    const small = line.toLowerCase()
    const mark = marks.find((one) => small.includes(one))
    if (mark !== undefined) found.set(mark, `"${mark}" is in the log: ${line.slice(0, 300)}`)
    if (line.startsWith('{') && !/"level":"(debug|info)"/.test(line)) {
      const kind = line.replace(/"(time|request)":"[^"]*"/g, '')
      if (found.size < 20) found.set(kind, line.slice(0, 1500))
    }
  }
  return {
    read(text) {
      const whole = (rest + text).split('\n')
      rest = whole.pop() ?? ''
      for (const line of whole) look(line)
    },
    found: () => [...found.values()],
    lines: () => lines,
  }
}
