/** The results so far, a line of JSON for each, so that an interrupted run can be continued. */
import { appendFileSync, existsSync, readFileSync } from 'node:fs'
import type { Measurement } from './choose-tests.ts'

/** `change` identifies it, `tests` those that ran; `noticedBy` is null if no test noticed it. */
type TriedChange = { change: string; tests: readonly string[]; noticedBy: string | null }

export type ResultsFile = {
  measurements: Map<string, Measurement>
  tried: Map<string, TriedChange>
  /** Before a repetition with further tests. */
  firstTried: Map<string, TriedChange>
  add(line: Measurement | TriedChange): void
}

/** Without a name, nothing is stored. The results of other sources cannot be continued. */
export function openResultsFile(name: string | undefined, sources: string): ResultsFile {
  const isStored = name !== undefined && existsSync(name)
  const [first, ...lines] = isStored ? readFileSync(name, 'utf8').trim().split('\n') : []
  const append = (line: object) => {
    if (name !== undefined) appendFileSync(name, `${JSON.stringify(line)}\n`)
  }
  const measurements = new Map<string, Measurement>()
  const tried = new Map<string, TriedChange>()
  const firstTried = new Map<string, TriedChange>()
  const note = (line: Measurement | TriedChange) => {
    if ('change' in line) {
      if (!tried.has(line.change)) firstTried.set(line.change, line)
      tried.set(line.change, line)
    } else measurements.set(line.test, line)
  }
  if (first === undefined) append({ sources })
  else if (JSON.parse(first).sources !== sources)
    throw new Error(`${name} has the results of other sources.`)
  for (const line of lines) note(JSON.parse(line))
  return {
    measurements,
    tried,
    firstTried,
    add(line) {
      append(line)
      note(line)
    },
  }
}
