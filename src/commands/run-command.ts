/** Runs a command of the command line, and explains its errors. */
import { channelSettings } from '../channels/channels.ts'
import { chooseCommandLanguage } from '../config/language.ts'
import { withSettingsFile } from '../config/settings-file.ts'
import type { Locale, LocalizedText } from '../kernel/locale.ts'
import { version } from '../kernel/version.ts'
import { explainError } from '../server/explain-error.ts'
import { commands, findHelp, helpIn, replaceRenamedCommand } from './index.ts'

export type FinishedCommand = { stdout: string; stderr: string; exitCode: number }

/** Throws only errors of the program. */
export async function runCommand(
  originalArgs: readonly string[],
  environment: NodeJS.ProcessEnv,
): Promise<FinishedCommand> {
  const { args, warning } = replaceRenamedCommand(originalArgs)
  const language = chooseCommandLanguage(originalArgs, environment)
  const warningLine = warning === undefined ? '' : `${warning[language]}\n`
  const fail = (message: string) => ({
    stdout: '',
    stderr: `${warningLine}${message}\n`,
    exitCode: 1,
  })
  const help = findRequestedHelp(args, language)
  if (help !== undefined) return { stdout: help, stderr: warningLine, exitCode: 0 }
  const [name = '', ...commandArgs] = args
  const command = commands.get(name)
  if (isVersionOption(name)) return { stdout: `${version}\n`, stderr: '', exitCode: 0 }
  if (!command) return fail(`${unknownCommand(name)[language]}\n\n${helpIn(language)}`)
  try {
    const result = await command.run(commandArgs, withSettingsFile(environment, channelSettings))
    const { output, exitCode } =
      typeof result === 'string' ? { output: result, exitCode: 0 } : result
    return { stdout: output, stderr: warningLine, exitCode }
  } catch (error) {
    const explanation = explainError(error, originalArgs, environment)
    if (explanation === undefined) throw error
    return fail(explanation)
  }
}

/** For `letan --help`, `letan help`, `letan help staff` and `letan staff --help`. */
function findRequestedHelp(args: readonly string[], language: Locale): string | undefined {
  const [name = '', ...commandArgs] = args
  const isHelp = isHelpOption(name) || name === 'help'
  const subject = isHelp ? commandArgs.find((one) => !one.startsWith('-')) : name
  if (!isHelp && !commandArgs.some(isHelpOption)) return undefined
  const help = findHelp(subject ?? '')
  if (help) return `${help[language]}\n`
  return isHelp ? helpIn(language) : undefined
}

function isHelpOption(argument: string): boolean {
  return argument === '--help' || argument === '-h'
}

function isVersionOption(name: string): boolean {
  return name === '--version' || name === '-v'
}

function unknownCommand(name: string): LocalizedText {
  return { vi: `Không có lệnh "${name}".`, en: `There is no command "${name}".` }
}
