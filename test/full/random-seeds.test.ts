/** The tests with random inputs, with a seed that varies and more inputs than in the fast tier. */
import { it } from 'node:test'
import { chooseSeed } from '../support/varied-seed.ts'

process.env.SEED ??= String(chooseSeed())
process.env.FUZZ_RUNS ??= '400'

const files = [
  'src/domain/quick-entry/parse.test.ts',
  'src/domain/scheduling/allocate.test.ts',
  'test/availability-reasons.test.ts',
  'test/fuzz.test.ts',
  'test/mcp-spa.test.ts',
  'test/occupancy-cache.test.ts',
  'test/offers.test.ts',
]

it(`repeats with SEED=${process.env.SEED}`, async (test) => {
  test.diagnostic(`SEED=${process.env.SEED} node --test ${files.join(' ')}`)
})

for (const file of files) await import(`../../${file}`)
