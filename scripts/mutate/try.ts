/**
 * Runs test files, those at the front first, until the first failure, which it prints. The exit code is 1 then, and 0 if
 * all tests pass. The first argument is the time limit in milliseconds, the others are the files.
 */
import { run } from 'node:test'

const [limit, ...files] = process.argv.slice(2)
const abort = new AbortController()
const events = run({
  files,
  concurrency: 2,
  execArgv: ['--import', './bin/compile-cache.js'],
  forceExit: true,
  signal: abort.signal,
})
const fail = (failure: object) => {
  // What is aborted fails, too; only the first failure counts.
  if (abort.signal.aborted) return
  process.stdout.write(`${JSON.stringify(failure)}\n`)
  process.exitCode = 1
  abort.abort()
}
const timer = setTimeout(() => fail({ name: 'tests that take too long' }), Number(limit))
events.on('test:fail', ({ name, file }) => fail({ name, file }))
events.on('end', () => clearTimeout(timer))
events.resume()
