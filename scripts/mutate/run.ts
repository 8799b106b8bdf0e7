/**
 * `npm run mutate`: makes single changes in the rules, the guard, the store, privacy and deposits, one at a time in a
 * copy of the repository, runs tests that execute the changed code and prints the changes that no test noticed. First it
 * runs each candidate among the test files once to measure which code it executes.
 *
 * `--count 200`: how many changes; `--seed 7`: which ones; `--only src/store`: only in files whose path begins so;
 * `--jobs 2`: how many at the same time; `--results FILE`: continues the results in this file and adds to them, and
 * `--again` tries those again that no test noticed, with new and with further tests; `--json`: the result as JSON;
 * `--publish`: also in docs/proof.md; `--with "nice -n 10"`: a command that runs the tests.
 */
import { createHash } from 'node:crypto'
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { API } from 'typescript/unstable/sync'
import { describeCommit } from '../../proof/support/environment.ts'
import { writeMutationScore } from '../../proof/support/mutation-score.ts'
import { writePage } from '../../proof/support/publish.ts'
import { type Progress, type Step, withProgress } from '../../src/commands/progress.ts'
import { listCandidates, listMutatedFiles } from './candidates.ts'
import { createChooser, type Measurement, versionOf } from './choose-tests.ts'
import { findPlaces, readExecuted } from './coverage.ts'
import { findReason } from './equivalent.ts'
import { findMutations, type Mutation } from './mutations.ts'
import { openResultsFile } from './results-file.ts'
import { hasTypeError, runTests, typeChecker } from './run-tests.ts'

const { values } = parseArgs({
  options: {
    count: { type: 'string', default: '200' },
    seed: { type: 'string', default: String(Math.floor(Math.random() * 1_000_000)) },
    only: { type: 'string', default: 'src/' },
    jobs: { type: 'string', default: '1' },
    results: { type: 'string' },
    again: { type: 'boolean', default: false },
    with: { type: 'string', default: '' },
    json: { type: 'boolean', default: false },
    publish: { type: 'boolean', default: false },
  },
})
/** Of a test file without a change. */
const measuringLimitMs = 120_000

const seed = Number(values.seed)
const root = process.cwd()
/** The first Ctrl-C ends the run with the results so far, the second one immediately. */
const stopping = new AbortController()
for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.on(signal, () => (stopping.signal.aborted ? process.exit(130) : stopping.abort()))
}

const { texts, all } = readChanges()
const mutations = all.map(({ mutation }) => mutation)
const offered = all.filter(({ mutation }) => mutation.file.startsWith(values.only))
const chosen = offered.toSorted(byRank).slice(0, Number(values.count))
if (chosen.length === 0) {
  process.stderr.write(`No changes to make: --only ${values.only} --count ${values.count}\n`)
  process.exit(2)
}
const results = openResultsFile(values.results, hash([...texts.values()].join('\0')))
const toMeasure = listCandidates()
  .map((test) => ({ test, hash: hash(readFileSync(test, 'utf8')) }))
  .filter((one) => results.measurements.get(one.test)?.hash !== one.hash)
  .map((one) => ({ ...one, label: `without a change: ${one.test}` }))
const toTry = chosen.filter(({ id }) => {
  const before = results.tried.get(id)
  return before === undefined || (values.again && before.noticedBy === null)
})
const copies = Array.from({ length: Number(values.jobs) }, copyRepository)
process.on('exit', () => {
  for (const copy of copies) rmSync(copy, { recursive: true, force: true, maxRetries: 10 })
})
const progressOptions = { stream: process.stderr, environment: process.env }
await withProgress([...toMeasure, ...toTry], progressOptions, async (progress) => {
  await inParallel(progress, toMeasure, async (one, copy) => {
    const measurement = await measure(copy, one.test, one.hash)
    results.add(measurement)
    if (measurement.failure === undefined) return
    progress.clear()
    process.stderr.write(`Not used, it fails without a change: ${one.test}\n`)
  })
  const candidates = new Set(listCandidates())
  const measurements = [...results.measurements.values()].filter(({ test }) => candidates.has(test))
  const chooseTests = createChooser(mutations, measurements)
  await inParallel(progress, toTry, async ({ id, index, mutation }, copy) => {
    const before = results.tried.get(id)?.tests ?? []
    const tests = chooseTests(index, before)
    const noticedBy = (await runWithChange(copy, mutation, tests)) ?? null
    results.add({ change: id, tests: [...before, ...tests.map(versionOf)], noticedBy })
  })
})
report()

type Change = Step & {
  id: string
  index: number
  mutation: Mutation
  before: string
  /** The text of the line of the source. */
  line: string
  /** Depends on the seed and on the line alone, so that changes elsewhere in the sources hardly change the choice. */
  rank: string
  /** Where it takes effect. */
  places: readonly number[]
}

