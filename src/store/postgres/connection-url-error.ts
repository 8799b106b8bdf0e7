import { UserError } from '../../kernel/user-error.ts'

/** The address will not do; its text is not repeated, as a password may stand in it. */
export class ConnectionUrlError extends UserError {
  constructor(detail: string) {
    super(`DATABASE_URL ${detail}`)
  }
}
