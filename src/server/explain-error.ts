/** The message that the command line prints for an error, in the language of the terminal. */
import { chooseCommandLanguage } from '../config/language.ts'
import { Problem } from '../kernel/problem.ts'
import { problemTable } from '../kernel/problem-table.ts'
import { UserError } from '../kernel/user-error.ts'
import { explainDatabaseFailure } from './open-shop.ts'

/** `undefined` for an error of the program, whose stack is of use. */
export function explainError(
  error: unknown,
  args: readonly string[],
  environment: NodeJS.ProcessEnv,
): string | undefined {
  const language = chooseCommandLanguage(args, environment)
  const databaseFailure = explainDatabaseFailure(error)
  if (databaseFailure !== undefined) return databaseFailure[language]
  if (error instanceof Problem) return problemTable[error.code].meaning[language]
  if (!(error instanceof UserError)) return undefined
  return error.localizedMessage?.[language] ?? error.message
}
