/** Runs a command of the command line, and explains its errors. */
import { channelSettings } from '../channels/channels.ts'
import { chooseCommandLanguage } from '../config/language.ts'
import { withSettingsFile } from '../config/settings-file.ts'
import type { LocalizedText } from '../kernel/locale.ts'
import { explainError } from '../server/explain-error.ts'
import { commands, helpIn, replaceRenamedCommand } from './index.ts'

export type FinishedCommand = { stdout: string; stderr: string; exitCode: number }

/** Throws only errors of the program. */
export async function runCommand(
  originalArgs: readonly string[],
  environment: NodeJS.ProcessEnv,
): Promise<FinishedCommand> {
  const { args, warning } = replaceRenamedCommand(originalArgs)
  const warningLine = warning === undefined ? '' : `${warning}\n`
  const fail = (message: string) => ({
    stdout: '',
    stderr: `${warningLine}${message}\n`,
    exitCode: 1,
  })
  const [name = '', ...commandArgs] = args
  const command = commands.get(name)
  if (!command) {
    const language = chooseCommandLanguage(originalArgs, environment)
    const help = helpIn(language)
    const isHelp = ['--help', '-h', 'help'].includes(name)
    return isHelp
      ? { stdout: help, stderr: warningLine, exitCode: 0 }
      : fail(`${unknownCommand(name)[language]}\n\n${help}`)
  }
  try {
    const result = await command(commandArgs, withSettingsFile(environment, channelSettings))
    const { output, exitCode } =
      typeof result === 'string' ? { output: result, exitCode: 0 } : result
    return { stdout: output, stderr: warningLine, exitCode }
  } catch (error) {
    const explanation = explainError(error, originalArgs, environment)
    if (explanation === undefined) throw error
    return fail(explanation)
  }
}

function unknownCommand(name: string): LocalizedText {
  return { vi: `Không có lệnh "${name}".`, en: `There is no command "${name}".` }
}
