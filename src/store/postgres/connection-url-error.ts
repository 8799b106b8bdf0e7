import { ForPeople } from '../../kernel/user-error.ts'

/** The address will not do; its text is not repeated, as a password may stand in it. */
export class AddressError extends ForPeople {
  constructor(what: string) {
    super(`DATABASE_URL ${what}`)
  }
}
