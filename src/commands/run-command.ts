/** Runs a command of the command line, and explains its errors. */
import { channelSettings } from '../channels/channels.ts'
import { withSettingsFile } from '../config/settings-file.ts'
import { explainError } from '../server/explain-error.ts'
import { commands, help, replaceRenamedCommand } from './index.ts'

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
    const isHelp = ['--help', '-h', 'help'].includes(name)
    return isHelp
      ? { stdout: help, stderr: warningLine, exitCode: 0 }
      : fail(`There is no command "${name}".\n\n${help}`)
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
