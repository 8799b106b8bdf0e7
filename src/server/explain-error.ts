/** The message that the command line prints for an error, in the language of the terminal. */
import { chooseCommandLanguage } from '../config/language.ts'
import { Problem } from '../kernel/problem.ts'
import { problemTable } from '../kernel/problem-table.ts'
import { UserError } from '../kernel/user-error.ts'
import { explainDatabaseFailure } from './open-shop.ts'

/** `undefined` for an error of the program, whose stack is of use. Errors without a localized message are in English. */
export function explainError(
  error: unknown,
  args: readonly string[],
  environment: NodeJS.ProcessEnv,
): string | undefined {
  const databaseFailure = explainDatabaseFailure(error)
  if (databaseFailure !== undefined) return databaseFailure
  if (error instanceof Problem) return problemTable[error.code].meaning.en
  if (!(error instanceof UserError)) return undefined
  return error.localizedMessage?.[chooseCommandLanguage(args, environment)] ?? error.message
}
