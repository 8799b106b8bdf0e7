/** Long commands show their progress on a terminal, and print only the result elsewhere. */
import assert from 'node:assert/strict'
import { execFile, spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import { promisify } from 'node:util'
import { quoteForShell } from '../../src/kernel/command-line.ts'
import { openSqlite } from '../../src/store/sqlite.ts'
import { runInProcess } from '../support/command.ts'

const root = join(import.meta.dirname, '../..')
const letan = join(root, 'bin/letan.js')
const folder = mkdtempSync(join(tmpdir(), 'letan-'))
const database = join(folder, 'book.sqlite')

before(async () => {
  const store = await openSqlite(database, Date.now)
  await store.close()
})
after(() => rmSync(folder, { recursive: true }))

const environment = { ...process.env, DATABASE_URL: database, LC_ALL: 'C.UTF-8' }

function run(args: readonly string[], added: Record<string, string> = {}) {
  const env = { ...environment, ...added }
  return promisify(execFile)(process.execPath, args, { cwd: root, env })
}

type CommandAndDatabase = readonly [args: readonly string[], databaseUrl: string]

/** Runs several commands in one process, whose start takes most of the time, and parses what each prints. */
async function runAll(commands: readonly CommandAndDatabase[]) {
  const program = `
    import { runCommand } from './src/commands/run-command.ts'
    const outputs = []
    for (const [args, databaseUrl] of ${JSON.stringify(commands)}) {
      const { stdout, stderr } = await runCommand(args, { ...process.env, DATABASE_URL: databaseUrl })
      process.stderr.write(stderr)
      outputs.push(stdout)
    }
    console.log(JSON.stringify(outputs))`
  const { stdout, stderr } = await run(['--input-type=module', '--eval', program])
  const outputs = JSON.parse(stdout) as string[]
  return { results: outputs.map((output) => JSON.parse(output)), stderr }
}

/** util-linux, which most Linux systems have, opens a pseudo terminal. */
const hasScript =
  process.platform === 'linux' && /util-linux/.test(String(spawnSync('script', ['-V']).stdout))
const onTerminal = { skip: hasScript ? false : 'the program "script" is not installed' }

async function runOnTerminal(
  args: readonly string[],
  added: Record<string, string> = {},
): Promise<string> {
  const command = [process.execPath, ...args].map((word) => quoteForShell(word)).join(' ')
  const env = { ...environment, TERM: 'xterm', ...added }
  const scriptArgs = ['-qec', command, '/dev/null']
  const { stdout } = await promisify(execFile)('script', scriptArgs, { cwd: root, env })
  return stdout
}

const clearLine = '\r\x1b[K'

describe('letan backup, restore and verify', () => {
  it('print only the result without a terminal', async () => {
    const file = join(folder, 'piped.sqlite')
    const { stdout, stderr } = await run([letan, 'backup', file])
    assert.equal(stdout, `${file}: 0 bookings and 0 orders.\n`)
    assert.equal(stderr, '')
  })

  it('print the result as JSON with --json', async () => {
    const file = join(folder, 'json.sqlite')
    const counts = { bookings: 0, orders: 0, newest: null, shop: null }
    const restored = join(folder, 'restored.sqlite')
    const { results, stderr } = await runAll([
      [['backup', '--json', file], database],
      [['restore', '--json', file], restored],
      [['verify', '--json', file], database],
    ])
    assert.deepEqual(results, [
      { file, ...counts, containsSecret: true },
      { database: restored, ...counts },
      { database: file, ...counts },
    ])
    assert.equal(stderr, '')
  })

  it('print the result in the language of the terminal', async () => {
    const result = 'Không có lỗi: 0 lượt đặt và 0 đơn hàng.\n'
    const vietnamese = { DATABASE_URL: database, LC_ALL: 'vi_VN.UTF-8' }
    assert.equal((await runInProcess(['verify'], vietnamese)).output, result)
    const english = { DATABASE_URL: database }
    assert.equal((await runInProcess(['verify', '--lang', 'vi'], english)).output, result)
  })

  it('show each step on a terminal and clear the line before the result', onTerminal, async () => {
    const file = join(folder, 'terminal.sqlite')
    const output = await runOnTerminal([letan, 'backup', file])
    const lines = output.split(clearLine)
    const labels = ['checking the file', 'copying', 'migrating the copy', 'checking the tables']
    for (const label of [...labels, 'checking the bookings', 'writing to the disk'])
      assert.ok(
        lines.some((line) => /^ ?\d+ % {2}\d\/6 {2}/.test(line) && line.includes(label)),
        output,
      )
    assert.equal(lines.at(-1), `${file}: 0 bookings and 0 orders.\r\n`)
  })

  it('show the steps in Vietnamese on a Vietnamese terminal', onTerminal, async () => {
    const file = join(folder, 'vietnamese.sqlite')
    const output = await runOnTerminal([letan, 'backup', file], { LC_ALL: 'vi_VN.UTF-8' })
    assert.match(output, /kiểm tra tệp/)
    assert.match(output, /kiểm tra các lượt đặt/)
    assert.ok(output.endsWith(`${clearLine}${file}: 0 lượt đặt và 0 đơn hàng.\r\n`), output)
  })

  it('do not rewrite a line on a terminal that cannot', onTerminal, async () => {
    const file = join(folder, 'dumb.sqlite')
    const output = await runOnTerminal([letan, 'backup', file], { TERM: 'dumb' })
    assert.equal(output, `${file}: 0 bookings and 0 orders.\r\n`)
  })
})

describe('npm run prove', () => {
  const prove = [join(root, 'proof/run.ts'), 'R7', '--short', '--seed', '5', '--bookings', '20']

  it('prints each result as a line of JSON with --json', async () => {
    const { stdout, stderr } = await run([...prove, '--json'])
    const { proof, form, seed, bookings, holds } = JSON.parse(stdout)
    assert.deepEqual([proof, form, seed, bookings, holds], ['R7', 'short', 5, 20, true])
    // On a slow machine, plain lines say how far it is.
    assert.doesNotMatch(stderr, /\{/)
  })

  it('ends with all verdicts, and prints everything about a guarantee that does not hold', async () => {
    const program = `
      import { defineProof, ProofSkipped } from './proof/support/proof.ts'
      import { runProofs } from './proof/support/run-proofs.ts'
      const prove = (id, run) => defineProof({
        ...{ id, name: 'trial', scenario: '', guarantee: '', short: {}, long: {} },
        summarize: ({ lost }) => lost + ' lost',
        run,
      })
      const proofs = [
        prove('R91', async () => ({ holds: true, lost: 0 })),
        prove('R92', async () => ({ holds: false, lost: 3, codes: ['K7RW'] })),
        prove('R93', async () => { throw new ProofSkipped('no disk') }),
      ]
      const options = { form: 'short', seed: 7, options: {}, shouldPublish: false, json: false }
      if (!(await runProofs(proofs, options))) process.exitCode = 3`
    const failed = await run(['--input-type=module', '--eval', program]).catch((error) => error)
    assert.equal(failed.code, 3)
    assert.equal(
      failed.stdout,
      `R91 trial: holds: 0 lost
R92 trial: DOES NOT HOLD (--seed 7): 3 lost
{"holds":false,"lost":3,"codes":["K7RW"]}
R93 trial: SKIPPED: no disk

R91  trial             holds              0 s       seed 7
R92  trial             DOES NOT HOLD      0 s       seed 7
R93  trial             SKIPPED            0 s       seed 7
`,
    )
  })

  it('shows how far it is on a terminal, and then the result', onTerminal, async () => {
    const output = await runOnTerminal(prove)
    assert.match(output, /\d+ % {2}1\/1 {2}.*R7 retries: \d+\/20/)
    assert.match(output.split(clearLine).at(-1) ?? '', /^R7 retries: holds: 20 bookings sent/)
  })
})

it('npm run prove --help prints the options and the proofs, and runs none', async () => {
  const { stdout, stderr } = await run(['proof/run.ts', '--help'])
  assert.match(stdout, /--publish/)
  assert.match(stdout, /R23 postgres-faults/)
  assert.equal(stderr, '')
})
