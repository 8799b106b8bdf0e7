/** Tests with random inputs. */

/**
 * Fixed, so that a failure repeats. test/full/random-seeds.test.ts runs the same tests with a random seed and prints it:
 * `SEED=123 node --test test/fuzz.test.ts`.
 */
export const seed = Number(process.env.SEED ?? 1)

/** The number of inputs; tests of slow code take fewer, and those of fast code more. */
export const fuzzRuns = Number(process.env.FUZZ_RUNS ?? 50)
