/** What the program is told to do, and how it says that something was in the way. */
import type { CommandResult } from './commands/content.ts'
import { chooseCommandLanguage } from './config/language.ts'
import { withSettingsFile } from './config/settings-file.ts'
import { forEachLocale, type LocalizedText } from './kernel/locale.ts'
import { Problem } from './kernel/problem.ts'
import { problemTable } from './kernel/problem-table.ts'
import { UserError } from './kernel/user-error.ts'
import { serve } from './server/serve.ts'

export async function run(args: readonly string[]): Promise<void> {
  try {
    const [command, ...commandArgs] = args
    if (command === undefined) await serve(readEnvironment())
    else if (command === 'cluster') await runCluster(commandArgs)
    else await runCommand(command, commandArgs)
  } catch (error) {
    if (error instanceof Problem) exitWithError(problemTable[error.code].meaning.en)
    else if (error instanceof UserError)
      exitWithError(localizedMessageOf(error)[chooseCommandLanguage(args, process.env)])
    else throw error
  }
}

/** Its parts are loaded only where they are used: most shops need one process. */
async function runCluster(args: readonly string[]): Promise<void> {
  const cluster = await import('./cluster/primary.ts')
  await cluster.serveCluster(readEnvironment(), args[0])
}

/** The same of these: most starts are for guests. */
async function runCommand(name: string, args: string[]): Promise<void> {
  const { commands, help } = await import('./commands/index.ts')
  const command = commands.get(name)
  if (command) printResult(await command(args, readEnvironment()))
  else if (['--help', '-h', 'help'].includes(name)) print(help)
  else exitWithError(`There is no command "${name}".\n\n${help}`)
}

function readEnvironment(): NodeJS.ProcessEnv {
  return withSettingsFile(process.env)
}

/** Of those that know one language only, English. */
function localizedMessageOf({ localizedMessage, message }: UserError): LocalizedText {
  return localizedMessage ?? forEachLocale(() => message)
}

function printResult(result: string | CommandResult): void {
  const { output, exitCode } = typeof result === 'string' ? { output: result, exitCode: 0 } : result
  print(output)
  process.exitCode = exitCode
}

function print(text: string): void {
  process.stdout.write(text)
}

/** Whatever has been opened by now, a connection to the book for one, must not keep us here. */
function exitWithError(text: string): void {
  process.stderr.write(`${text}\n`, () => process.exit(1))
}
