/** The error of an invalid DATABASE_URL. */
import type { LocalizedText } from '../../kernel/locale.ts'
import { UserError } from '../../kernel/user-error.ts'

/** DATABASE_URL is not valid. The message does not repeat the URL, which may contain a password. */
export class ConnectionUrlError extends UserError {
  constructor({ vi, en }: LocalizedText) {
    super({ vi: `DATABASE_URL ${vi}`, en: `DATABASE_URL ${en}` })
  }
}
