/** Command line: runs a command, the cluster or the server, and prints errors. The only reader of process.env. */
import { channelSettings } from './channels/channels.ts'
import type { CommandResult } from './commands/command.ts'
import { chooseCommandLanguage } from './config/language.ts'
import { withSettingsFile } from './config/settings-file.ts'
import { Problem } from './kernel/problem.ts'
import { problemTable } from './kernel/problem-table.ts'
import { UserError } from './kernel/user-error.ts'
import { explainDatabaseFailure } from './server/open-shop.ts'
import { serve } from './server/serve.ts'

export async function run(args: readonly string[]): Promise<void> {
  try {
    const [command, ...commandArgs] = args
    if (command === undefined) await serve(readEnvironment())
    else if (command === 'cluster') await runCluster(commandArgs)
    else await runCommand(args)
  } catch (error) {
    const databaseFailure = explainDatabaseFailure(error)
    if (databaseFailure !== undefined) exitWithError(databaseFailure)
    else if (error instanceof Problem) exitWithError(problemTable[error.code].meaning.en)
    else if (error instanceof UserError) exitWithError(messageOf(error, args))
    else throw error
  }
}

/** Loaded on demand, as are the commands: most starts serve with one process. */
async function runCluster(args: readonly string[]): Promise<void> {
  const { serveCluster } = await import('./cluster/primary.ts')
  await serveCluster(readEnvironment(), args[0])
}

async function runCommand(originalArgs: readonly string[]): Promise<void> {
  const { commands, help, replaceRenamedCommand } = await import('./commands/index.ts')
  const { args, warning } = replaceRenamedCommand(originalArgs)
  if (warning !== undefined) process.stderr.write(`${warning}\n`)
  const [name = '', ...commandArgs] = args
  const command = commands.get(name)
  if (command) printResult(await command(commandArgs, readEnvironment()))
  else if (['--help', '-h', 'help'].includes(name)) process.stdout.write(help)
  else exitWithError(`There is no command "${name}".\n\n${help}`)
}

function readEnvironment(): NodeJS.ProcessEnv {
  return withSettingsFile(process.env, channelSettings)
}

function printResult(result: string | CommandResult): void {
  const { output, exitCode } = typeof result === 'string' ? { output: result, exitCode: 0 } : result
  process.stdout.write(output)
  process.exitCode = exitCode
}

/** Errors without a localized message are in English. */
function messageOf({ localizedMessage, message }: UserError, args: readonly string[]): string {
  return localizedMessage?.[chooseCommandLanguage(args, process.env)] ?? message
}

/** Exits explicitly, because open handles such as a database connection would keep the process running. */
function exitWithError(text: string): void {
  process.stderr.write(`${text}\n`, () => process.exit(1))
}
