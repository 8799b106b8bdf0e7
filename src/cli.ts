/** What the program is told to do, and how it says that something was in the way. */
import type { Outcome } from './commands/content.ts'
import { languageOf } from './config/language.ts'
import { withSettingsFile } from './config/settings-file.ts'
import { inBoth, type Words } from './kernel/locale.ts'
import { Problem } from './kernel/problem.ts'
import { problemTable } from './kernel/problem-table.ts'
import { ForPeople } from './kernel/user-error.ts'
import { serve } from './server/serve.ts'

export async function run(words: readonly string[]): Promise<void> {
  try {
    const [command, ...rest] = words
    if (command === undefined) await serve(environment())
    else if (command === 'cluster') await serveTogether(rest)
    else await obey(command, rest)
  } catch (error) {
    if (error instanceof Problem) refuse(problemTable[error.code].meaning.en)
    else if (error instanceof ForPeople) refuse(wordsOf(error)[languageOf(words, process.env)])
    else throw error
  }
}

/** Its parts are loaded only where they are used: most shops need one process. */
async function serveTogether(words: readonly string[]): Promise<void> {
  const cluster = await import('./cluster/primary.ts')
  await cluster.serveTogether(environment(), words[0])
}

/** The same of these: most starts are for guests. */
async function obey(name: string, words: string[]): Promise<void> {
  const { commands, help } = await import('./commands/index.ts')
  const command = commands.get(name)
  if (command) tell(await command(words, environment()))
  else if (['--help', '-h', 'help'].includes(name)) say(help)
  else refuse(`There is no command "${name}".\n\n${help}`)
}

function environment(): NodeJS.ProcessEnv {
  return withSettingsFile(process.env)
}

/** Of those that know one language only, English. */
function wordsOf({ words, message }: ForPeople): Words {
  return words ?? inBoth(() => message)
}

function tell(outcome: string | Outcome): void {
  const { said, code } = typeof outcome === 'string' ? { said: outcome, code: 0 } : outcome
  say(said)
  process.exitCode = code
}

function say(text: string): void {
  process.stdout.write(text)
}

/** Whatever has been opened by now, a connection to the book for one, must not keep us here. */
function refuse(text: string): void {
  process.stderr.write(`${text}\n`, () => process.exit(1))
}
