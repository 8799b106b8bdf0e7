/** Changes that no test can notice, with the reason, for docs/proof.md. They count as not noticed nevertheless. */
import type { Mutation } from './mutations.ts'

type Equivalent = { file: string; before: string; text: string; reason: string }

const equivalents: readonly Equivalent[] = [
  {
    file: 'src/domain/scheduling/availability.ts',
    before: 'free.size === all.size',
    text: 'false',
    reason: 'only saves work',
  },
  {
    file: 'src/domain/privacy/rows.ts',
    before: 'remaining.length === entries.length',
    text: 'false',
    reason: 'stores the same text again',
  },
  {
    file: 'src/domain/privacy/retention.ts',
    before: '>',
    text: '>=',
    reason: 'the batch before has erased that row',
  },
  {
    file: 'src/domain/privacy/erase-batches.ts',
    before: '>',
    text: '>=',
    reason: 'erases the last row of a batch again',
  },
  {
    file: 'src/domain/booking/occupancy.ts',
    before: '1',
    text: '(0)',
    reason: 'no cell is that large',
  },
  {
    file: 'src/domain/booking/entry-preview.ts',
    before: '45',
    text: '(44)',
    reason: 'all stays are quarter hours',
  },
  {
    file: 'src/domain/booking/availability-response.ts',
    before: '>',
    text: '>=',
    reason: 'the wanted start is not in the list',
  },
  {
    file: 'src/domain/booking/blocks.ts',
    before: '1440',
    text: '(1441)',
    reason: 'all blocks are quarter hours',
  },
  {
    file: 'src/domain/booking/blocks.ts',
    before: '>',
    text: '>=',
    reason: 'the same follows after all requests',
  },
  {
    file: 'src/domain/booking/day-changes.ts',
    before: '0',
    text: '(-1)',
    reason: 'applying a change ignores that cell',
  },
  {
    file: 'src/store/postgres.ts',
    before: '31',
    text: '(30)',
    reason: 'the key is random anyway',
  },
  {
    file: 'src/store/sqlite/preallocate.ts',
    before: 'fsyncSync(handle)',
    text: ';',
    reason: 'shows only in a power cut (R4)',
  },
  {
    file: 'src/store/sqlite/database-file.ts',
    before: "flush(dirname(name), 'r')",
    text: ';',
    reason: 'shows only in a power cut',
  },
]

export function findReason({
  file,
  before,
  text,
}: Pick<Mutation, 'file' | 'text'> & { before: string }): string | undefined {
  const matches = (one: Equivalent) =>
    one.file === file && one.before === before && one.text === text
  return equivalents.find(matches)?.reason
}
