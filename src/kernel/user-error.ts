import type { LocalizedText } from './locale.ts'

/** A fault that whoever started the program can mend: told in its own words, without a stack. */
export class UserError extends Error {
  /** Where it knows more than English. */
  declare readonly localizedMessage?: LocalizedText
}
