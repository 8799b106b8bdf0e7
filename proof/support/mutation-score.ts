/** The result of `npm run mutate` in docs/mutations.json, and its section of docs/proof.md. */
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

const resultsFile = join(import.meta.dirname, '../../docs/mutations.json')

type Survivor = {
  change: string
  /** Why no test can notice it, if that is so. */
  reason?: string
}

export type MutationScore = {
  date: string
  commit: string
  seed: number
  count: number
  /** How many changes the script could make in total. */
  of: number
  noticed: number
  survivors: Survivor[]
}

export function writeMutationScore(score: MutationScore): void {
  writeFileSync(resultsFile, `${JSON.stringify(score, undefined, 2)}\n`)
}

export function renderMutationScore(): string {
  return `
## Mutation testing

\`npm run mutate\` makes single changes in the rules, the guard, the store, privacy and deposits (an operator, a
boundary, a condition, a boolean, a constant, a removed statement, a condition in SQL), one at a time in a copy of the
repository, and runs test files that execute the changed code until one fails. What a test file executes is measured
before, without a change. Those that are quick, that execute rarely executed code near the change and are named after it
are chosen, at most ten, and ten further ones in each repetition (\`--again\`).

It is a script of our own (\`scripts/mutate\`), not Stryker. Stryker could run the tests with its TAP runner, but it
replaces an SQL statement only as a whole, and the conditions and boundaries of the store, the guard and the retention
are in SQL; and its core reads \`tsconfig.json\` with the JavaScript API that TypeScript 7 no longer has.

${existsSync(resultsFile) ? renderResult(readMutationScore()) : 'Not run yet.'}
`
}

function readMutationScore(): MutationScore {
  return JSON.parse(readFileSync(resultsFile, 'utf8'))
}

function renderResult(score: MutationScore): string {
  const { date, commit, seed, count, of, noticed, survivors } = score
  const share = Math.round((1000 * noticed) / count) / 10
  const result =
    `**${noticed} of ${count} changes were noticed (${share} %)**, chosen out of ${of.toLocaleString('en')} ` +
    `with seed ${seed}; ${date}, ${commit}.`
  if (survivors.length === 0) return result
  const rows = survivors.map(
    ({ change, reason = '' }) => `| \`${change.replaceAll('|', '\\|')}\` | ${reason} |`,
  )
  return `${result}

| Not noticed | Reason, if no test can notice it |
| --- | --- |
${rows.join('\n')}`
}
