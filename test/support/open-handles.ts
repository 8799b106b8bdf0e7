/** Preloaded in each test file: fails it if it keeps running after its last test, and prints what is still open. */
import { afterEach, beforeEach } from 'node:test'

/** Longer than anything between two tests takes on a busy machine. */
const graceMs = 60_000

const isTestFile = process.env.NODE_TEST_CONTEXT === 'child-v8'

if (isTestFile) {
  let runningTests = 0
  let timer: NodeJS.Timeout | undefined
  beforeEach(() => {
    runningTests++
    clearTimeout(timer)
  })
  afterEach(() => {
    runningTests--
    if (runningTests === 0) timer = setTimeout(fail, graceMs).unref()
  })
}

function fail(): void {
  const open = process.getActiveResourcesInfo().join(', ')
  console.error(`${process.argv[1]} did not end after its last test. Still open: ${open}`)
  process.exit(1)
}