function readChanges(): { texts: Map<string, string>; all: Change[] } {
  const api = new API({ cwd: root })
  const snapshot = api.updateSnapshot({ openProjects: [join(root, 'tsconfig.json')] })
  const program = snapshot.getProjects()[0]?.program
  const found = new Map<string, string>()
  const changes = listMutatedFiles().flatMap((file) => {
    const source = program?.getSourceFile(join(root, file))
    if (source === undefined) return []
    found.set(file, source.text)
    const ofFile = findMutations(source, file)
    const places = findPlaces(source, ofFile)
    const lines = source.text.split('\n')
    const seen = new Map<string, number>()
    return ofFile.map((mutation, at) => {
      const { from, to, text } = mutation
      const before = source.text.slice(from, to)
      const id = `${file} ${from}-${to} ${text}`
      const line = lines[mutation.line - 1]?.trim() ?? ''
      const change = `${file} ${line} ${before} ${text}`
      const repetition = seen.get(change) ?? 0
      seen.set(change, repetition + 1)
      const rank = hash(`${seed} ${change} ${repetition}`)
      const label = describe(mutation, before)
      return { id, label, mutation, before, line, rank, places: places[at] ?? [] }
    })
  })
  api.close()
  return { texts: found, all: changes.map((change, index) => ({ ...change, index })) }
}

function byRank({ rank: one }: Change, { rank: other }: Change): number {
  return one < other ? -1 : 1
}

/** Without node_modules, which is linked, and without what tests do not read. */
function copyRepository(): string {
  const copy = mkdtempSync(join(tmpdir(), 'letan-mutate-'))
  const skipped = new Set(['node_modules', '.git', 'dist'])
  cpSync(root, copy, {
    recursive: true,
    filter: (from) => !skipped.has(from.slice(root.length + 1)),
  })
  symlinkSync(join(root, 'node_modules'), join(copy, 'node_modules'))
  return copy
}

/** Each copy takes the next item when it is free. */
async function inParallel<Item extends Step>(
  progress: Progress,
  items: readonly Item[],
  work: (item: Item, copy: string) => Promise<void>,
): Promise<void> {
  const waiting = items.values()
  const workOn = async (copy: string) => {
    for (const item of waiting) {
      if (stopping.signal.aborted) return
      await progress.run(item, () => work(item, copy))
    }
  }
  await Promise.all(copies.map(workOn))
}

async function measure(copy: string, test: string, ofText: string): Promise<Measurement> {
  const coverage = join(copy, '.coverage')
  const began = performance.now()
  const failure = await runTests(copy, {
    files: [{ test, limitMs: measuringLimitMs }],
    command: values.with,
    // The coverage of functions from the compile cache is less precise.
    environment: { NODE_V8_COVERAGE: coverage, NODE_DISABLE_COMPILE_CACHE: '1' },
  })
  const ms = Math.round(performance.now() - began)
  const positions = all.map(({ mutation, places }) => ({ file: mutation.file, places }))
  const executed = readExecuted(coverage, copy, positions)
  rmSync(coverage, { recursive: true, force: true })
  return { test, hash: ofText, ms, executed, ...(failure !== undefined && { failure }) }
}

/** Returns what noticed the change. */
async function runWithChange(
  copy: string,
  { file, from, to, text }: Mutation,
  tests: readonly Measurement[],
): Promise<string | undefined> {
  const unchanged = texts.get(file) ?? ''
  writeFileSync(join(copy, file), unchanged.slice(0, from) + text + unchanged.slice(to))
  try {
    const failure = await runTests(copy, {
      // A change that makes a test wait forever is noticed as well, on a slow machine too.
      files: tests.map(({ test, ms }) => ({ test, limitMs: 3 * ms + 20_000 })),
      command: values.with,
    })
    // After the tests, because it takes longer than most of them.
    return failure ?? (hasTypeError(copy) ? typeChecker : undefined)
  } finally {
    writeFileSync(join(copy, file), unchanged)
  }
}

function report(): void {
  const finished = chosen.flatMap((change) => {
    const result = results.tried.get(change.id)
    return result ? [{ ...change, noticedBy: result.noticedBy }] : []
  })
  const survivors = finished
    .filter(({ noticedBy }) => noticedBy === null)
    .map(({ label, mutation, before, line }) => {
      const reason = findReason({ ...mutation, before, line })
      return { change: label, ...(reason !== undefined && { reason }) }
    })
  const count = finished.length
  const noticed = count - survivors.length
  const noticedAtFirst = finished.filter(({ id }) => results.firstTried.get(id)?.noticedBy).length
  const compileErrors = finished.filter(({ noticedBy }) => noticedBy === typeChecker).length
  const date = new Date().toISOString().slice(0, 10)
  const of = offered.length
  const commit = describeCommit()
  const counts = { count, of, noticed, noticedAtFirst, compileErrors }
  const score = { date, commit, seed, ...counts, survivors }
  if (values.json) process.stdout.write(`${JSON.stringify(score, undefined, 2)}\n`)
  else {
    for (const { change, reason } of survivors)
      process.stdout.write(`not noticed: ${change}${reason ? ` (${reason})` : ''}\n`)
    const share = Math.round((1000 * noticed) / count) / 10
    process.stdout.write(`${noticed} of ${count} changes noticed (${share} %), seed ${seed}\n`)
  }
  if (values.publish) {
    writeMutationScore(score)
    writePage()
  }
}

function describe({ file, line, text }: Mutation, before: string): string {
  const short = (code: string) => code.replace(/\s+/g, ' ').slice(0, 80)
  return `${file}:${line} ${short(before)} → ${short(text)}`
}

function hash(text: string): string {
  return createHash('sha256').update(text).digest('hex').slice(0, 16)
}
