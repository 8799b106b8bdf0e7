/**
 * Runs test files one after the other until the first failure, which it prints. The exit code is 1 then, and 0 if all
 * tests pass. The first argument is the time limit of a file in milliseconds, the others are the files.
 */
import { run } from 'node:test'

const [limit, ...files] = process.argv.slice(2)
const abort = new AbortController()
const events = run({
  files,
  concurrency: 1,
  execArgv: ['--import', './bin/compile-cache.js'],
  forceExit: true,
  timeout: Number(limit),
  signal: abort.signal,
})
// What is aborted fails, too; only the first failure counts.
events.once('test:fail', ({ name, file }) => {
  process.exitCode = 1
  process.stdout.write(`${JSON.stringify({ name, file })}\n`)
  abort.abort()
})
events.resume()
