/** What is wrong with a content folder, told to its owner. */
import type { z } from 'zod'
import type { Path, Source } from './source.ts'

export type Fault = {
  file: string
  line: number
  /** What is wrong: "price of nem-ran is missing". */
  wrong: string
  /** What to write instead: "a whole number of dong without dots, such as 75000". */
  write: string
}

export class ContentError extends Error {
  readonly faults: readonly Fault[]

  constructor(folder: string, faults: readonly Fault[]) {
    super(describeFaults(folder, faults))
    this.name = 'ContentError'
    this.faults = faults
  }
}

function describeFaults(folder: string, faults: readonly Fault[]): string {
  const count = faults.length === 1 ? '1 thing needs' : `${faults.length} things need`
  return [`${count} a change in ${folder}:`, ...faults.map(describe)].join('\n')
}

function describe({ file, line, wrong, write }: Fault): string {
  return `  ${file} line ${line}: ${wrong}; write ${write}`
}

/** Only the first: the others mostly follow from it. */
export function syntaxFaults(source: Source): Fault[] {
  return source.errors.slice(0, 1).map(({ line, message }) => ({
    file: source.file,
    line,
    wrong: `this is not valid YAML (${lowerFirst(message)})`,
    write: 'it as the lines around it are written: same indent, a space after each colon',
  }))
}

export function schemaFaults(source: Source, error: z.ZodError): Fault[] {
  return error.issues.flatMap((issue) => {
    const path = issue.path as Path
    if (issue.code === 'unrecognized_keys') {
      return issue.keys.map((key) => ({
        file: source.file,
        line: source.lineOfKey(path, key),
        wrong: `${nameOf(source.value, [...path, key])} is not a known word here`,
        write: issue.message,
      }))
    }
    const value = valueAt(source.value, path)
    const name = nameOf(source.value, path)
    return [
      {
        file: source.file,
        line: source.lineOf(path),
        wrong: `${name} ${isNothing(value) ? (path.length === 0 ? 'is empty' : 'is missing') : 'will not do'}`,
        write: issue.message,
      },
    ]
  })
}

/** "price of nem-ran": the words after the nearest entry that has an id. */
export function nameOf(root: unknown, path: Path): string {
  let owner: string | undefined
  let rest: (string | number)[] = []
  let value = root
  for (const step of path) {
    value = valueAt(value, [step])
    const id = valueAt(value, ['id'])
    if (typeof id === 'string' && typeof step === 'number') {
      owner = id
      rest = []
    } else {
      rest.push(typeof step === 'number' ? step + 1 : step)
    }
  }
  const words = rest.join('.')
  if (owner === undefined) return words === '' ? 'the file' : words
  return words === '' ? owner : `${words} of ${owner}`
}

function isNothing(value: unknown): boolean {
  return value === undefined || value === null
}

function valueAt(root: unknown, path: Path): unknown {
  let value = root
  for (const step of path) {
    if (typeof value !== 'object' || value === null) return undefined
    value = (value as Record<string | number, unknown>)[step]
  }
  return value
}

function lowerFirst(text: string): string {
  return text.charAt(0).toLowerCase() + text.slice(1)
}
