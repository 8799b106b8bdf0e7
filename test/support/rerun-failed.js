/**
 * Runs the test files that failed once more, one after the other. Some tests measure durations, and the
 * machine may have been busy. A file that fails twice fails the run.
 */
import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'

/** With more failures than this, a busy machine is not the cause. */
const maxFiles = 15

const [list = '', ...args] = process.argv.slice(2)
const files = [...new Set(readFileSync(list, 'utf8').split('\n').filter(Boolean))]
if (files.length === 0 || files.length > maxFiles) process.exit(1)
process.stdout.write(`\nTried once more, one after the other:\n${files.join('\n')}\n\n`)
const { status } = spawnSync(
  process.execPath,
  [...process.execArgv, ...args, '--test-concurrency=1', ...files],
  { stdio: 'inherit' },
)
process.exit(status ?? 1)
