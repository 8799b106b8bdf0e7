/**
 * `npm run mutate`: makes single changes in the rules, the guard, the store, privacy and deposits, one at a time in a
 * copy of the repository, runs the nearest tests and prints the changes that no test noticed.
 *
 * `--count 200`: how many changes; `--seed 7`: which ones; `--only src/store`: only in files whose path begins so;
 * `--json`: the result as JSON; `--publish`: also in docs/proof.md; `--with "nice -n 10"`: a command that runs the tests.
 */
import { cpSync, globSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { API } from 'typescript/unstable/sync'
import { describeCommit } from '../../proof/support/environment.ts'
import { writeMutationScore } from '../../proof/support/mutation-score.ts'
import { writePage } from '../../proof/support/publish.ts'
import { randomFrom } from '../../proof/support/random.ts'
import { type Progress, withProgress } from '../../src/commands/progress.ts'
import { findReason } from './equivalent.ts'
import { findMutations, type Mutation } from './mutations.ts'
import { mutatedFolders, nearestTestsOf } from './nearest-tests.ts'
import { runTests } from './run-tests.ts'

const { values } = parseArgs({
  options: {
    count: { type: 'string', default: '200' },
    seed: { type: 'string', default: String(Math.floor(Math.random() * 1_000_000)) },
    only: { type: 'string', default: 'src/' },
    with: { type: 'string', default: '' },
    json: { type: 'boolean', default: false },
    publish: { type: 'boolean', default: false },
  },
})
const seed = Number(values.seed)
const root = process.cwd()
const copy = mkdtempSync(join(tmpdir(), 'letan-mutate-'))
process.on('exit', () => rmSync(copy, { recursive: true, force: true }))
/** The first Ctrl-C ends the run with the results so far, the second one immediately. */
const stopping = new AbortController()
for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.on(signal, () => (stopping.signal.aborted ? process.exit(130) : stopping.abort()))
}
copyRepository()

const sources = readSources()
const all = [...sources].flatMap(([file, source]) => findMutations(source, file))
const chosen = randomFrom(seed).shuffle(all).slice(0, Number(values.count))
if (chosen.length === 0) {
  process.stderr.write(`No changes to make: --only ${values.only} --count ${values.count}\n`)
  process.exit(2)
}
const testLists = [...new Set(chosen.map(({ file }) => nearestTestsOf(file).join(' ')))].map(
  (list) => ({ label: `tests without a change: ${list}`, files: list.split(' ') }),
)
const changes = chosen.map((mutation) => {
  const { file, from, to } = mutation
  const before = sources.get(file)?.text.slice(from, to) ?? ''
  return { label: describe(mutation, before), mutation, before }
})
/** For tests of unchanged code; a list of tests takes half a minute on a quiet machine. */
const unchangedLimitMs = 300_000
/** By list of tests. */
const limits = new Map<string, number>()
const progressOptions = { stream: process.stderr, environment: process.env }
const results = await withProgress([...testLists, ...changes], progressOptions, tryAll)

const survivors = results
  .filter(({ noticedBy }) => noticedBy === undefined)
  .map(({ before, ...mutation }) => {
    const reason = findReason({ ...mutation, before })
    return { change: describe(mutation, before), ...(reason !== undefined && { reason }) }
  })
const noticed = results.length - survivors.length
const score = {
  date: new Date().toISOString().slice(0, 10),
  commit: describeCommit(),
  seed,
  count: results.length,
  of: all.length,
  noticed,
  survivors,
}
if (values.json) process.stdout.write(`${JSON.stringify(score, undefined, 2)}\n`)
else {
  for (const { change, reason } of survivors)
    process.stdout.write(`not noticed: ${change}${reason ? ` (${reason})` : ''}\n`)
  const share = Math.round((1000 * noticed) / results.length) / 10
  process.stdout.write(
    `${noticed} of ${results.length} changes noticed (${share} %), seed ${seed}\n`,
  )
}
if (values.publish) {
  writeMutationScore(score)
  writePage()
}

/** Without node_modules, which is linked, and without what tests do not read. */
function copyRepository(): void {
  const skipped = new Set(['node_modules', '.git', 'dist'])
  cpSync(root, copy, {
    recursive: true,
    filter: (from) => !skipped.has(from.slice(root.length + 1)),
  })
  symlinkSync(join(root, 'node_modules'), join(copy, 'node_modules'))
}

function readSources() {
  const api = new API({ cwd: root })
  const snapshot = api.updateSnapshot({ openProjects: [join(root, 'tsconfig.json')] })
  const program = snapshot.getProjects()[0]?.program
  const files = globSync(mutatedFolders.map((folder) => `${folder}*.ts`))
    .filter((file) => !file.endsWith('.test.ts') && file.startsWith(values.only))
    .toSorted()
  const found = files.flatMap((file) => {
    const source = program?.getSourceFile(join(root, file))
    return source ? [[file, source] as const] : []
  })
  api.close()
  return new Map(found)
}

type TriedChange = Mutation & { before: string; noticedBy: string | undefined }

async function tryAll(progress: Progress): Promise<TriedChange[]> {
  // A test that fails without a change would notice every change.
  for (const list of testLists) {
    const began = performance.now()
    const failure = await progress.run(list, () =>
      runTests(copy, list.files, values.with, unchangedLimitMs),
    )
    // A change that makes a test wait forever is noticed as well, on a slow machine too.
    limits.set(list.files.join(' '), 3 * (performance.now() - began) + 20_000)
    if (failure === undefined) continue
    progress.clear()
    process.stderr.write(`A test fails without a change: ${failure}\n`)
    process.exit(1)
  }
  const tried: TriedChange[] = []
  for (const change of changes) {
    const { mutation, before } = change
    const noticedBy = await progress.run(change, () => runWithChange(mutation))
    if (stopping.signal.aborted) break
    tried.push({ ...mutation, before, noticedBy })
  }
  return tried
}

async function runWithChange(mutation: Mutation): Promise<string | undefined> {
  const { file, from, to } = mutation
  const text = sources.get(file)?.text ?? ''
  writeFileSync(join(copy, file), text.slice(0, from) + mutation.text + text.slice(to))
  try {
    const files = nearestTestsOf(file)
    return await runTests(copy, files, values.with, limits.get(files.join(' ')) ?? unchangedLimitMs)
  } finally {
    writeFileSync(join(copy, file), text)
  }
}

function describe({ file, line, text }: Mutation, before: string): string {
  const short = (code: string) => code.replace(/\s+/g, ' ').slice(0, 80)
  return `${file}:${line} ${short(before)} → ${short(text)}`
}
