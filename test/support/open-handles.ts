/** Preloaded in each test file: fails it if it keeps running after its last test, and prints what is still open. */
import { after } from 'node:test'

/** Longer than anything takes to close on a busy machine. */
const graceMs = 30_000

const isTestFile = process.env.NODE_TEST_CONTEXT === 'child-v8'

if (isTestFile) {
  after(() => {
    setTimeout(() => {
      const open = process.getActiveResourcesInfo().join(', ')
      console.error(`${process.argv[1]} did not end after its last test. Still open: ${open}`)
      process.exit(1)
    }, graceMs).unref()
  })
}
