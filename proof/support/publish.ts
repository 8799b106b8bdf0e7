/** Stores the latest result of each proof in docs/proof.json and renders docs/proof.md. */
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { proofs } from '../all.ts'
import { describeCommit, describeMachine, isInHistory } from './environment.ts'
import { renderMutationScore } from './mutation-score.ts'
import type { Proof, Result } from './proof.ts'
import { findChangedFiles, type ResultCode, readResultCode } from './result-code.ts'

const folder = join(import.meta.dirname, '../../docs')
const resultsFile = join(folder, 'proof.json')

type ProofRun =
  | { seed: number; seconds: number; result: Result }
  | { seed: number; skipped: string }

type PublishedRun = ProofRun & {
  date: string
  commit: string
  machine: string
  /** The code that the result depends on. */
  code: ResultCode
  /** What was tried, what had to hold, and the result in one line, as the proof described them then. */
  scenario: string
  guarantee: string
  summary: string
}

export function publishProof(proof: Proof, run: ProofRun): void {
  const publishedRuns = readPublishedRuns()
  publishedRuns[proof.id] = {
    date: new Date().toISOString().slice(0, 10),
    commit: describeCommit(),
    machine: describeMachine(),
    code: readResultCode(proof),
    scenario: proof.scenario,
    guarantee: proof.guarantee,
    summary: 'skipped' in run ? `SKIPPED: ${run.skipped}` : proof.summarize(run.result),
    ...run,
  }
  writeFileSync(resultsFile, `${JSON.stringify(publishedRuns, undefined, 2)}\n`)
  writePage()
}

/** Whether the code of the result is unchanged and its commit part of the history. */
function isOfThisCode(proof: Proof, { code, commit }: PublishedRun): boolean {
  return findChangedFiles(code, readResultCode(proof)).length === 0 && isInHistory(commit)
}

export function writePage(): void {
  writeFileSync(join(folder, 'proof.md'), renderPage(readPublishedRuns()))
}

export function readPublishedRuns(): Record<string, PublishedRun> {
  return existsSync(resultsFile) ? JSON.parse(readFileSync(resultsFile, 'utf8')) : {}
}

export function renderPage(publishedRuns: Record<string, PublishedRun>): string {
  const rows = proofs.map((proof) => {
    const run = publishedRuns[proof.id]
    if (!run) return `| ${proof.id} | ${proof.scenario} | ${proof.guarantee} | not run yet | |`
    const { scenario, guarantee, summary } = run
    const verdict = 'skipped' in run ? '' : run.result.holds ? 'holds: ' : '**DOES NOT HOLD**: '
    const mark = isOfThisCode(proof, run) ? '' : ', earlier code'
    const how = `seed ${run.seed}, ${run.date}, ${run.commit}${mark}`
    return `| ${proof.id} | ${scenario} | ${guarantee} | ${verdict}${summary} | ${how} |`
  })
  const machines = [...new Set(Object.values(publishedRuns).map((run) => run.machine))]
  return `# Reliability tests and their results

Each row is the result of a repeatable test. \`npm run prove\` runs all of them and writes this page;
\`npm run prove -- R3\` runs one. \`--seed\` repeats a run with the same random numbers, and \`--short\` runs the
short form that is part of the tests. The complete results are in [proof.json](proof.json).

Each test names the faults that it must detect (\`proof/faults\`), and \`npm run prove -- --broken\` breaks a copy of the
program in each of these ways and shows that the test fails. A result is valid for the code that it was measured with:
[proof.json](proof.json) has a hash of the test and of the files that implement the guarantee. If one of them has changed,
or the commit is not in the history, \`test/proof-results.test.ts\` fails until the result is published again, or marked
as one of earlier code (\`npm run prove -- --mark\`).

Machine: ${machines.join('; ')}. The load generator, the servers and PostgreSQL share it.

| | Scenario | Guarantee | Result | Run |
| --- | --- | --- | --- | --- |
${rows.join('\n')}
${renderMutationScore()}`
}
