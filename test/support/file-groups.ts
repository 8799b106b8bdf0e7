/**
 * Runs several test files in one process, each file as a suite. Loading the program and opening the first shop takes
 * longer than the tests of most files.
 */
import { AsyncResource } from 'node:async_hooks'
import { globSync, readdirSync } from 'node:fs'
import { basename, dirname, join, relative } from 'node:path'
import { describe } from 'node:test'

const root = join(import.meta.dirname, '../..')

/** The folders with groups, and the files that each distributes over its groups. */
export const groupedPatterns: Readonly<Record<string, readonly string[]>> = {
  'test/groups': ['src/**/*.test.ts', 'test/*.test.ts'],
  'test/full/browser-groups': ['test/full/browser-*.test.ts'],
}

/** Runs the files of a group. */
export function runGroup(groupFile: string): void {
  const folder = relative(root, dirname(groupFile))
  runAsSuites(listGroups(folder).get(basename(groupFile)) ?? [])
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

/** What a file takes, in seconds on a machine that runs other tests; most take about as long as each other. */
const usualSeconds = 2
const slowFiles: Readonly<Record<string, number>> = {
  'test/desk-shop.test.ts': 33,
  'test/mcp-pages.test.ts': 18,
  'test/outbox-retries.test.ts': 16,
  'test/sold-out.test.ts': 15,
  'test/openapi.test.ts': 15,
  'test/desk-setup.test.ts': 15,
  'test/owner-mistakes.test.ts': 15,
  'test/content-corrections.test.ts': 14,
  'test/server.test.ts': 13,
  'test/publish.test.ts': 13,
  'test/desk-limits.test.ts': 10,
  'test/accepted-ids.test.ts': 10,
  'src/domain/quick-entry/parse.test.ts': 10,
  'test/mcp-tools.test.ts': 10,
  'test/desk-shop-texts.test.ts': 9,
  'test/store.test.ts': 9,
  'test/desk-english.test.ts': 9,
  'test/staff-passwords.test.ts': 9,
  'test/content-files.test.ts': 9,
  'test/desk-events.test.ts': 9,
  'test/offers.test.ts': 9,
  'test/small-shops.test.ts': 9,
  'test/discovery-files.test.ts': 9,
  'test/availability-reasons.test.ts': 9,
  'test/mcp-spa.test.ts': 9,
  'test/desk-shop-transfer.test.ts': 9,
  'test/desk-contacts.test.ts': 8,
  'test/site.test.ts': 8,
  'test/dated-prices.test.ts': 8,
  'test/desk-closed-days.test.ts': 8,
  'test/full/browser-shop-editor.test.ts': 60,
  'test/full/browser-desk-access.test.ts': 60,
  'test/full/browser-access.test.ts': 55,
  'test/full/browser-realistic-shops.test.ts': 50,
  'test/full/browser-booking.test.ts': 45,
  'test/full/browser-widget.test.ts': 35,
  'test/full/browser-journeys.test.ts': 35,
  'test/full/browser-setup.test.ts': 30,
  'test/full/browser-timeline.test.ts': 30,
  'test/full/browser-weight.test.ts': 25,
  'test/full/browser-stability.test.ts': 25,
  'test/full/browser-layout.test.ts': 20,
  'test/full/browser-desk.test.ts': 20,
  'test/full/browser-evening.test.ts': 20,
  'test/full/browser-photos.test.ts': 15,
  'test/full/browser-desk-sign-in.test.ts': 15,
}

/**
 * The files of each group. The slowest are distributed first, each to the group that has the least to do, so that the
 * groups take about as long as each other; a wrong figure costs only time.
 */
export function listGroups(folder: string): Map<string, string[]> {
  const groups = readdirSync(join(root, folder))
    .sort()
    .map((name) => ({ name, files: [] as string[], seconds: 0 }))
  const secondsOf = (file: string) => slowFiles[file] ?? usualSeconds
  const files = globSync(groupedPatterns[folder] ?? [], { cwd: root }).sort()
  for (const file of files.toSorted((one, other) => secondsOf(other) - secondsOf(one))) {
    const group = groups.reduce((least, one) => (one.seconds < least.seconds ? one : least))
    group.files.push(file)
    group.seconds += secondsOf(file)
  }
  return new Map(groups.map(({ name, files }) => [name, files.sort()] as const))
}
