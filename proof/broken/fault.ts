/** A fault: a way to break the product that a proof has to detect. */

/** The text to replace in one file; it must occur exactly once, so that a fault cannot miss its target. */
export type Edit = { file: string; from: string; to: string }

export type Fault = {
  /** For the table and for `--fault`, for example `commit-after-response`. */
  name: string
  /** What the broken product does, in one clause. */
  breaks: string
  edits: readonly Edit[]
  /** Options that replace those of the short form, if the short form is too short for this fault. */
  options?: Readonly<Record<string, number | string>>
  /** Whether `npm test` shows that the fault is detected, in test/proof-broken.test.ts. */
  isTested?: true
}

export type FaultsOfProof = {
  /** At least one: a proof that detects nothing proves nothing. */
  faults: readonly [Fault, ...Fault[]]
  /**
   * Files and folders of the product that implement the guarantee. The published result is valid only as long as they
   * are unchanged, so the list is as short as possible.
   */
  implementedIn: readonly string[]
}
