/** A proof: a repeatable reliability test with a short form for the tests and a long form. */

/** Whether the guarantee holds, and the counts of the run. */
export type Result = { holds: boolean } & Readonly<Record<string, unknown>>

/** Thrown if this machine lacks a requirement, for example root or PostgreSQL. The result reports it. */
export class ProofSkipped extends Error {}

type ProofForm = 'short' | 'long'

type Options = Readonly<Record<string, number | string>>

/** Called during a run, for the progress that `npm run prove` shows: for example 3 of 20 rounds are done. */
export type ReportProgress = (done: number, total: number) => void

export type Proof = {
  /** For example `R1`. */
  id: string
  /** For the command line, for example `npm run prove -- hot-slot`. */
  name: string
  /** What is done, and what must hold. One sentence each, for docs/proof.md. */
  scenario: string
  guarantee: string
  /** The result in one line. */
  summarize(result: Result): string
  run(form: ProofForm, seed: number, options: Options, report?: ReportProgress): Promise<Result>
}

/** `short` and `long` are the options of the two forms; options of the command line override them. */
export function defineProof<Input extends object, Found extends { holds: boolean }>(definition: {
  id: string
  name: string
  scenario: string
  guarantee: string
  short: Input
  long: Input
  summarize(result: Found): string
  run(input: Input, seed: number, report: ReportProgress): Promise<Found>
}): Proof {
  const { id, name, scenario, guarantee } = definition
  return {
    id,
    name,
    scenario,
    guarantee,
    summarize: (result) => definition.summarize(result as unknown as Found),
    run: async (form, seed, options, report = () => {}) => {
      const input = { ...definition[form], ...options }
      return { ...input, ...(await definition.run(input, seed, report)) }
    },
  }
}

/** For example `12,001`. */
export function formatCount(number: number): string {
  return number.toLocaleString('en-US')
}
