import type { Words } from './locale.ts'

/** A fault that whoever started the program can mend: told in its own words, without a stack. */
export class ForPeople extends Error {
  /** Where it knows more than English. */
  declare readonly words?: Words
}
