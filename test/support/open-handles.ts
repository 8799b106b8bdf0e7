/** Preloaded in each test file: notes its tests, so that a file that does not end is detected. */
import { afterEach, beforeEach } from 'node:test'
import { noteEnd, noteStart } from './running-tests.ts'

// The test runner itself preloads this file as well, and has no tests.
if (process.env.NODE_TEST_CONTEXT === 'child-v8') {
  beforeEach(noteStart)
  afterEach(noteEnd)
}
