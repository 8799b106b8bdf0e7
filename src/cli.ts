/** The commands of an operator. */
import { bookingHelp, runBookings, UnknownCommand } from './cli-bookings.ts'
import { guestHelp, NotScrubbed, runGuest, UnknownGuestCommand } from './cli-guest.ts'
import {
  keepingHelp,
  runBackup,
  runRestore,
  runVerify,
  UnknownKeepingCommand,
} from './cli-keeping.ts'
import { runStaff, staffHelp, UnknownStaffCommand } from './cli-staff.ts'
import { ConfigError, describeSettings, sampleFolder } from './config.ts'
import { ContentError } from './content/faults.ts'
import { StaffObstacle } from './domain/booking/obstacle.ts'
import { GuestObstacle } from './domain/privacy/obstacle.ts'
import { StaffRefusal } from './domain/staff/refusal.ts'
import { BookFaults, FileObstacle } from './keeping.ts'
import { Problem } from './kernel/problem.ts'
import { problemTable } from './kernel/problem-table.ts'
import { CannotListen, CannotOpen } from './main.ts'
import { SecretTooShort } from './secret.ts'
import { serve } from './serve.ts'
import { withSettingsFile } from './settings-file.ts'
import { MigrationError } from './store/migrate.ts'
import { AddressError } from './store/postgres/address-error.ts'
import { findTrade, trades, UnknownTrade } from './variants/index.ts'

const help = `letan: the front desk of a small business

  letan                             serve the site and the API
  letan cluster [N]                 the same with N processes that share the ports, or one a core
  letan content [trade [folder]]    check a content folder; without a folder, the samples
${bookingHelp}
${staffHelp}
${guestHelp}
${keepingHelp}
  letan --help                      this text

Settings, by environment:

${describeSettings()}
`

/** Those that do something with the book and say what came of it. */
const commands = {
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
    else if (command === 'content') checkContent(rest)
    else if (Object.hasOwn(commands, command))
      say(await commands[command as Command](rest, environment()))
    else if (command === '--help' || command === '-h' || command === 'help') say(help)
    else refuse(`There is no command "${command}".\n\n${help}`)
  } catch (error) {
    if (error instanceof Problem) refuse(problemTable[error.code].meaning.en)
    else if (isForPeople(error)) refuse(error.message)
    else throw error
  }
}

/** Its parts are loaded only where they are used: most shops need one process. */
async function serveTogether(words: readonly string[]): Promise<void> {
  const cluster = await import('./cluster.ts')
  await cluster.serveTogether(environment(), words[0])
}

function environment(): NodeJS.ProcessEnv {
  return withSettingsFile(process.env)
}

function checkContent([named, folder]: readonly string[]): void {
  const chosen = named === undefined ? trades : [findTrade(named)]
  for (const trade of chosen) {
    const path = folder ?? sampleFolder(trade.id)
    const { business, assortment } = trade.open(path)
    say(`${business.name}: ${assortment.offers.length} offers, nothing wrong in ${path}\n`)
  }
}

/** Faults that a person can mend are told in their own words, without a stack. */
const forPeople = [
  ConfigError,
  ContentError,
  UnknownTrade,
  CannotListen,
  CannotOpen,
  AddressError,
  SecretTooShort,
  MigrationError,
  StaffObstacle,
  UnknownCommand,
  StaffRefusal,
  UnknownStaffCommand,
  GuestObstacle,
  NotScrubbed,
  UnknownGuestCommand,
  FileObstacle,
  BookFaults,
  UnknownKeepingCommand,
]

function isForPeople(error: unknown): error is Error {
  return forPeople.some((kind) => error instanceof kind)
}

function say(text: string): void {
  process.stdout.write(text)
}

/** Whatever has been opened by now, a connection to the book for one, must not keep us here. */
function refuse(text: string): void {
  process.stderr.write(`${text}\n`, () => process.exit(1))
}
