/** The error of an invalid DATABASE_URL. */
import { UserError } from '../../kernel/user-error.ts'

/** DATABASE_URL is not valid. The message does not repeat the URL, which may contain a password. */
export class ConnectionUrlError extends UserError {
  constructor(detail: string) {
    super(`DATABASE_URL ${detail}`)
  }
}
