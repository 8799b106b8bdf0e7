/**
 * Reporter of a test run: prints the slowest files, and fails the run if a file ran fewer tests than it declares. Every
 * line of a file that declares a test or a suite must have been reported, unless its suite was skipped.
 */
import { readFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import type { TestEvent } from 'node:test/reporters'

/** The lines of a source file that were reported, and whether the suite or test there was skipped. */
type ReportedLines = Map<number, { isSkipped: boolean }>

const slowestCount = 10

/** Declares a suite for each file of a group; its name is the path, and it must contain what the file declares. */
const groupingFile = join(import.meta.dirname, 'file-groups.ts')

export default async function* reportTier(events: AsyncIterable<TestEvent>) {
  const durations = new Map<string, number>()
  /** By test file and source file: a test file may run the tests of another one on PostgreSQL. */
  const reported = new Map<string, Map<string, ReportedLines>>()
  for await (const { type, data } of events) {
    if (type === 'test:complete' && isWholeFile(data)) {
      durations.set(data.file, data.details.duration_ms)
      if (!reported.has(data.file)) reported.set(data.file, new Map())
    } else if (type === 'test:pass' || type === 'test:fail') {
      const { entryFile, file, line, skip, name, details } = data as ReportedTest
      if (entryFile === undefined || file === undefined || line === undefined) continue
      const sources = reported.get(entryFile) ?? new Map<string, ReportedLines>()
      if (file === groupingFile) {
        const groupedFile = join(process.cwd(), name)
        durations.set(groupedFile, details.duration_ms)
        if (!sources.has(groupedFile)) sources.set(groupedFile, new Map())
        reported.set(entryFile, sources)
        continue
      }
      const lines: ReportedLines = sources.get(file) ?? new Map()
      lines.set(line, { isSkipped: skip !== undefined })
      reported.set(entryFile, sources.set(file, lines))
    }
  }
  const missing = [...reported].flatMap(([entryFile, sources]) => findMissing(entryFile, sources))
  if (missing.length > 0) {
    process.exitCode = 1
    yield `\nDeclared, but not run:\n${missing.map((one) => `  ${one}\n`).join('')}`
  }
  yield formatSlowest(durations)
}

/** What @types/node does not declare yet. */
type ReportedTest = {
  name: string
  entryFile?: string
  file?: string
  line?: number
  skip?: string | boolean
  details: { duration_ms: number }
}

type WholeFile = { name: string; file: string; nesting: number; details: { duration_ms: number } }

/** The runner reports each file as a test that has no test file of its own. */
function isWholeFile(data: object): data is WholeFile {
  const { entryFile, file, nesting } = data as ReportedTest & { nesting: number }
  return entryFile === undefined && file !== undefined && nesting === 0
}

/** The declarations of a test file that were not reported, as "file:line". */
function findMissing(entryFile: string, sources: ReadonlyMap<string, ReportedLines>): string[] {
  const here = relative(process.cwd(), entryFile)
  // `npm run test:timing` selects the tests whose name ends with "(timing)".
  const isOnTime = here.startsWith('test/full/on-time/')
  if (sources.size === 0) return [`${here}: no test at all`]
  const testFiles = new Set([entryFile, ...sources.keys()])
  return [...testFiles]
    .filter((file) => file.endsWith('.test.ts'))
    .flatMap((file) => {
      const reported = sources.get(file) ?? new Map()
      const lines = findMissingLines(readFileSync(file, 'utf8'), reported, isOnTime)
      const inFile = file === entryFile ? '' : ` (run by ${here})`
      return lines.map((line) => `${relative(process.cwd(), file)}:${line}${inFile}`)
    })
}

/** Exported for its test. */
export function findMissingLines(
  source: string,
  reported: ReportedLines,
  isOnTime = false,
): number[] {
  const missing: number[] = []
  /** The indentation of the skipped suite that contains the current line. */
  let skippedIndent: number | undefined
  for (const [index, text] of source.split('\n').entries()) {
    const [, indent] = /^( *)(?:it|describe)(?:\.\w+)?\(/.exec(text) ?? []
    if (indent === undefined || (isOnTime && !text.includes('(timing)'))) continue
    if (skippedIndent !== undefined && indent.length > skippedIndent) continue
    const found = reported.get(index + 1)
    if (!found) missing.push(index + 1)
    skippedIndent = found?.isSkipped ? indent.length : undefined
  }
  return missing
}

function formatSlowest(durations: ReadonlyMap<string, number>): string {
  const slowest = [...durations].sort(([, a], [, b]) => b - a).slice(0, slowestCount)
  const lines = slowest.map(([file, milliseconds]) => {
    const seconds = (milliseconds / 1000).toFixed(1).padStart(6)
    return `${seconds} s  ${relative(process.cwd(), file)}\n`
  })
  return `\nThe slowest of ${durations.size} files:\n${lines.join('')}`
}
