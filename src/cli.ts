/** Command line: runs a command, the cluster or the server, and prints errors. The only reader of process.env. */
import { channelSettings } from './channels/channels.ts'
import { applyLanguageOption } from './config/language.ts'
import { withSettingsFile } from './config/settings-file.ts'
import { applyShopOption } from './config/shop-option.ts'
import { explainError } from './server/explain-error.ts'
import { serve } from './server/serve.ts'

export async function run(originalArgs: readonly string[]): Promise<void> {
  const { args, environment } = applyShopOption(originalArgs, process.env)
  const started = applyLanguageOption(args, environment)
  const [command, ...commandArgs] = started.args
  const starting = command === undefined ? serve : startCommands.get(command)
  const isHelp = commandArgs.includes('--help') || commandArgs.includes('-h')
  if (!starting || isHelp) return runCommand(args, environment)
  try {
    await starting(withSettingsFile(started.environment, channelSettings), commandArgs)
  } catch (error) {
    const explanation = explainError(error, args, process.env)
    if (explanation === undefined) throw error
    exitWithError(`${explanation}\n`, 1)
  }
}

type StartCommand = (environment: NodeJS.ProcessEnv, args: readonly string[]) => Promise<void>

/** The commands that run until a signal. Loaded on demand, as are the others: most starts serve with one process. */
const startCommands: ReadonlyMap<string, StartCommand> = new Map<string, StartCommand>([
  [
    'start',
    async (environment, args) => {
      const { serveFolder } = await import('./commands/start.ts')
      await serveFolder(environment, args)
    },
  ],
  [
    'cluster',
    async (environment, [workers]) => {
      const { serveCluster } = await import('./cluster/primary.ts')
      await serveCluster(environment, workers)
    },
  ],
  [
    'demo',
    async (environment, args) => {
      const { serveDemo } = await import('./server/demo/serve-demo.ts')
      await serveDemo(environment, args)
    },
  ],
])

async function runCommand(args: readonly string[], environment: NodeJS.ProcessEnv): Promise<void> {
  const { runCommand: run } = await import('./commands/run-command.ts')
  const { stdout, stderr, exitCode } = await run(args, environment)
  if (stdout === '' && exitCode !== 0) return exitWithError(stderr, exitCode)
  process.stderr.write(stderr)
  process.stdout.write(stdout)
  process.exitCode = exitCode
}

/** Exits explicitly, because open handles such as a database connection would keep the process running. */
function exitWithError(text: string, exitCode: number): void {
  process.stderr.write(text, () => process.exit(exitCode))
}
