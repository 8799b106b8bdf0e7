/** Keeps the newest result of each figure in docs/proof.json and draws docs/proof.md from them. */
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { proofs } from '../all.ts'
import { describeCommit, describeMachine } from './environment.ts'
import type { Proof, Result } from './proof.ts'

const folder = join(import.meta.dirname, '../../docs')
const resultsFile = join(folder, 'proof.json')

type ProofRun =
  | { seed: number; seconds: number; result: Result }
  | { seed: number; skipped: string }

type PublishedRun = ProofRun & { date: string; commit: string; machine: string }

export function publishProof({ id }: Proof, run: ProofRun): void {
  const publishedRuns = readPublishedRuns()
  publishedRuns[id] = {
    date: new Date().toISOString().slice(0, 10),
    commit: describeCommit(),
    machine: describeMachine(),
    ...run,
  }
  writeFileSync(resultsFile, `${JSON.stringify(publishedRuns, undefined, 2)}\n`)
  writeFileSync(join(folder, 'proof.md'), renderPage(publishedRuns))
}

export function readPublishedRuns(): Record<string, PublishedRun> {
  return existsSync(resultsFile) ? JSON.parse(readFileSync(resultsFile, 'utf8')) : {}
}

export function renderPage(publishedRuns: Record<string, PublishedRun>): string {
  const rows = proofs.map((proof) => {
    const run = publishedRuns[proof.id]
    if (!run) return `| ${proof.id} | ${proof.tried} | ${proof.promised} | not yet run | |`
    const summary = 'skipped' in run ? `SKIPPED: ${run.skipped}` : proof.summarize(run.result)
    const verdict = 'skipped' in run ? '' : run.result.holds ? 'holds: ' : '**DOES NOT HOLD**: '
    const how = `seed ${run.seed}, ${run.date}, ${run.commit}`
    return `| ${proof.id} | ${proof.tried} | ${proof.promised} | ${verdict}${summary} | ${how} |`
  })
  const machines = [...new Set(Object.values(publishedRuns).map((run) => run.machine))]
  return `# What was tried, and what was lost

Every figure is a count, made by one command: \`npm run prove\` makes all of them anew and writes this
page, \`npm run prove -- R3\` one of them; \`--seed\` repeats a run and \`--short\` takes the form that
runs with the tests. The results in full are in [proof.json](proof.json).

Machine: ${machines.join('; ')}. The load generator, the servers and PostgreSQL share it.

| | What is tried | What is promised | What was found | How |
| --- | --- | --- | --- | --- |
${rows.join('\n')}
`
}
