/** Changes that no test can notice, with the reason, for docs/proof.md. They count as not noticed nevertheless. */
type Equivalent = {
  file: string
  before: string
  text: string
  /** Of the source; only if the file has the same change elsewhere. */
  line?: string
  reason: string
}

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
  {
    file: 'src/domain/booking/occupancy-cache.ts',
    before: '1',
    text: '(0)',
    line: "if (run && addDays(run.at(-1) ?? '', 1) === date) run.push(date)",
    reason: 'only needs more statements for the same cells',
  },
  {
    file: 'src/domain/booking/seating-conflicts.ts',
    before: '>',
    text: '>=',
    line: 'const others = missing.length > 0 ? await findBookingsByIds(sql, missing, nowMs) : []',
    reason: 'reads nothing',
  },
  {
    file: 'src/domain/booking/search.ts',
    before: '0',
    text: '(1)',
    line: 'const isNumber = /^[+().0-9-]+$/.test(word) && digits.length > 0',
    reason: 'a number has at least three digits',
  },
  {
    file: 'src/domain/scheduling/rejection.ts',
    before: '0',
    text: '(-1)',
    line: 'export const wholeDay: StartWindow = { from: 0, to: 36 * 60 }',
    reason: 'no start is before its day',
  },
]

export function findReason({
  file,
  before,
  text,
  line,
}: Required<Omit<Equivalent, 'reason'>>): string | undefined {
  const matches = (one: Equivalent) =>
    one.file === file &&
    one.before === before &&
    one.text === text &&
    (one.line === undefined || one.line === line)
  return equivalents.find(matches)?.reason
}
