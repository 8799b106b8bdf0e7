/**
 * Runs several test files in one process, each file as a suite. Loading the program and opening the first shop takes
 * longer than the tests of most files.
 */
import { AsyncResource } from 'node:async_hooks'
import { globSync, readdirSync } from 'node:fs'
import { basename, join } from 'node:path'
import { describe } from 'node:test'

const root = join(import.meta.dirname, '../..')
const groupFolder = join(root, 'test/groups')

export const groupedPatterns = ['src/**/*.test.ts', 'test/*.test.ts']

/** Runs the files of a group of the fast tier. */
export function runGroup(groupFile: string): void {
  runAsSuites(listGroups().get(basename(groupFile)) ?? [])
}

/** Declares a suite for each file; its name is the path of the file. */
export function runAsSuites(files: readonly string[]): void {
  // One after the other: modules that several files wait for would declare the tests of all in the suite of one.
  let loaded: Promise<unknown> = Promise.resolve()
  for (const file of files) {
    describe(file, async () => {
      // Node finds the suite of a test by the asynchronous context in which its file is loaded.
      const load = AsyncResource.bind(() => import(join(root, file)))
      loaded = loaded.then(() => load())
      await loaded
    })
  }
}

/** The files of each group: neighbors in the alphabet, which often have the same subject, are in different ones. */
export function listGroups(): Map<string, string[]> {
  const names = readdirSync(groupFolder).sort()
  const files = globSync(groupedPatterns, { cwd: root }).sort()
  const groupOf = (index: number) => names[index % names.length]
  return new Map(
    names.map((name) => [name, files.filter((_, index) => groupOf(index) === name)] as const),
  )
}
