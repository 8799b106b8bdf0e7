/** `npm run prove`: runs the proofs and publishes their results; `--help` prints the options. */
import { parseArgs } from 'node:util'
import { proofs } from './all.ts'
import { runAllBroken } from './broken/run.ts'
import { writePage } from './support/publish.ts'
import { runProofs } from './support/run-proofs.ts'

const usage = `npm run prove -- [R3 kill …] [--seed 7] [--short] [--publish] [--json] [--mark] [--broken]

Without names, all proofs run in their long form and are published in docs/proof.md.
Names run only these proofs; further options such as --rounds 20 are those of the proof.

  --short    the short form that is part of the tests
  --publish  publishes the results of the chosen proofs too
  --json     each result as a line of JSON
  --mark     marks the published results of earlier code in docs/proof.md
  --broken   breaks copies of the product and shows that the proofs detect it; --fault chooses one

The proofs are ${proofs.map(({ id, name }) => `${id} ${name}`).join(', ')}.
`

const args = process.argv.slice(2)
if (args.includes('--help')) {
  process.stdout.write(usage)
  process.exit()
}
const json = args.includes('--json')
const { values, positionals } = parseArgs({
  args: withValues(args.filter((word) => word !== '--json')),
  strict: false,
  allowPositionals: true,
})
const { short, publish: forcePublish, broken, mark, seed: seedOption, ...otherValues } = values
const form = short ? 'short' : 'long'
const options = Object.fromEntries(
  Object.entries(otherValues).map(([name, value]) => [
    toCamelCase(name),
    parseValue(String(value)),
  ]),
)
const unknown = positionals.filter(
  (word) => !proofs.some(({ id, name }) => [id, name].includes(word)),
)
if (unknown.length > 0) {
  const known = proofs.map(({ id, name }) => `${id} ${name}`).join(', ')
  process.stderr.write(`There is no proof ${unknown.join(', ')}. The proofs are ${known}.\n`)
  process.exit(2)
}
const chosen = proofs.filter(
  ({ id, name }) =>
    positionals.length === 0 || positionals.includes(id) || positionals.includes(name),
)
const shouldPublish = forcePublish || (form === 'long' && Object.keys(options).length === 0)

if (mark) {
  writePage()
  process.exit()
}

if (broken) {
  const { fault } = values
  const brokenSeed = Number(seedOption ?? Math.floor(Math.random() * 1_000_000))
  const print = (line: string) => process.stdout.write(`${line}\n`)
  const isDetected = await runAllBroken(
    chosen,
    { seed: brokenSeed, fault: fault === undefined ? undefined : String(fault), json },
    print,
  )
  process.exit(isDetected ? 0 : 1)
}

const seed = seedOption === undefined ? undefined : Number(seedOption)
const isProven = await runProofs(chosen, {
  form,
  seed,
  options,
  shouldPublish: Boolean(shouldPublish),
  json,
})
if (!isProven) process.exitCode = 1

/** Joins `--rounds 20` to `--rounds=20`; only `--short`, `--publish`, `--broken` and `--mark` have no value. */
function withValues(args: readonly string[]): string[] {
  const joined: string[] = []
  for (const word of args) {
    const previous = joined.at(-1)
    const needsValue =
      previous?.startsWith('--') && !/^--(short|publish|broken|mark)$|=/.test(previous)
    if (needsValue) joined[joined.length - 1] = `${previous}=${word}`
    else joined.push(word)
  }
  return joined
}

function toCamelCase(name: string): string {
  return name.replace(/-(.)/g, (_, letter: string) => letter.toUpperCase())
}

function parseValue(text: string): number | string {
  return /^\d+$/.test(text) ? Number(text) : text
}
