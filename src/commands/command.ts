/** What all commands share: the result, the parser of the arguments, and the error for wrong usage. */
import { type ParseArgsOptionsConfig, parseArgs } from 'node:util'
import { isLanguageKnown, languageOption } from '../config/language.ts'
import type { LocalizedText } from '../kernel/locale.ts'
import { UserError } from '../kernel/user-error.ts'

export type Command = {
  /** Its lines of the help text. */
  help: LocalizedText
  run: (args: string[], environment: NodeJS.ProcessEnv) => Promise<string | CommandResult>
}

export type CommandResult = { output: string; exitCode: number }

export class UsageError extends UserError {
  constructor(command: string, help: LocalizedText) {
    super({
      vi: `Lệnh "letan ${command}" không dùng như vậy. Cách dùng:\n\n${help.vi}`,
      en: `Invalid arguments for "letan ${command}". Usage:\n\n${help.en}`,
    })
    this.name = 'UsageError'
  }
}

const unknownLanguage: LocalizedText = {
  vi: 'Sau --lang phải là vi hoặc en, ví dụ: --lang vi',
  en: 'After --lang, write vi or en, for example: --lang vi',
}

/** Throws the usage error for an unknown option, or an option without its value. Every command has `--lang`. */
export function parseArguments<const Options extends ParseArgsOptionsConfig>(
  args: readonly string[],
  options: Options,
  usageError: () => UsageError,
) {
  if (!isLanguageKnown(args)) throw new UserError(unknownLanguage)
  try {
    return parseArgs({
      args: [...args],
      options: { ...languageOption, ...options },
      allowPositionals: true,
    })
  } catch {
    throw usageError()
  }
}
