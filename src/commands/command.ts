/** What all commands share: the result, the parser of the arguments, and the error for wrong usage. */
import { type ParseArgsOptionsConfig, parseArgs } from 'node:util'
import type { LocalizedText } from '../kernel/locale.ts'
import { UserError } from '../kernel/user-error.ts'

export type Command = (
  args: string[],
  environment: NodeJS.ProcessEnv,
) => Promise<string | CommandResult>

export type CommandResult = { output: string; exitCode: number }

export class UsageError extends UserError {
  override readonly localizedMessage: LocalizedText

  constructor(command: string, help: string) {
    const localizedMessage = {
      vi: `Lệnh "letan ${command}" không dùng như vậy. Cách dùng:\n\n${help}`,
      en: `Invalid arguments for "letan ${command}". Usage:\n\n${help}`,
    }
    super(localizedMessage.en)
    this.name = 'UsageError'
    this.localizedMessage = localizedMessage
  }
}

/** Throws the usage error for an unknown option, or an option without its value. */
export function parseArguments<const Options extends ParseArgsOptionsConfig>(
  args: readonly string[],
  options: Options,
  usageError: () => UsageError,
) {
  try {
    return parseArgs({ args: [...args], options, allowPositionals: true })
  } catch {
    throw usageError()
  }
}
