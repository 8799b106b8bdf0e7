/** Command line: runs a command, the cluster or the server, and prints errors. The only reader of process.env. */
import { channelSettings } from './channels/channels.ts'
import { withSettingsFile } from './config/settings-file.ts'
import { explainError } from './server/explain-error.ts'
import { serve } from './server/serve.ts'

export async function run(args: readonly string[]): Promise<void> {
  const [command, ...commandArgs] = args
  if (command !== undefined && command !== 'cluster') return runCommand(args)
  try {
    if (command === undefined) await serve(readEnvironment())
    else await runCluster(commandArgs)
  } catch (error) {
    const explanation = explainError(error, args, process.env)
    if (explanation === undefined) throw error
    exitWithError(`${explanation}\n`, 1)
  }
}

/** Loaded on demand, as are the commands: most starts serve with one process. */
async function runCluster(args: readonly string[]): Promise<void> {
  const { serveCluster } = await import('./cluster/primary.ts')
  await serveCluster(readEnvironment(), args[0])
}

async function runCommand(args: readonly string[]): Promise<void> {
  const { runCommand: run } = await import('./commands/run-command.ts')
  const { stdout, stderr, exitCode } = await run(args, process.env)
  if (stdout === '' && exitCode !== 0) return exitWithError(stderr, exitCode)
  process.stderr.write(stderr)
  process.stdout.write(stdout)
  process.exitCode = exitCode
}

function readEnvironment(): NodeJS.ProcessEnv {
  return withSettingsFile(process.env, channelSettings)
}

/** Exits explicitly, because open handles such as a database connection would keep the process running. */
function exitWithError(text: string, exitCode: number): void {
  process.stderr.write(text, () => process.exit(exitCode))
}
