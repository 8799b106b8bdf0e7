/** Fails a test file that keeps running after its last test or hook, and prints what is still open. */

/** Longer than anything takes between two tests or hooks on a busy machine. */
const graceMs = 60_000

const isTestFile = process.env.NODE_TEST_CONTEXT === 'child-v8'

let running = 0
let timer: NodeJS.Timeout | undefined

/** A test or a hook has started: the file may take its time until `noteEnd`. */
export function noteStart(): void {
  running++
  clearTimeout(timer)
}

export function noteEnd(): void {
  running--
  if (running === 0 && isTestFile) timer = setTimeout(fail, graceMs).unref()
}

function fail(): void {
  const open = process.getActiveResourcesInfo().join(', ')
  console.error(`${process.argv[1]} did not end after its last test. Still open: ${open}`)
  process.exit(1)
}
