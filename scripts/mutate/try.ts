/**
 * Runs test files one after the other until the first failure, which it prints. The exit code is 1 then, and 0 if all
 * tests pass. Each argument is a file with its time limit in milliseconds: `test/booking.test.ts:30000`.
 */
import { run } from 'node:test'

type Failure = { name: string; file: string | undefined }

for (const argument of process.argv.slice(2)) {
  const [file = '', limit] = argument.split(':')
  const failure = await findFailure(file, Number(limit))
  if (failure === undefined) continue
  process.stdout.write(`${JSON.stringify(failure)}\n`)
  process.exit(1)
}
process.exit()

/** Ends the file at its first failure. */
function findFailure(path: string, timeout: number): Promise<Failure | undefined> {
  const abort = new AbortController()
  const execArgv = ['--import', './bin/compile-cache.js']
  const events = run({ files: [path], concurrency: 1, execArgv, timeout, signal: abort.signal })
  let failure: Failure | undefined
  events.on('test:fail', ({ name, file }) => {
    failure ??= { name, file }
    abort.abort()
  })
  events.resume()
  return new Promise((resolve) => events.once('end', () => resolve(failure)))
}
