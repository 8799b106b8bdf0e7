/** The commands of an operator. */
import { bookingHelp, runBookings, UnknownCommand } from './commands/bookings.ts'
import { contentHelp, type Outcome, runContent, UnknownContentCommand } from './commands/content.ts'
import { guestHelp, runGuest, UnknownGuestCommand } from './commands/guest.ts'
import { FolderInUse, runInit } from './commands/init.ts'
import {
  keepingHelp,
  runBackup,
  runRestore,
  runVerify,
  UnknownKeepingCommand,
} from './commands/keeping.ts'
import { languageOf } from './commands/language.ts'
import { NoSuchReceipt, NotScrubbed } from './commands/receipt.ts'
import { NobodyCalledThat, runStaff, staffHelp, UnknownStaffCommand } from './commands/staff.ts'
import { ConfigError } from './config.ts'
import { ContentError } from './content/faults.ts'
import { StaffObstacle } from './domain/booking/obstacle.ts'
import { GuestObstacle } from './domain/privacy/obstacle.ts'
import { StaffRefusal } from './domain/staff/refusal.ts'
import { BookFaults, FileObstacle } from './keeping.ts'
import { inBoth, type Words } from './kernel/locale.ts'
import { Problem } from './kernel/problem.ts'
import { problemTable } from './kernel/problem-table.ts'
import { CannotListen, CannotOpen } from './main.ts'
import { SecretTooShort } from './secret.ts'
import { serve } from './serve.ts'
import { describeSettings } from './settings.ts'
import { withSettingsFile } from './settings-file.ts'
import { MigrationError } from './store/migrate.ts'
import { AddressError } from './store/postgres/address-error.ts'
import { UnknownTrade } from './variants/index.ts'

const help = `letan: the front desk of a small business

  letan                             serve the site and the API
  letan cluster [N]                 the same with N processes that share the ports, or one a core
${contentHelp}
${bookingHelp}
${staffHelp}
${guestHelp}
${keepingHelp}
  letan --help                      this text

Settings, by environment:

${describeSettings()}
`

/** Those that do something and say what came of it. */
const commands = {
  init: runInit,
  content: runContent,
  bookings: runBookings,
  staff: runStaff,
  guest: runGuest,
  backup: runBackup,
  restore: runRestore,
  verify: runVerify,
}

type Command = keyof typeof commands

export async function run(words: readonly string[]): Promise<void> {
  try {
    const [command, ...rest] = words
    if (command === undefined) await serve(environment())
    else if (command === 'cluster') await serveTogether(rest)
    else if (Object.hasOwn(commands, command))
      tell(await commands[command as Command](rest, environment()))
    else if (command === '--help' || command === '-h' || command === 'help') say(help)
    else refuse(`There is no command "${command}".\n\n${help}`)
  } catch (error) {
    if (error instanceof Problem) refuse(problemTable[error.code].meaning.en)
    else if (isForPeople(error)) refuse(wordsOf(error)[languageOf(words, process.env)])
    else throw error
  }
}

/** Its parts are loaded only where they are used: most shops need one process. */
async function serveTogether(words: readonly string[]): Promise<void> {
  const cluster = await import('./cluster/parent.ts')
  await cluster.serveTogether(environment(), words[0])
}

function environment(): NodeJS.ProcessEnv {
  return withSettingsFile(process.env)
}

/** Faults that a person can mend are told in their own words, without a stack. */
const forPeople = [
  ConfigError,
  ContentError,
  UnknownTrade,
  UnknownContentCommand,
  FolderInUse,
  CannotListen,
  CannotOpen,
  AddressError,
  SecretTooShort,
  MigrationError,
  StaffObstacle,
  UnknownCommand,
  StaffRefusal,
  UnknownStaffCommand,
  NobodyCalledThat,
  GuestObstacle,
  NotScrubbed,
  NoSuchReceipt,
  UnknownGuestCommand,
  FileObstacle,
  BookFaults,
  UnknownKeepingCommand,
]

function isForPeople(error: unknown): error is Error {
  return forPeople.some((kind) => error instanceof kind)
}

/** Of those that know one language only, English. */
function wordsOf(error: Error & { words?: Words }): Words {
  return error.words ?? inBoth(() => error.message)
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
