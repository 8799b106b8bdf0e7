/** Which sources are changed, and which test files may run for a change. */
import { globSync } from 'node:fs'

const mutatedFolders = [
  ...['scheduling', 'booking', 'booking/deposit', 'guard', 'privacy'].map(
    (name) => `src/domain/${name}`,
  ),
  ...['src/store', 'src/store/sqlite', 'src/store/postgres'],
]

/** Of the full tier, those about the database and the commands; they take less than two minutes each. */
const fullTests = [
  ...['backup', 'command-database', 'content-check', 'content-messages', 'content-reload'],
  ...['content-value-messages', 'metrics', 'place-offers', 'postgres-*', 'privacy', 'waitlist'],
  ...['several-processes', 'shutdown', 'startup-errors', 'store-failures', 'upgrade'],
]

export function listMutatedFiles(): string[] {
  return globSync(mutatedFolders.map((folder) => `${folder}/*.ts`))
    .filter((file) => !file.endsWith('.test.ts'))
    .toSorted()
}

export function listCandidates(): string[] {
  return globSync([
    ...['src/**/*.test.ts', 'test/*.test.ts', 'test/on-postgres/*.test.ts'],
    ...fullTests.map((name) => `test/full/${name}.test.ts`),
  ]).toSorted()
}
