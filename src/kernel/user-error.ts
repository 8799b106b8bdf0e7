/** Errors that are shown to the user as they are. */
import type { LocalizedText } from './locale.ts'

/** An error that the user can fix. The CLI prints its message without a stack trace. */
export class UserError extends Error {
  /** The message in every language, if it has one. */
  declare readonly localizedMessage?: LocalizedText

  /** The message of the error itself is the English one: it is also written to logs. */
  constructor(message: string | LocalizedText, options?: ErrorOptions) {
    super(typeof message === 'string' ? message : message.en, options)
    if (typeof message !== 'string') this.localizedMessage = message
  }
}
