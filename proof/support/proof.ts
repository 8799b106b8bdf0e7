/** What a figure is: something that is tried so many times, and what was lost. */

/** A result says whether the promise held; everything else in it are counts of what was tried. */
export type Result = { holds: boolean } & Readonly<Record<string, unknown>>

/** Something this machine cannot do: no root, no PostgreSQL. It is said aloud, never passed over. */
export class ProofSkipped extends Error {}

export type ProofForm = 'short' | 'long'

type Options = Readonly<Record<string, number | string>>

export type Proof = {
  /** R1 to R17. */
  id: string
  /** The name of the command: `npm run prove -- hot-slot`. */
  name: string
  /** One sentence each for docs/proof.md. */
  tried: string
  promised: string
  /** The figures of a result in one line. */
  summarize(result: Result): string
  run(form: ProofForm, seed: number, options: Options): Promise<Result>
}

/** A figure with the settings of its short form, for every test run, and of its long one. */
export function defineProof<Input extends object, Found extends { holds: boolean }>(definition: {
  id: string
  name: string
  tried: string
  promised: string
  short: Input
  long: Input
  summarize(result: Found): string
  run(input: Input, seed: number): Promise<Found>
}): Proof {
  const { id, name, tried, promised } = definition
  return {
    id,
    name,
    tried,
    promised,
    summarize: (result) => definition.summarize(result as unknown as Found),
    run: async (form, seed, options) => {
      const input = { ...definition[form], ...options }
      return { ...input, ...(await definition.run(input, seed)) }
    },
  }
}

/** 12,001 as people write it. */
export function formatCount(number: number): string {
  return number.toLocaleString('en-US')
}
