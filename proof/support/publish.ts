/** Keeps the newest result of each figure in docs/proof.json and draws docs/proof.md from them. */
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { proofs } from '../all.ts'
import { commit, machine } from './environment.ts'
import type { Proof, Result } from './proof.ts'

const folder = join(import.meta.dirname, '../../docs')
const keptFile = join(folder, 'proof.json')

type Run = { seed: number; seconds: number; result: Result } | { seed: number; skipped: string }

type Kept = Run & { date: string; commit: string; machine: string }

export function publish({ id }: Proof, run: Run): void {
  const kept = readKept()
  kept[id] = {
    date: new Date().toISOString().slice(0, 10),
    commit: commit(),
    machine: machine(),
    ...run,
  }
  writeFileSync(keptFile, `${JSON.stringify(kept, undefined, 2)}\n`)
  writeFileSync(join(folder, 'proof.md'), draw(kept))
}

export function readKept(): Record<string, Kept> {
  return existsSync(keptFile) ? JSON.parse(readFileSync(keptFile, 'utf8')) : {}
}

export function draw(kept: Record<string, Kept>): string {
  const rows = proofs.map((proof) => {
    const run = kept[proof.id]
    if (!run) return `| ${proof.id} | ${proof.tried} | ${proof.promised} | not yet run | |`
    const said = 'skipped' in run ? `SKIPPED: ${run.skipped}` : proof.say(run.result)
    const verdict = 'skipped' in run ? '' : run.result.holds ? 'holds: ' : '**DOES NOT HOLD**: '
    const how = `seed ${run.seed}, ${run.date}, ${run.commit}`
    return `| ${proof.id} | ${proof.tried} | ${proof.promised} | ${verdict}${said} | ${how} |`
  })
  const machines = [...new Set(Object.values(kept).map((run) => run.machine))]
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
