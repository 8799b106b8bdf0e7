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
  /** Before tests were written for those of this choice that were not noticed. */
  noticedAtFirst: number
  /** How many of the noticed ones no test noticed, but the type checker, with which `npm test` begins. */
  compileErrors: number
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
are chosen, at most ten, and ten further ones in each repetition (\`--again\`). If all of them pass, the type checker
runs, with which \`npm test\` begins.

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
  const { date, commit, seed, count, of, noticed, noticedAtFirst, compileErrors, survivors } = score
  const shareOf = (part: number) => `${Math.round((1000 * part) / count) / 10} %`
  const result =
    `**${noticed} of ${count} changes were noticed (${shareOf(noticed)})**, ${compileErrors} of them by the type ` +
    `checker alone, chosen out of ${of.toLocaleString('en')} with seed ${seed}; ${date}, ${commit}. In the first ` +
    `run, before tests were written for what this choice had shown, it was ${shareOf(noticedAtFirst)}; that is what ` +
    'to expect of another choice.'
  if (survivors.length === 0) return result
  const rows = survivors.map(
    ({ change, reason = '' }) => `| \`${change.replaceAll('|', '\\|')}\` | ${reason} |`,
  )
  return `${result}

| Not noticed | Reason, if no test can notice it |
| --- | --- |
${rows.join('\n')}`
}
